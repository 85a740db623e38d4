import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { findZephyrKernel } from '../kernels.mjs';
import { run } from '../run.mjs';
import { type Context, SetupError } from '../step.mjs';
import { which } from '../which.mjs';
import { RELEASE, zephyrStep } from './zephyr.mjs';

const KERNEL = {
  VERSION: 'VERSION_MAJOR = 3\nVERSION_MINOR = 7\nPATCHLEVEL = 0\n',
  'kernel/sched.c': 'int scheduler;\n',
  'cmake/modules/kernel.cmake': '',
};

const said: string[] = [];
const context: Context = {
  say: (text) => void said.push(text),
  ended: async () => {},
  must: async (command, options) => {
    const { code, tail } = await run(command, options);
    if (code !== 0) throw new SetupError(tail.join('\n'));
  },
};

let folder = '';
let workspace = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-zephyr-'));
  workspace = join(folder, 'kernels', 'zephyrproject');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** A repository of these files, and its only commit. */
function repository(name: string, files: Readonly<Record<string, string>>) {
  const directory = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
  const identity = ['-c', 'user.name=Z', '-c', 'user.email=z@example.org', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]) => execFileSync('git', ['-C', directory, ...identity, ...args], { encoding: 'utf8' });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'all');
  return { repository: directory, commit: git('rev-parse', 'HEAD').trim() };
}

function release() {
  const kernel = { folder: 'zephyr', ...repository('kernel', KERNEL) };
  const module = { folder: 'modules/hal/cmsis', ...repository('cmsis', { 'core.h': '/* headers */\n' }) };
  return { version: '3.7.0', parts: [kernel, module], packages: null };
}

it('pins commits of the publisher', () => {
  for (const { repository: from, commit } of RELEASE.parts) {
    expect(from).toMatch(/^https:\/\/github\.com\/zephyrproject-rtos\/\w+$/);
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
  }
});

it.skipIf(which('git') === null)('makes a workspace in which the kernel is found', async () => {
  const step = zephyrStep(release(), workspace);
  expect(step.present()).toBeNull();
  await step.bring(context);
  expect(findZephyrKernel({}, join(workspace, 'zephyr'))).toMatchObject({ installed: true, version: '3.7.0' });
  expect(step.present()).toBe(`3.7.0 in ${join(workspace, 'zephyr')}`);
  expect(readFileSync(join(workspace, 'modules', 'hal', 'cmsis', 'core.h'), 'utf8')).toBe('/* headers */\n');
  expect(existsSync(join(workspace, 'zephyr', '.git'))).toBe(false);
  expect(said.filter((line) => line.endsWith('with git'))).toHaveLength(2);
});

it.skipIf(which('git') === null)('leaves nothing if a commit is not there, and says what to do', async () => {
  const good = release();
  const [kernel, module] = good.parts;
  if (kernel === undefined || module === undefined) throw new Error('two parts');
  const bad = { ...good, parts: [kernel, { ...module, commit: '0'.repeat(40) }] };
  await expect(zephyrStep(bad, workspace).bring(context)).rejects.toThrow(/set ZEPHYR_BASE to its folder zephyr/);
  expect(readdirSync(dirname(workspace))).toEqual([]);
  await zephyrStep(good, workspace).bring(context);
  expect(zephyrStep(good, workspace).present()).not.toBeNull();
});

it("keeps a folder that is the user's", async () => {
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, 'mine'), '');
  await expect(zephyrStep(RELEASE, workspace).bring(context)).rejects.toThrow(/Move it away/);
  expect(existsSync(join(workspace, 'mine'))).toBe(true);
});
