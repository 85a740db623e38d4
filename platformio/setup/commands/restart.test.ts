import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';

let directory = '';
beforeEach(() => {
  directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop dev-')));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

const here = (name: string) => path.join(import.meta.dirname, name);
const write = (name: string, text: string) => fs.writeFileSync(path.join(directory, name), text);

/** A host that says which version of its part it runs, and its process number. */
const HOST = `import { version } from './part.ts';\nconsole.log('runs', version, process.pid);\nsetInterval(() => {}, 1000);\n`;
const part = (version: string) => write('part.ts', `export const version: string = ${version};\n`);

/** A program that keeps the host running as `npm run dev` does. */
const SUPERVISOR = `
  const { runAndRestart } = await import(${JSON.stringify(here('restart.mjs'))});
  const { endOnSignals, run } = await import(${JSON.stringify(here('../run.mjs'))});
  const print = (line) => process.stdout.write(line + '\\n');
  endOnSignals();
  const start = (signal, isRestart) =>
    run([process.execPath, 'host.ts', String(isRestart)], { cwd: process.cwd(), signal, onLine: print });
  await runAndRestart(start, { folders: [process.cwd()], print, signal: new AbortController().signal });
  print('over');
`;

function supervise() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SUPERVISOR], { cwd: directory });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const says = async (pattern: RegExp) => {
    await eventually(() => expect(output).toMatch(pattern));
    const found = pattern.exec(output);
    output = '';
    return found;
  };
  return { child, ended, says };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a host restarts when a file changes, also after a failed start, and ends with its supervisor', async () => {
  part('"one"');
  write('host.ts', HOST);
  const { child, ended, says } = supervise();
  try {
    const first = Number((await says(/runs one (\d+)/))?.[1]);
    write('part.test.ts', 'a test is no part of the host');
    part('"two"');
    const second = Number((await says(/starting it again[\s\S]*runs two (\d+)/))?.[1]);
    expect(isAlive(first)).toBe(false);

    part('this is no program');
    await says(/The host ended \(exit code 1\)/);
    expect(isAlive(second)).toBe(false);
    part('"three"');
    const third = Number((await says(/runs three (\d+)/))?.[1]);

    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(isAlive(third)).toBe(false);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a program that ends at once, such as --help, ends the supervisor', async () => {
  write('host.ts', 'console.log("help")\n');
  const { ended, says } = supervise();
  await says(/help[\s\S]*over/);
  expect(await ended).toBe(0);
});
