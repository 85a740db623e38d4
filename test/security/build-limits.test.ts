/** Code that takes from the compiler what it can. The build ends, and its message names the limit. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BUILD_LIMITS, type Limits } from '../../platformio/driver/check/limits.ts';
import { buildHost } from '../../platformio/driver/host-cc.ts';
import { hasSandbox } from '../../platformio/driver/sandbox.ts';
import { TestProject } from '../../platformio/driver/test-project.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { eventually } from '../eventually.ts';
import { usually } from '../every-case.ts';
import { giveToGuarded, guard, missingForGuard } from './guarded.ts';

const tools = findTools();
const { hostCc, hostCxx } = tools;
const hasCompiler = process.platform === 'linux' && hostCc.installed && hostCxx.installed;
const root = join(import.meta.dirname, '../..');

/** Twice as many expressions at each level. */
const MACROS = Array.from({ length: 40 }, (_, level) => `#define M${level + 1} M${level} + M${level}`).join('\n');
const CONSTEXPR = `
struct F { static constexpr unsigned long f(unsigned long n) { return n < 2 ? n : f(n - 1) + f(n - 2) * n; } };`;
const NAMES = Array.from({ length: 100 }, (_, n) => `${'n'.repeat(3000)}${n}();`).join('\n');

describe.skipIf(!hasCompiler)('a build that has no end', () => {
  const project = new TestProject('host');
  beforeAll(() => project.create());
  afterAll(() => project.remove());

  const build = async (body: string, change: Partial<Limits> = {}) => {
    await project.writeBody(body);
    return buildHost({ projectDir: project.dir, tools, limits: { ...BUILD_LIMITS, ...change } });
  };

  const macros = `#define M0 1\n${MACROS}\nint a = M40;`;
  it.each([
    ['macros', macros, usually({ memoryMib: 300 }, {}), `${usually(300, 4096)} MiB of memory`],
    ['constant expressions', `${CONSTEXPR}\nstatic int x[F::f(90) % 7];`, { cpuSeconds: 2 }, '2 s of processor time'],
    ['an object', 'static int x[100000000] = {1}; x[1] = 2;', { fileMib: 16 }, '16 MiB'],
    ['messages', NAMES, { outputBytes: 100_000 }, 'printed more than 0.1 MB'],
    ['an #include of itself', '#include "main.cpp"\n#include "main.cpp"', { cpuSeconds: 2 }, /nested depth|2 s of/],
  ])('ends at a limit, which the message names: %s', async (_, body, limits, named) => {
    const { outcome, message, diagnostics } = await build(body, limits);
    const said = [message, ...diagnostics.map((each) => each.message)].join('\n');
    expect(outcome).toBe('failed');
    expect(said).toMatch(named);
    expect(said.length).toBeLessThan(200_000);
  });

  it('that waits ends after its time', async () => {
    const sleeper = { ...hostCxx, command: ['/bin/sh', '-c', 'sleep 3600'] } as typeof hostCxx;
    await project.writeBody('');
    const limits = { ...BUILD_LIMITS, wallMs: 500 };
    const { outcome, message } = await buildHost({
      projectDir: project.dir,
      tools: { ...tools, hostCxx: sleeper },
      limits,
    });
    expect({ outcome, message }).toMatchObject({ outcome: 'failed', message: expect.stringMatching(/minutes/) });
  });
});

/** Builds with a compiler that makes processes without end. Its argument is the folder of the project. */
const FORKING_BUILD = `
const [{ buildHost }, { findTools }] = await Promise.all(
  ['driver/host-cc.ts', 'setup/tools.ts'].map((name) => import(${JSON.stringify(`${root}/platformio/`)} + name)));
const tools = findTools();
const bomb = 'made=0; while :; do sleep 3600 & made=$((made + 1)); echo made $made; done';
const hostCc = { ...tools.hostCc, command: ['/bin/sh', '-c', bomb] };
let made = 0;
const onLine = ({ text }) => { made = Math.max(made, Number(/^made (\\d+)/.exec(text)?.[1] ?? 0)); };
const { outcome, message } = await buildHost({ projectDir: process.argv[1], tools: { ...tools, hostCc }, onLine });
console.log(JSON.stringify({ outcome, message, made }));
process.exit();
`;
const missing = missingForGuard();

describe.skipIf(!hasCompiler || missing !== null || !(await hasSandbox()))(`a build (missing: ${missing})`, () => {
  it('makes a bounded number of processes, and none is left', async () => {
    const project = new TestProject('host');
    await project.create();
    onTestFinished(() => project.remove());
    await project.writeBody('');
    giveToGuarded(project.dir);
    const [program = '', ...before] = await guard();
    const node = [process.execPath, '--input-type=module', '-e', FORKING_BUILD, project.dir];
    const env = { ...process.env, HOME: project.dir };
    const said = execFileSync(program, [...before, ...node], { encoding: 'utf8', env, cwd: project.dir });
    const { outcome, message, made } = JSON.parse(said);
    expect(outcome).toBe('failed');
    expect(message).toContain('more than 1024 processes');
    expect(made).toBeGreaterThan(500);
    expect(made).toBeLessThan(1100);
    // Nothing else of this computer has the folder of the project in its command line.
    await eventually(() => expect(processesWith(project.dir)).toEqual([]));
  });
});

function processesWith(word: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}
