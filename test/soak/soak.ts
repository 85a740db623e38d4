/**
 * `npm run soak -- --jobs N`: runs random sketches as real firmware and compares every response
 * time with the bound of `polyloop check`.
 *
 *   npm run soak -- --jobs N [--board ID] [--target NAME] [--policy NAME] [--seed S] [--out FILE] [--workers 2] [--calibrated]
 *   npm run soak -- --replay FILE [--calibrated]
 *
 * N is the number of jobs for each board and target. A sketch that breaks a promise is shrunk and
 * stored in build/soak/violations/. `--replay` runs a stored sketch alone. `--keep` adds to the
 * results of earlier runs. `--out` writes docs/soak.md. Ctrl+C ends the run after the current
 * sketches and prints the results; a second Ctrl+C ends it at once. The exit status is 1 if a
 * promise was broken.
 *
 * `--calibrated` analyses with the overheads that `polyloop calibrate` has measured, on the boards and targets
 * that have a calibration. It does not write docs/soak.md; docs/calibration.md has its table.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { calibrationStore } from '../../app/cli/calibrations.ts';
import { type Calibrated, calibratedOf } from '../../generator/calibration/record.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { admittedSketch, type SoakFile } from './admitted.ts';
import { page } from './page.ts';
import { PLATFORMS, type Platform } from './profiles.ts';
import type { SeedOrder, SeedResult } from './seeds.ts';
import { kindsOf, tableOf } from './table.ts';
import { runTrial } from './trial.ts';

const ROOT = path.resolve(import.meta.dirname, '../../build/soak');
const JOBS_A_SKETCH = 10_000;
const print = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100000' },
    board: { type: 'string' },
    target: { type: 'string' },
    policy: { type: 'string' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    workers: { type: 'string', default: '2' },
    shrink: { type: 'string', default: '12' },
    replay: { type: 'string' },
    keep: { type: 'boolean', default: false },
    calibrated: { type: 'boolean', default: false },
  },
});

let stopped = false;
process.on('SIGINT', () => {
  if (stopped) process.exit(130);
  stopped = true;
  print('Stopping after the present sketches. Press Ctrl+C again to stop at once.');
});

/** A process and its current work. */
class Worker {
  readonly #child: ChildProcess;
  readonly #index: number;
  #answer: ((message: { readonly result?: SeedResult; readonly error?: string }) => void) | null = null;

  constructor(index: number) {
    this.#index = index;
    this.#child = fork(path.join(import.meta.dirname, 'worker.ts'), { stdio: 'inherit' });
    this.#child.on('message', (message: { readonly result?: SeedResult }) => this.#answer?.(message));
    this.#child.on('exit', (code) => this.#answer?.({ error: `worker ${index} ended with ${code}` }));
  }

  async run(order: Omit<SeedOrder, 'worker'>): Promise<SeedResult> {
    const answer = await new Promise<{ readonly result?: SeedResult; readonly error?: string }>((resolve) => {
      this.#answer = resolve;
      this.#child.send({ ...order, worker: this.#index });
    });
    if (answer.result !== undefined) return answer.result;
    throw new Error(answer.error);
  }

  end(): void {
    this.#child.disconnect();
  }
}

function progress(result: SeedResult): void {
  const { seed, board, target, policy, outcome, jobs, file, first } = result;
  if (outcome === 'not built') print(`seed ${seed}: not built: ${result.message}`);
  if (first === null) return;
  print(`seed ${seed}, ${board} ${target} ${policy}, ${jobs} jobs: ${kindsOf([result])}\n  ${first}`);
  if (file !== null) print(`  kept as ${path.relative(process.cwd(), file)}`);
}

/** The calibrations that the analysis uses. */
async function calibrations(): Promise<readonly Calibrated[]> {
  if (!values.calibrated) return [];
  const { entries, problems } = await calibrationStore().read();
  for (const { message } of problems) print(message);
  const used = entries.map(({ record, stale }) => calibratedOf(record, stale)).filter(({ stale }) => stale === null);
  if (used.length === 0) throw new Error('There is no calibration: run `npx polyloop calibrate` first.');
  for (const { board, target, day, compiler } of used)
    print(`${board} ${target}: calibrated on ${day} with ${compiler}`);
  return used;
}

async function soakPlatform(
  { board, target }: Platform,
  workers: readonly Worker[],
  measured: readonly Calibrated[],
): Promise<SeedResult[]> {
  const results: SeedResult[] = [];
  const file = path.join(ROOT, `${board}-${target}.jsonl`);
  if (!values.keep) await rm(file, { force: true });
  let [next, jobs] = [Number(values.seed), 0];
  const work = async (worker: Worker) => {
    while (jobs < Number(values.jobs) && !stopped) {
      const seed = next++;
      const policy = values.policy ?? null;
      const shrinkAttempts = Number(values.shrink);
      const result = await worker.run({
        seed,
        board,
        target,
        policy,
        jobs: JOBS_A_SKETCH,
        root: ROOT,
        shrinkAttempts,
        calibrations: measured,
      });
      jobs += result.jobs;
      results.push(result);
      progress(result);
      await appendFile(file, `${JSON.stringify(result)}\n`);
    }
  };
  await Promise.all(workers.map(work));
  return results;
}

async function kept(): Promise<SeedResult[]> {
  const files = PLATFORMS.map(({ board, target }) => path.join(ROOT, `${board}-${target}.jsonl`));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  return lines.map((line) => JSON.parse(line) as SeedResult);
}

async function soak(): Promise<number> {
  await mkdir(ROOT, { recursive: true });
  const measured = await calibrations();
  const isCalibrated = ({ board, target }: Platform) =>
    measured.some((one) => one.board === board && one.target === target);
  const platforms = PLATFORMS.filter(
    (platform) =>
      platform.board === (values.board ?? platform.board) &&
      platform.target === (values.target ?? platform.target) &&
      (!values.calibrated || isCalibrated(platform)),
  );
  const workers = Array.from({ length: Number(values.workers) }, (_, index) => new Worker(index));
  const results: SeedResult[] = [];
  print(`Seeds from ${values.seed}, ${values.jobs} jobs for each of ${platforms.length} boards and targets.`);
  for (const platform of platforms) {
    if (!stopped) results.push(...(await soakPlatform(platform, workers, measured)));
  }
  for (const worker of workers) worker.end();
  const all = values.keep ? await kept() : results;
  print(`\n${tableOf(all)}`);
  if (values.out !== undefined && !values.calibrated) await writeFile(values.out, page(all));
  return results.some(({ first }) => first !== null) ? 1 : 0;
}

/** Runs one sketch that a soak run has stored. */
async function replay(name: string): Promise<number> {
  const text = await readFile(name, 'utf8');
  const read = readSketch(text);
  const file = JSON.parse(text) as SoakFile;
  if (!read.ok || file['x-soak'] === undefined) throw new Error(`${name} is not a sketch that a soak run has kept.`);
  const admitted = admittedSketch(file, await calibrations());
  if (admitted === null) {
    print('The sketch is not admitted any more: nothing is promised.');
    return 0;
  }
  const result = await runTrial(admitted, file['x-soak'].runUs ?? 3_000_000, path.join(ROOT, 'replay'));
  if (result.message !== null) print(result.message);
  for (const { name: task, jobs, worstNs, boundNs } of result.tasks) {
    print(`${task}: ${jobs} jobs, worst response ${worstNs / 1e6} ms, bound ${boundNs / 1e6} ms`);
  }
  for (const { kind, message } of result.violations.slice(0, 30)) print(`${kind}: ${message}`);
  print(`${result.violations.length} violations, ${result.lostEvents} events lost`);
  return result.violations.length > 0 ? 1 : 0;
}

process.exitCode = values.replay === undefined ? await soak() : await replay(values.replay);
