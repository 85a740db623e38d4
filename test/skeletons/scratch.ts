/** A scratch copy of the checkout to which skeletons are added, and the tools that check it. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../architecture/files.ts';
import { edited, type Skeleton, type Step, sourceOf } from './skeleton.ts';

const run = promisify(execFile);
const LEFT_BEHIND = new Set(['.git', '.polyloop', 'build', 'node_modules', 'test-results']);
const LINKED = ['node_modules', '.polyloop'];
/** Files that scripts of package.json generate. */
const MADE = ['runtime-c/include/polyloop/events.h', 'docs/telemetry.md'];

const TSC = 'node_modules/typescript/bin/tsc';
/** Several threads would be faster, but would take twice the processor time. */
const TSC_OPTIONS = ['--singleThreaded', '--pretty', 'false'];
const VITEST = 'node_modules/vitest/vitest.mjs';
/** A TypeScript project of the product's code without tests. An omitted step shows up here. */
const CODE_PROJECT = 'tsconfig.code.json';

export interface Outcome {
  readonly ok: boolean;
  /** The program's standard output and standard error. */
  readonly output: string;
}

export class Scratch {
  readonly folder: string;
  readonly #touched: readonly string[];

  /** @param skeletons all skeletons that will be added to the copy */
  constructor(skeletons: readonly Skeleton[]) {
    const build = path.join(root, 'build');
    mkdirSync(build, { recursive: true });
    this.folder = mkdtempSync(path.join(build, 'skeletons-'));
    for (const name of readdirSync(root)) {
      if (!LEFT_BEHIND.has(name)) cpSync(path.join(root, name), this.at(name), { recursive: true });
    }
    for (const name of LINKED) {
      if (existsSync(path.join(root, name))) symlinkSync(path.join(root, name), this.at(name), 'junction');
    }
    const project = {
      extends: './tsconfig.json',
      include: ['generator/**/*.ts', 'app/**/*.ts', 'app/**/*.tsx'],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/test-*.ts'],
    };
    writeFileSync(this.at(CODE_PROJECT), JSON.stringify(project));
    const steps = skeletons.flatMap((skeleton) => skeleton.steps);
    this.#touched = [...MADE, ...steps.flatMap(({ creates, edits }) => [...creates, ...edits.map(({ file }) => file)])];
  }

  at(...parts: readonly string[]): string {
    return path.join(this.folder, ...parts);
  }

  read(file: string): string {
    return readFileSync(this.at(file), 'utf8');
  }

  /** Restores the checkout and applies all steps of the skeletons, except for the omitted ones. */
  async plant(skeletons: readonly Skeleton[], isLeftOut: (skeleton: Skeleton, step: Step) => boolean): Promise<void> {
    for (const file of this.#touched) {
      if (existsSync(path.join(root, file))) cpSync(path.join(root, file), this.at(file));
      else this.#remove(file);
    }
    const all = skeletons.flatMap((skeleton) => skeleton.steps.map((step) => ({ skeleton, step })));
    for (const { skeleton, step } of all) if (!isLeftOut(skeleton, step)) await this.#take(skeleton, step);
  }

  /** Removes a file, and the folders that are then empty. */
  #remove(file: string): void {
    rmSync(this.at(file), { force: true });
    for (let folder = path.dirname(file); !existsSync(path.join(root, folder)); folder = path.dirname(folder)) {
      if (existsSync(this.at(folder)) && readdirSync(this.at(folder)).length === 0) rmdirSync(this.at(folder));
    }
  }

  async #take({ id }: Skeleton, { creates, edits, runs }: Step): Promise<void> {
    for (const file of creates) cpSync(sourceOf(id, file), this.at(file), { recursive: true });
    for (const edit of edits) writeFileSync(this.at(edit.file), edited(this.read(edit.file), edit));
    if (runs !== null) {
      const { scripts } = JSON.parse(this.read('package.json')) as { scripts: Readonly<Record<string, string>> };
      const [, ...args] = (scripts[runs] ?? '').split(' ');
      const { ok, output } = await this.node(...args);
      if (!ok) throw new Error(output);
    }
  }

  /** Runs Node.js in the copy. */
  async node(...args: readonly string[]): Promise<Outcome> {
    return this.program(process.execPath, ...args);
  }

  async program(command: string, ...args: readonly string[]): Promise<Outcome> {
    const options = { cwd: this.folder, maxBuffer: 2 ** 26, env: { ...process.env, NO_COLOR: '1' } };
    try {
      const { stdout, stderr } = await run(command, args, options);
      return { ok: true, output: stdout + stderr };
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      return { ok: false, output: `${stdout}${stderr}` || String(error) };
    }
  }

  /** The messages of the TypeScript compiler, one line each. */
  async complaints(project: string = CODE_PROJECT): Promise<string[]> {
    const known = this.at('build', `${path.basename(project)}.tsbuildinfo`);
    const { output } = await this.node(TSC, '-p', project, '--incremental', '--tsBuildInfoFile', known, ...TSC_OPTIONS);
    return output.split('\n').filter((line) => line.includes('error TS'));
  }

  /** The failed tests of these files: their names with their messages. */
  async failures(files: readonly string[]): Promise<string[]> {
    const report = this.at('build', 'tests.json');
    rmSync(report, { force: true });
    const { output } = await this.node(
      VITEST,
      'run',
      '--no-isolate',
      // Each further process would load the same modules again.
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    );
    if (!existsSync(report)) throw new Error(output);
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: readonly TestFile[] };
    return testResults.flatMap(({ status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length > 0) return failed.map((test) => `${test.fullName}: ${test.failureMessages.join('\n')}`);
      return status === 'failed' ? [message] : [];
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface TestFile {
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}
