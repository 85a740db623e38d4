/** Random task sets that the analysis admits, and how late their jobs respond as real firmware of an emulated board. */
import { admit } from '../../generator/analysis/admission.ts';
import type { Board } from '../../generator/sketch/platform.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { targetById } from '../../generator/targets/index.ts';
import { TelemetryDecoder } from '../../generator/trace/decoder.ts';
import { KIND_COMPLETE, KIND_DROPPED, KIND_GAP, KIND_RELEASE, KIND_SKIP } from '../../generator/trace/kinds.ts';
import { NS_PER_TICK } from './release-times.ts';
import type { Config, ProgramSource } from './toolchain.ts';

/** Call and return of a body, and the set-up of its loop. */
const BODY_US = 1;

export interface RandomTask {
  readonly periodUs: number;
  readonly budgetUs: number;
}

/** Evenly spread between two values. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Variant {
  readonly id: 'superloop' | 'freertos';
  readonly policy: 'rate-monotonic' | 'edf';
  readonly board: Board;
  readonly ticksPerUs: number;
  /** Of the loop that a body consists of. */
  readonly loopNs: number;
  readonly sets: number;
  readonly mostTasks: number;
  readonly periodsUs: Span;
  /** Of the processor, by the budgets; null: as much as the analysis admits. */
  readonly utilization: Span | null;
  readonly config: Config;
  /** Telemetry of a run of the program. */
  readonly run: (program: ProgramSource, tasks: readonly RandomTask[]) => Promise<Uint8Array>;
}

export interface PredictedSet {
  readonly tasks: readonly RandomTask[];
  readonly boundsUs: readonly number[];
}

/** Park and Miller's minimal standard generator: the same sets on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const within = ({ from, to }: Span, value: number) => from + (to - from) * value;

/** The bounds of a set that is admitted; null: it is not. */
function boundsUs(tasks: readonly RandomTask[], { id, policy, board }: Variant): number[] | null {
  const document = {
    polyloop: 1,
    name: 'random',
    board: board.id,
    target: id,
    policy,
    tasks: tasks.map((task, index) => ({ name: `t${index}`, ...task, budgetUs: task.budgetUs + BODY_US })),
  };
  const result = readSketch(JSON.stringify(document));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const overheads = board.overheads[id] ?? null;
  const admission = admit(result.sketch, { capabilities: targetById(id), overheads });
  if (!admission.admitted) return null;
  // Under EDF the analysis promises deadlines.
  if (policy === 'edf') return tasks.map(({ periodUs }) => periodUs);
  const bounds = admission.tasks.flatMap(({ responseNs }) => (responseNs === null ? [] : [responseNs / 1000]));
  return bounds.length === tasks.length ? bounds : null;
}

/** Two tasks or more, rate-monotonic order, with the same share of the processor each. */
function tasksOf(periodsUs: readonly number[], utilization: number): RandomTask[] {
  const share = utilization / periodsUs.length;
  return periodsUs.map((periodUs) => ({ periodUs, budgetUs: Math.max(20, Math.floor(periodUs * share)) }));
}

const HALVINGS = 10;

/** The greatest utilization that the analysis still admits, to a thousandth. */
function greatestUtilization(periodsUs: readonly number[], variant: Variant): number {
  let [admitted, refused] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const between = (admitted + refused) / 2;
    if (boundsUs(tasksOf(periodsUs, between), variant) === null) refused = between;
    else admitted = between;
  }
  return admitted;
}

function randomTasks(seed: number, variant: Variant): RandomTask[] {
  const next = random(seed);
  const count = 2 + Math.floor(next() * (variant.mostTasks - 1));
  const drawn = next();
  const periodsUs = Array.from({ length: count }, () => Math.floor(within(variant.periodsUs, next())));
  periodsUs.sort((a, b) => a - b);
  const { utilization } = variant;
  return tasksOf(
    periodsUs,
    utilization === null ? greatestUtilization(periodsUs, variant) : within(utilization, drawn),
  );
}

/** Sets that the analysis admits, with its bounds; the same ones in every run. */
export function admittedSets(variant: Variant): PredictedSet[] {
  const sets: PredictedSet[] = [];
  for (let seed = 7919; sets.length < variant.sets; seed += 7919) {
    const tasks = randomTasks(seed, variant);
    const bounds = boundsUs(tasks, variant);
    if (bounds !== null) sets.push({ tasks, boundsUs: bounds });
  }
  return sets;
}

function configOf(tasks: readonly RandomTask[], { policy, config, ticksPerUs, loopNs }: Variant): Config {
  const loops = ({ budgetUs }: RandomTask) => Math.floor((budgetUs * 1000) / loopNs);
  return {
    PL_TASK_COUNT: tasks.length,
    PL_POLICY: policy === 'edf' ? 'PL_POLICY_EDF' : 'PL_POLICY_FIXED',
    BODIES: tasks.map((task, index) => `BODY(${index}, ${loops(task)}U)`).join(' '),
    ROWS: tasks.map(({ periodUs }, index) => `PERIODIC(${index}, UINT32_C(${periodUs * ticksPerUs}))`).join(', '),
    ...config,
  };
}

export interface Responses {
  /** The longest time from a release to its completion, or to the end of the run, by task. */
  readonly worstUs: readonly number[];
  /** What the telemetry tells of that is not as it should be: lost events, skipped releases. */
  readonly amiss: number;
}

export async function worstResponses(tasks: readonly RandomTask[], variant: Variant): Promise<Responses> {
  const telemetry = await variant.run({ name: 'bounds', config: configOf(tasks, variant) }, tasks);
  const waiting = tasks.map((): number[] => []);
  const worstUs = tasks.map(() => 0);
  let amiss = 0;
  let lastNs = 0;
  const raise = (task: number, sinceNs: number, untilNs: number) => {
    const us = (untilNs - sinceNs) / NS_PER_TICK / variant.ticksPerUs;
    worstUs[task] = Math.max(worstUs[task] ?? 0, us);
  };
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text() {},
    event(timeNs, kind, object) {
      lastNs = Math.max(lastNs, timeNs);
      if (kind === KIND_DROPPED || kind === KIND_GAP || kind === KIND_SKIP) amiss += 1;
      if (kind === KIND_RELEASE) waiting[object]?.push(timeNs);
      if (kind === KIND_COMPLETE) raise(object, waiting[object]?.shift() ?? Number.NaN, timeNs);
    },
  });
  decoder.push(telemetry);
  decoder.end();
  waiting.forEach((releases, task) => {
    for (const releasedNs of releases) raise(task, releasedNs, lastNs);
  });
  return { worstUs, amiss };
}
