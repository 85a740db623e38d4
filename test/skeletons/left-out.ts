/** The expected messages if a step of a skeleton is omitted, and their sources. */

/**
 * The source of a message. types: the TypeScript compiler. tests: the tests in `FILES`. build: the
 * build of a sketch that uses the addition.
 */
export type Speaker = 'types' | 'tests' | 'build';

export interface Message {
  readonly by: Speaker;
  /** A part of the message that names the step. */
  readonly says: string;
  /** The test file that reports it. Null: another source. */
  readonly file: (typeof FILES)[number] | null;
}

/** Test files that check everything that can be added. */
export const FILES = [
  'test/architecture/additions.test.ts',
  'test/architecture/architecture.test.ts',
  'test/architecture/platforms.test.ts',
  'test/events/events.test.ts',
  'test/docs/analysis-page.test.ts',
  'generator/boards/index.test.ts',
  'generator/targets/index.test.ts',
  'app/cli/commands/index.test.ts',
  'app/renderer/workbench/panels.test.tsx',
  'app/renderer/workbench/shortcuts.test.tsx',
] as const;

const types = (says: string): Message => ({ by: 'types', says, file: null });
const build = (says: string): Message => ({ by: 'build', says, file: null });
const testsIn =
  (file: (typeof FILES)[number]) =>
  (says: string): Message => ({ by: 'tests', says, file });
const additions = testsIn('test/architecture/additions.test.ts');
const architecture = testsIn('test/architecture/architecture.test.ts');
const platforms = testsIn('test/architecture/platforms.test.ts');
const events = testsIn('test/events/events.test.ts');
const analysisPage = testsIn('test/docs/analysis-page.test.ts');
const boards = testsIn('generator/boards/index.test.ts');
const commands = testsIn('app/cli/commands/index.test.ts');
const shortcuts = testsIn('app/renderer/workbench/shortcuts.test.tsx');
const noModule = (module: string): Message => types(`Cannot find module '${module}'`);

/** By skeleton: the message for each step. Null: the step is optional. */
export const LEFT_OUT: Readonly<Record<string, readonly (Message | null)[]>> = {
  analysis: [
    noModule('./fixed/harmonic-chains.ts'),
    additions('write a test of "harmonic-chains" in generator/analysis'),
    types(`Type '"harmonic-chains"' is not assignable to type 'MethodId'`),
    architecture('list harmonic-chains in generator/analysis/registry.ts'),
    analysisPage('add an example of harmonic-chains to docs/analysis.md'),
  ],
  board: [
    noModule('./mps2-an386/index.ts'),
    noModule('./superloop.ts'),
    boards('list mps2-an386 in BOARDS of generator/boards/index.ts'),
    platforms('add templates/boards/mps2-an386'),
    platforms('add templates/targets/superloop/mps2-an386/README.md'),
    platforms('a line for mps2-an386, superloop in PLATFORMS of test/soak/profiles.ts'),
  ],
  chart: [
    noModule('../charts/load/load-chart.tsx'),
    additions('write a test in app/renderer/charts/load'),
    types(`Property 'LoadPanel' does not exist`),
    types(`'load' does not exist in type 'Readonly<Record<PanelId, Panel>>'`),
    types(`Property 'load' is missing`),
    types(`Property 'load' is missing`),
  ],
  command: [
    noModule('./tasks.ts'),
    additions('write a test of "tasks" in app/cli'),
    commands('register tasks in app/cli/commands/index.ts'),
    additions('add a row for "tasks" to docs/cli.md'),
  ],
  event: [
    types(`''channel-level'' does not exist in type`),
    events('add KIND_CHANNEL_LEVEL to generator/trace/kinds.ts'),
    types(`Property '"channel-level"' is missing`),
    events('Run npm run generate:events'),
    build(`'pl_channel_level' was not declared in this scope`),
    build('`pl_channel_level` is used but defined nowhere'),
  ],
  kernel: [
    noModule('./threads/capabilities.ts'),
    types(`Type '"threads"' is not assignable to type`),
    types(`Property 'threads' is missing`),
    noModule('./threads/project.ts'),
    platforms('a line in generator/targets/generate.ts'),
    noModule('./threads.ts'),
    platforms('a file threads.ts in the folder of a board'),
    platforms('add templates/targets/threads/host/README.md'),
    platforms('a line for host, threads in PLATFORMS of test/soak/profiles.ts'),
  ],
  view: [
    noModule('../views/urgency/urgency-view.tsx'),
    additions('write a test in app/renderer/views/urgency'),
    types(`'urgency' does not exist in type 'Readonly<Record<PanelId, Panel>>'`),
    types(`Property 'urgency' is missing`),
    types(`Property 'urgency' is missing`),
  ],
  'window-command': [shortcuts('declare the command select-none, or take its key away'), null],
};
