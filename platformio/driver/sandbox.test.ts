import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { run } from '../setup/run.mjs';
import { limited } from './check/limits.ts';
import { hasSandbox, inSandbox } from './sandbox.ts';

/** Another user than the administrator cannot write into each of them. */
function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!(await hasSandbox()))('a sandbox', () => {
  it('has its own folder of temporary files, whatever TMPDIR names', () => {
    const elsewhere = mkdtempSync('/var/tmp/polyloop-sandbox-');
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    writeFileSync(join(elsewhere, 'of-another-program'), '');
    vi.stubEnv('TMPDIR', elsewhere);
    onTestFinished(() => void vi.unstubAllEnvs());
    const script = `mktemp && ! test -e ${elsewhere}`;
    const [bwrap = '', ...rest] = [...inSandbox({ cwd: '/' }), '/bin/sh', '-c', script];
    expect(execFileSync(bwrap, rest, { encoding: 'utf8' })).toMatch(/^\/tmp\/tmp\.\w+\n$/);
  });

  it('makes a folder that may be written and is missing, unless its parent is missing too', () => {
    const parent = mkdtempSync('/var/tmp/polyloop-sandbox-');
    onTestFinished(() => rmSync(parent, { recursive: true }));
    const missing = join(parent, 'cache');
    const farther = join(parent, 'no', 'cache');
    const sandbox = inSandbox({ writable: [missing, farther], cwd: '/' });
    const [bwrap = '', ...rest] = [...sandbox, '/bin/sh', '-c', `echo kept > ${missing}/file`];
    execFileSync(bwrap, rest);
    expect(readFileSync(join(missing, 'file'), 'utf8')).toBe('kept\n');
    expect(existsSync(farther)).toBe(false);
  });

  it('shows the programs of the system and what is named, and nothing else of the disk', () => {
    const named = mkdtempSync('/var/tmp/polyloop-sandbox-');
    onTestFinished(() => rmSync(named, { recursive: true }));
    const [inside, root] = [join(named, 'inside'), join(import.meta.dirname, '../..')];
    writeFileSync(inside, 'named\n');
    const list = (confinement: Parameters<typeof inSandbox>[0], script: string) => {
      const [bwrap = '', ...rest] = [...inSandbox(confinement), '/bin/sh', '-c', script];
      return execFileSync(bwrap, rest, { encoding: 'utf8' }).trim().split('\n');
    };
    const top = list({ cwd: '/' }, 'ls -A /');
    const system = ['bin', 'dev', 'etc', 'gnu', 'lib', 'lib32', 'lib64', 'libx32', 'nix', 'proc', 'run', 'sbin', 'sys'];
    expect([...system, 'tmp', 'usr']).toEqual(expect.arrayContaining(top));
    expect(list({ cwd: '/' }, `test -e ${root} || test -e /etc/shadow || echo unseen`)).toEqual(['unseen']);
    expect(list({ cwd: '/', readable: [named] }, `cat ${inside}; ls -A /var/tmp /var`)).toEqual([
      'named',
      '/var:',
      'tmp',
      '',
      '/var/tmp:',
      named.replace('/var/tmp/', ''),
    ]);
  });

  it.each(['/dev/shm', '/run', '/tmp'].filter(canWrite))(
    'shows what is named below %s, and lets a sealed program write nothing',
    (parent) => {
      const named = mkdtempSync(join(parent, 'polyloop-sandbox-'));
      onTestFinished(() => rmSync(named, { recursive: true }));
      writeFileSync(join(named, 'inside'), 'named\n');
      const places = ['/', '/dev', '/dev/shm', '/run', '/tmp', named].map((folder) => join(folder, 'new'));
      const script = `cat ${named}/inside; for place in ${places.join(' ')}; do mkdir $place 2>/dev/null && echo $place; done; :`;
      const [bwrap = '', ...rest] = [
        ...inSandbox({ cwd: '/', readable: [named], sealed: true }),
        '/bin/sh',
        '-c',
        script,
      ];
      expect(execFileSync(bwrap, rest, { encoding: 'utf8' })).toBe('named\n');
    },
  );

  it('changes nothing of the system, also for an administrator', () => {
    const folder = mkdtempSync('/var/tmp/polyloop-sandbox-');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const attempts = [
      'mount -t tmpfs none /tmp',
      // The value that is there, so the test changes nothing.
      'cat /proc/sys/kernel/core_pattern > /tmp/pattern && cat /tmp/pattern > /proc/sys/kernel/core_pattern',
      'echo 0 > /proc/self/oom_score_adj',
      'mknod /tmp/disk b 254 0 && head -c 1 /tmp/disk',
      'hostname other',
    ].map((attempt) => `(${attempt}) 2>/dev/null && echo "${attempt}"`);
    for (const writable of [[], [folder]]) {
      const script = `${attempts.join('\n')}\ngrep CapEff /proc/self/status`;
      const [bwrap = '', ...rest] = [...inSandbox({ cwd: '/', writable }), '/bin/sh', '-c', script];
      const said = execFileSync(bwrap, rest, { encoding: 'utf8' });
      // An administrator may still change files of others in the folder: bits 0, 1 and 3 of capabilities(7).
      expect(said).toMatch(writable.length === 0 ? /^CapEff:\s0{16}\n$/ : /^CapEff:\s0{15}[0b]\n$/);
    }
  });

  it('leaves no process, whenever it is ended', async () => {
    const mark = `polyloop-sandbox-${process.pid}`;
    for (let ms = 0; ms < 20; ms++) {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), ms);
      const command = [...inSandbox({ cwd: '/' }), '/bin/sh', '-c', `sleep 3600; : ${mark}`];
      expect((await run(command, { signal: abort.signal })).cancelled).toBe(true);
    }
    await eventually(() => expect(processesWith(mark)).toEqual([]));
  });
});

describe.skipIf(process.platform !== 'linux')('the limits of a command', () => {
  it('are set by the shell of the system', async () => {
    const limits = { cpuSeconds: 7, memoryMib: 900, fileMib: 3, processes: 99, outputBytes: 0, wallMs: 0 };
    const { tail } = await run(limited(['cat', '/proc/self/limits'], limits));
    const limitOf = (name: string) =>
      tail
        .find((line) => line.startsWith(name))
        ?.slice(26)
        .split(/ +/)[0];
    expect(limitOf('Max cpu time')).toBe('7');
    expect(limitOf('Max address space')).toBe(String(900 * 2 ** 20));
    expect(limitOf('Max file size')).toBe(String(3 * 2 ** 20));
    expect(limitOf('Max processes')).toBe('99');
  });
});

function processesWith(mark: string): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(join('/proc', id, 'cmdline'), 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}
