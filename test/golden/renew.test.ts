/** `npm run goldens` in a scratch copy with damaged expected outputs, and in CI. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostCompiler } from '../conformance/toolchain.ts';

const root = path.resolve(import.meta.dirname, '../..');
const NOT_COPIED = new Set(['node_modules', 'build', '.git', '.polyloop', 'e2e']);
const DAMAGED = [
  'test/golden/expected/overload-uno/src/main.cpp',
  'test/golden/expected/overload-mps2-an385/src/main.cpp',
  'generator/sketch/polyloop.schema.json',
  'docs/rtems-smp.md',
  ...(hostCompiler === null ? [] : ['test/conformance/telemetry-vectors.json']),
  'runtime-c/include/polyloop/events.h',
];

let copy = '';
beforeAll(() => {
  mkdirSync(path.join(root, 'build'), { recursive: true });
  copy = mkdtempSync(path.join(root, 'build', 'goldens-'));
  for (const name of readdirSync(root).filter((each) => !NOT_COPIED.has(each))) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (env: Record<string, string>, ...args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env: { ...process.env, CI: '', ...env } });
const renew = (ci: string) => run({ CI: ci }, 'test/golden/renew.ts');
const text = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');

it('fails in CI and renews nothing, with the command and with the variable', () => {
  for (const file of DAMAGED) writeFileSync(path.join(copy, file), '{}\n');
  expect(renew('true').status).toBe(1);
  const tests = ['node_modules/vitest/vitest.mjs', 'run', 'test/golden/golden.test.ts', '-t', 'overload'];
  expect(run({ CI: 'true', POLYLOOP_GOLDENS: 'renew' }, ...tests).status).toBe(1);
  expect(run({}, ...tests).status).toBe(1);
  for (const file of DAMAGED) expect(text(copy, file), file).toBe('{}\n');
});

it('writes the current output and names the changed files', () => {
  const { status, stdout, stderr } = renew('');
  expect(status, stderr).toBe(0);
  for (const file of DAMAGED) {
    expect(stdout).toContain(`\n  ${file}`);
    expect(text(copy, file), file).toBe(text(root, file));
  }
});
