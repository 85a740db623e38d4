/**
 * Runs random admitted task sets as real firmware on emulated boards, and measures their response
 * times.
 */
import { admit } from '../../generator/analysis/admission.ts';
import type { Board } from '../../generator/platform/board.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { targetById } from '../../generator/targets/index.ts';
import {
  KIND_BUDGET_EXHAUSTED,
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_INTERRUPT_MASK,
  KIND_LOCK_EXCEEDED,
  KIND_RELEASE,
  KIND_RELEASE_DROPPED,
} from '../../generator/trace/kinds.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { usually } from '../every-case.ts';
import { NS_PER_TICK } from './release-times.ts';
import type { Config, ProgramSource } from './toolchain.ts';

/**
 * Time of a body without its loop: set-up of the loop, counting of jobs, return. 61 cycles on the
 * Uno.
 */
const BODY_US = 4;

export interface RandomTask {
  readonly periodUs: number;
  /** C, which a preemptive target enforces. */
  readonly budgetUs: number;
}

/** Evenly spread between two values. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** An interrupt that arrives more often than its I/O budget allows. */
export interface Storm {
  /** The interrupt's source in the sketch. The program raises it, see line_arrivals(). */
  readonly source: string;
  readonly everyUs: number;
  /** Declared length, which the bottom half does not exceed. */
  readonly bottomHalfUs: number;
  readonly ioBudgetUs: number;
  readonly ioPeriodUs: number;
  /** The program fails if fewer bottom halves run. */
  readonly leastServed: number;
}

export interface SharedSections {
  /** The declared length, as a share of the task's budget. */
  readonly share: number;
  /** The part of the budget for a lock and its unlock. */
  readonly lockUs: number;
}

/** Text that the first task prints in each job: lines with a loop after each. */
export interface Text {
  readonly lines: number;
  /** Characters of a line. */
  readonly characters: number;
  /** The part of the budget for a line. Unit: µs. */
  readonly lineUs: number;
  /**
   * Whether `lineUs` covers the whole time of a line. Otherwise the task's jobs exceed their
   * budgets.
   */
  readonly paid: boolean;
}

export interface Variant {
  readonly id: 'superloop' | 'preemptive' | 'freertos' | 'rtems';
  readonly policy: 'rate-monotonic' | 'edf';
  readonly board: Board;
  /** The share of its budget that a body uses, at most 1, including call and return. */
  readonly share: number;
  /** The jobs of every second task never end. Only their budgets limit their interference. */
  readonly endless: boolean;
  /** Whether telemetry is on. Without it the program itself fails when a job exceeds its bound. */
  readonly traced: boolean;
  /** The part of the budget for the text that each body prints. 0: bodies print no text. */
  readonly printUs: number;
  /** A resource that all tasks share, with one critical section per job. Absent: no resource. */
  readonly sections?: SharedSections;
  /** Absent: the first task prints no lines. */
  readonly text?: Text;
  /** Whether a job is stopped when it exceeds its budget or its section. */
  readonly stops?: boolean;
  readonly ticksPerUs: number;
  /** Time of an iteration of the body's loop. */
  readonly loopNs: number;
  /** Absent: RUN_US. */
  readonly runUs?: number;
  readonly sets: number;
  readonly mostTasks: number;
  readonly periodsUs: Span;
  /** Utilization by the budgets. Null: the largest that the analysis admits. */
  readonly utilization: Span | null;
  readonly config: Config;
  /** Absent: no interrupts. */
  readonly storm?: Storm;
  /** First seed of the search for admitted sets. Absent: 7919. */
  readonly firstSeed?: number;
  /** Runs the program to its end and returns its telemetry. */
  readonly run: (program: ProgramSource) => Promise<Uint8Array>;
}

export interface PredictedSet {
  readonly tasks: readonly RandomTask[];
  readonly boundsUs: readonly number[];
}

/** Whether the jobs of the task at this position stay within their budgets. */
export function behaves(index: number, { endless, text }: Pick<Variant, 'endless' | 'text'>): boolean {
  if (index === 0) return text?.paid ?? true;
  return !endless || index % 2 === 0;
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

const interruptOf = ({ source, bottomHalfUs, ioBudgetUs, ioPeriodUs }: Storm) => ({
  name: 'storm',
  source,
  bottomHalfUs,
  ioBudgetUs,
  ioPeriodUs,
  handlerBudgetUs: 0,
  handlerPeriodUs: ioPeriodUs,
});

/** Unit: µs. */
const sectionUs = ({ budgetUs }: RandomTask, { share }: SharedSections): number => Math.floor(budgetUs * share);

const userOf = (task: RandomTask, index: number, sections: SharedSections) => ({
  task: `t${index}`,
  criticalSectionUs: sectionUs(task, sections),
});

/** The bounds of an admitted set. Null if the set is not admitted. */
function boundsUs(
  tasks: readonly RandomTask[],
  { id, policy, board, storm, sections, stops }: Variant,
): number[] | null {
  const users = sections === undefined ? [] : tasks.map((task, index) => userOf(task, index, sections));
  const document = {
    polyloop: 1,
    name: 'random',
    board: board.id,
    target: id,
    policy,
    tasks: tasks.map((task, index) => ({ name: `t${index}`, ...task, ...(stops && { exhaustion: 'stop' }) })),
    interrupts: storm === undefined ? [] : [interruptOf(storm)],
    resources: users.length === 0 ? [] : [{ name: 'shared', users }],
  };
  const result = readSketch(JSON.stringify(document));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const overheads = board.targets[id]?.overheads ?? null;
  const admission = admit(result.sketch, { capabilities: targetById(id), overheads });
  if (!admission.admitted) return null;
  // Under EDF the analysis promises deadlines.
  if (policy === 'edf') return tasks.map(({ periodUs }) => periodUs);
  const bounds = admission.tasks.flatMap(({ responseNs }) => (responseNs === null ? [] : [responseNs / 1000]));
  return bounds.length === tasks.length ? bounds : null;
}

/** At least two tasks in rate-monotonic order, with equal utilizations. */
function tasksOf(periodsUs: readonly number[], utilization: number): RandomTask[] {
  const share = utilization / periodsUs.length;
  return periodsUs.map((periodUs) => ({ periodUs, budgetUs: Math.max(20, Math.floor(periodUs * share)) }));
}

const HALVINGS = 10;

/** The largest utilization that the analysis admits, with an accuracy of 0.001. */
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

/** Admitted sets with their bounds. They are the same in every run. */
export function admittedSets(variant: Variant): PredictedSet[] {
  const sets: PredictedSet[] = [];
  for (let seed = variant.firstSeed ?? 7919; sets.length < variant.sets; seed += 7919) {
    const tasks = randomTasks(seed, variant);
    const bounds = boundsUs(tasks, variant);
    if (bounds !== null) sets.push({ tasks, boundsUs: bounds });
  }
  return sets;
}

/** Tasks of these periods with the largest admitted budgets. */
export function fullestSet(periodsUs: readonly number[], variant: Variant): PredictedSet {
  const tasks = tasksOf(periodsUs, greatestUtilization(periodsUs, variant));
  const bounds = boundsUs(tasks, variant);
  if (bounds === null) throw new Error(`not admitted at any budget: ${JSON.stringify(tasks)}`);
  return { tasks, boundsUs: bounds };
}

/** Time of the loops in a job of the task. Unit: µs. */
export const bodyUs = (
  { budgetUs }: RandomTask,
  { share, printUs, sections }: Pick<Variant, 'share' | 'printUs' | 'sections'>,
) => budgetUs * share - BODY_US - printUs - (sections?.lockUs ?? 0);

/** Length of a run, unless the variant has its own. Unit: µs. */
const RUN_US = usually(750_000, 1_500_000);
export const LONG_RUN_US = 1_500_000;

/** Number of jobs of the first task in a run. The last one ends the run. */
const jobsOf = (tasks: readonly RandomTask[], { runUs = RUN_US }: Pick<Variant, 'runUs'>) =>
  Math.ceil(runUs / (tasks[0]?.periodUs ?? 1));

function configOf({ tasks, boundsUs }: PredictedSet, variant: Variant): Config {
  const { policy, config, ticksPerUs, loopNs } = variant;
  const loopsOf = (us: number) => `${Math.max(1, Math.floor((us * 1000) / loopNs))}U`;
  const behaved = tasks.flatMap((_, index) => (behaves(index, variant) ? [index] : []));
  const ticks = (us: number) => `UINT32_C(${us * ticksPerUs})`;
  return {
    PL_TASK_COUNT: tasks.length,
    PL_TELEMETRY: variant.traced ? 1 : 0,
    PRINTS: variant.printUs > 0 ? 1 : 0,
    PL_POLICY: policy === 'edf' ? 'PL_POLICY_EDF' : 'PL_POLICY_FIXED',
    BODIES: tasks.map((task, index) => bodyOf(task, index, variant, loopsOf, ticks)).join(' '),
    ...(variant.sections === undefined ? {} : { PL_USES_RESOURCES: 1 }),
    ...(variant.stops && { PL_USES_EXHAUSTION_STOP: 1 }),
    ...(variant.text === undefined ? {} : { CHARACTERS: `${variant.text.characters}U` }),
    ROWS: tasks
      .map(({ periodUs, budgetUs }, index) => {
        // Without telemetry the program checks each response time by its deadline.
        const deadlineUs = variant.traced ? periodUs : Math.ceil(boundsUs[index] ?? periodUs);
        return `PERIODIC(${index}, ${ticks(periodUs)}, ${ticks(deadlineUs)}, ${ticks(budgetUs)})`;
      })
      .join(', '),
    // A job that exceeds its budget takes up to three periods.
    END_JOBS: `${Math.ceil(jobsOf(tasks, variant) / (behaves(0, variant) ? 1 : 3))}U`,
    BEHAVED: `${behaved.reduce((mask, index) => mask | (1 << index), 0)}U`,
    ...(variant.storm === undefined ? {} : stormConfig(variant.storm, variant)),
    ...config,
  };
}

function stormConfig(storm: Storm, { ticksPerUs, loopNs }: Variant): Config {
  const ticks = (us: number) => `UINT32_C(${us * ticksPerUs})`;
  return {
    PL_INTERRUPT_COUNT: 1,
    PL_IO_SERVER_COUNT: 1,
    STORM_EVERY_US: storm.everyUs,
    STORM_LOOPS: `${Math.floor(((storm.bottomHalfUs - BODY_US) * 1000) / loopNs)}U`,
    STORM_COST: ticks(storm.bottomHalfUs),
    STORM_BUDGET: ticks(storm.ioBudgetUs),
    STORM_PERIOD: ticks(storm.ioPeriodUs),
    STORM_LEAST: `UINT32_C(${storm.leastServed})`,
  };
}

/**
 * Bodies that end have a section of the declared length. Endless bodies have successive sections of
 * three times that length.
 */
function bodyOf(
  task: RandomTask,
  index: number,
  variant: Variant,
  loopsOf: (us: number) => string,
  ticks: (us: number) => string,
): string {
  const us = bodyUs(task, variant);
  if (variant.text !== undefined && index === 0) {
    const { lines, lineUs } = variant.text;
    return `PRINTING(0, ${lines}, ${loopsOf(us / lines - lineUs)})`;
  }
  if (variant.sections === undefined) {
    return behaves(index, variant) ? `BODY(${index}, ${loopsOf(us)})` : `ENDLESS(${index})`;
  }
  const insideUs = sectionUs(task, variant.sections);
  const declared = ticks(insideUs);
  if (!behaves(index, variant)) return `SPINNING(${index}, ${declared}, ${loopsOf(3 * insideUs)})`;
  return `LOCKING(${index}, ${declared}, ${loopsOf(insideUs)}, ${loopsOf(us - insideUs)})`;
}

export interface Responses {
  /** By task: the longest time from a release to the completion, or to the end of the run. */
  readonly worstUs: readonly number[];
  /** By task: number of jobs with a known response time. */
  readonly jobs: readonly number[];
  /** By task: how often its budget was exhausted. */
  readonly exhausted: readonly number[];
  /** By task: how often it held a resource for longer than declared. */
  readonly exceeded: readonly number[];
  /** How often telemetry lost events. The response of a job with a lost event is unknown. */
  readonly lost: number;
  /** Dropped releases of tasks with jobs that end. */
  readonly dropped: number;
  /** Number of maskings of the interrupt in telemetry, which records only a sample. */
  readonly masked: number;
}

export async function worstResponses(set: PredictedSet, variant: Variant): Promise<Responses> {
  const { tasks } = set;
  const telemetry = await variant.run({ name: 'bounds', config: configOf(set, variant) });
  const runNs = (jobsOf(tasks, variant) - 1) * (tasks[0]?.periodUs ?? 0) * variant.ticksPerUs * NS_PER_TICK;
  /** The release of the job in which the program reports its result and ends. */
  let endNs = Number.POSITIVE_INFINITY;
  const waiting = tasks.map((): number[] => []);
  const worstUs = tasks.map(() => 0);
  const exhausted = tasks.map(() => 0);
  const exceeded = tasks.map(() => 0);
  const jobs = tasks.map(() => 0);
  let [lost, dropped, masked] = [0, 0, 0];
  let lastNs = 0;
  const raise = (task: number, sinceNs: number, untilNs: number) => {
    const us = (untilNs - sinceNs) / NS_PER_TICK / variant.ticksPerUs;
    worstUs[task] = Math.max(worstUs[task] ?? 0, us);
  };
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text() {},
    event(timeNs, kind, object, value) {
      if (kind === KIND_RELEASE && object === 0) endNs = Math.min(endNs, timeNs + runNs);
      if (timeNs >= endNs) return;
      lastNs = Math.max(lastNs, timeNs);
      if (kind === KIND_EVENTS_DROPPED || kind === KIND_GAP) {
        lost += 1;
        for (const releases of waiting) releases.length = 0;
      }
      if (kind === KIND_RELEASE_DROPPED && behaves(object, variant)) dropped += 1;
      if (kind === KIND_INTERRUPT_MASK && value === 1) masked += 1;
      if (kind === KIND_BUDGET_EXHAUSTED) exhausted[object] = (exhausted[object] ?? 0) + 1;
      if (kind === KIND_LOCK_EXCEEDED) exceeded[value] = (exceeded[value] ?? 0) + 1;
      if (kind === KIND_RELEASE) waiting[object]?.push(timeNs);
      const released = kind === KIND_COMPLETE ? waiting[object]?.shift() : undefined;
      if (released === undefined) return;
      jobs[object] = (jobs[object] ?? 0) + 1;
      raise(object, released, timeNs);
    },
  });
  decoder.push(telemetry);
  decoder.end();
  waiting.forEach((releases, task) => {
    for (const releasedNs of releases) raise(task, releasedNs, lastNs);
  });
  return { worstUs, jobs, exhausted, exceeded, lost, dropped, masked };
}
