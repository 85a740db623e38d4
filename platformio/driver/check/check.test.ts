import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMissing, findTools } from '../../setup/tools.ts';
import { buildWithPio } from '../pio.ts';
import { TestProject } from '../test-project.ts';
import { type CheckRequest, checkProject } from './check.ts';
import { compileCommand } from './command.ts';
import { CHECK_LIMITS } from './limits.ts';

const tools = findTools();
for (const tool of [tools.hostCxx, tools.pio, tools.avr]) {
  if (!tool.installed) console.warn(`Checks are not tried: ${describeMissing(tool)}`);
}
const isPosix = process.platform !== 'win32';

describe.skipIf(!tools.hostCxx.installed)('a check', () => {
  const project = new TestProject('host');
  beforeAll(() => project.create());
  afterAll(() => project.remove());

  const check = async (body: string, more: Partial<CheckRequest> = {}) => {
    await project.writeBody(body);
    return checkProject({ dir: project.dir, buildDir: project.dir, tools, depth: 'syntax', ...more });
  };

  test('finds a mistake at its place', async () => {
    const { outcome, diagnostics } = await check('int x = 1;\nint y = x +;');
    expect(outcome).toBe('checked');
    expect(diagnostics[0]).toMatchObject({
      severity: 'error',
      element: { kind: 'task', name: 'Blink fast' },
      ...{ member: 'body', line: 2, column: 12 },
    });
  });

  test('can be cancelled', async () => {
    expect(await check('', { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'cancelled', diagnostics: [] });
  });

  test.skipIf(!isPosix)('ends when the compiler takes too much processor time', async () => {
    const long =
      'struct L { static constexpr unsigned long f(unsigned long n) { return n < 2 ? n : f(n - 1) + f(n - 2) * n; } };';
    const limits = { ...CHECK_LIMITS, cpuSeconds: 1 };
    // The limits of the compiler itself are out of the way.
    const endless = `${long}\nconstexpr auto a = L::f(47), b = L::f(48);`;
    const { outcome, message, diagnostics } = await check(endless, { limits });
    if (outcome === 'checked') expect(diagnostics[0]?.severity).toBe('error');
    else expect({ outcome, message }).toMatchObject({ outcome: 'stopped', message: expect.stringContaining('1 s') });
  });

  test.skipIf(!isPosix)('ends when the compiler takes too much memory', async () => {
    const { outcome, message } = await check('#include "/dev/zero"');
    expect({ outcome, message }).toMatchObject({ outcome: 'stopped', message: expect.stringContaining('1024 MiB') });
  });

  test('ends when the compiler prints too much, even in one line', async () => {
    const limits = { ...CHECK_LIMITS, outputBytes: 100_000 };
    const name = 'n'.repeat(300_000);
    const { outcome, diagnostics } = await check(`int ${name} = 1; ${name}();`, { limits });
    expect(['checked', 'stopped']).toContain(outcome);
    expect(JSON.stringify(diagnostics).length).toBeLessThan(20_000);
  });

  test('returns a bounded number of messages', async () => {
    const { diagnostics } = await check(
      Array.from({ length: 5000 }, (_, index) => `undeclared_${index}();`).join('\n'),
    );
    expect(diagnostics.length).toBeLessThanOrEqual(200);
    expect(diagnostics.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(10);
  });
});

describe.skipIf(!tools.pio.installed || !tools.avr.installed || !isPosix)('the flags for the Uno', () => {
  const project = new TestProject('uno');
  let elsewhere = '';
  beforeAll(async () => {
    await project.create();
    await project.writeBody('rt_next();');
    elsewhere = await mkdtemp(path.join(os.tmpdir(), 'polyloop-no-build-'));
  });
  afterAll(async () => {
    await project.remove();
    await rm(elsewhere, { recursive: true, force: true });
  });

  const flagsOf = async (buildDir: string, dir = project.dir) => {
    const found = await compileCommand({ dir, buildDir, tools });
    if (!found.installed) throw new Error(describeMissing(found));
    const isFlag = (each: string) => !/^-I|^-DPLATFORMIO=|avr-g\+\+$/.test(each);
    const folders = found.command.filter((each) => each.startsWith('-I'));
    return { flags: new Set(found.command.filter(isFlag)), folders };
  };

  test('are the same before the first build and after it', async () => {
    const before = await flagsOf(elsewhere);
    const { outcome } = await buildWithPio({ projectDir: project.dir, tools, repeat: true });
    expect(outcome).toBe('ok');
    const after = await flagsOf(project.dir);
    expect(before.flags).toEqual(after.flags);
    expect(before.folders).toEqual(expect.arrayContaining(after.folders));
    for (const buildDir of [elsewhere, project.dir]) {
      const checked = await checkProject({ dir: project.dir, buildDir, tools, depth: 'full' });
      expect(checked).toEqual({ outcome: 'checked', message: null, diagnostics: [] });
    }
  });

  test('are those of the project’s own description when it has changed since the build', async () => {
    await writeFile(path.join(elsewhere, 'platformio.ini'), '[env:uno]\nboard = uno\nbuild_flags = -DNEW=1\n');
    expect((await flagsOf(project.dir, elsewhere)).flags).toContain('-DNEW=1');
  });

  test('include the folders of the sketch’s libraries; those of the registry come with the first build', async () => {
    const ini = (library: string) =>
      writeFile(
        path.join(elsewhere, 'platformio.ini'),
        `[env:uno]\nboard = uno\nlib_deps =\n  a=symlink:///x/a\n${library}`,
      );
    await ini('');
    expect((await flagsOf(elsewhere, elsewhere)).folders).toContain('-I/x/a');
    await ini('  arduino-libraries/Servo@1.2.2\n');
    await expect(flagsOf(elsewhere, elsewhere)).rejects.toThrow('run the sketch once');
  });
});
