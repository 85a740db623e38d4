/**
 * The result of one schedulability test, in a form that a table, a meter and an explanation view
 * can display.
 */
import type { FailureKind } from './overrun.ts';
import type { Formula } from './symbols.ts';
import type { TaskSet } from './task-set.ts';

export type MethodId =
  | 'liu-layland'
  | 'hyperbolic'
  | 'quest'
  | 'response-time'
  | 'response-time-non-preemptive'
  | 'processor-demand'
  | 'processor-demand-non-preemptive'
  | 'few-levels'
  | 'offsets'
  | 'schedule-abstraction'
  | 'response-time-edf'
  | 'response-time-edf-non-preemptive'
  | 'periodic-resource'
  | 'constant-bandwidth'
  | 'partitioned'
  | 'clustered'
  | 'affinity'
  | 'gfb'
  | 'bcl'
  | 'bak'
  | 'bar'
  | 'response-time-global'
  | 'response-time-limited-carry-in';

/**
 * unknown: a sufficient test failed, which proves nothing, or the test reached a limit and reports
 * it.
 */
export type Verdict = 'schedulable' | 'unschedulable' | 'unknown';

/** One line of an explanation: words, and a TeX formula with the numbers of this sketch. */
export interface Step {
  readonly text: string;
  readonly tex?: string;
  /**
   * The numbers of the formula by symbol, for other programs: times in ns under names like `R` or
   * `D`, and plain ratios.
   */
  readonly numbers?: Readonly<Record<string, number>>;
}

/** Whether the numbers of a step contain a time just before or just after another one. */
export const isOpen = ({ tex }: Step): boolean => tex !== undefined && /\^\{[-+]\}/.test(tex);

/** The result of one test for one task. */
export interface TaskResult {
  /** Index into the task set's `entities`. */
  readonly entity: number;
  /** R, from the arrival; null if it is unbounded or the test does not compute it. Unit: ns. */
  readonly responseNs: number | null;
  readonly deadlineNs: number;
  /** null: the test gives no result for this task alone. */
  readonly meetsDeadline: boolean | null;
}

/**
 * The first job that fails, counted from 1. It counts from the start of the program if the test
 * uses the offsets, otherwise from the critical instant.
 */
export interface Failure {
  /**
   * The requirement that the job violates: its deadline, or the limit of its overrun policy
   * (overrun.ts).
   */
  readonly kind: FailureKind;
  readonly entity: number;
  readonly job: number;
  /**
   * The time by which the job had to end: its deadline, or the release that occurs while it is
   * running. It counts from the start of the program, offset included, if the test uses the
   * offsets, otherwise from the critical instant.
   */
  readonly deadlineAtNs: number;
  /** The maximum lateness of this job; null if the test did not follow it to its end. */
  readonly latenessNs: number | null;
  /**
   * The lateness counts declared times only, so overheads can add to it. Undefined: it is a maximum,
   * overheads included.
   */
  readonly least?: true;
  /**
   * The job is late in some schedule that budgets and jitters allow. Undefined: it is late if all
   * jobs use their whole budgets, or as the test states.
   */
  readonly some?: true;
  /**
   * The schedule in which the job is late, since the processor was last idle. Undefined if the test
   * does not know it.
   */
  readonly path?: readonly FailurePathJob[];
  /**
   * The phases that make the job late: for each entity, the arrival of its first job in the busy
   * period, from the critical instant; null for any phase. Defined only if it is unknown whether
   * these phases occur. Unit: ns.
   */
  readonly phasesNs?: readonly (number | null)[];
}

/** One job of a schedule. Times count from the start of the program. */
export interface FailurePathJob {
  readonly entity: number;
  /** From 1. */
  readonly job: number;
  readonly releasedNs: number;
  readonly startedNs: number;
  readonly endedNs: number;
}

/**
 * The quantity that a test compares with its bound. Only utilizations can share a scale with the
 * tasks' utilizations.
 */
export type Measure = 'utilization' | 'product' | 'response-time' | 'demand' | 'supply';

export interface MethodResult {
  readonly method: MethodId;
  readonly label: string;
  /** The words after "Proved by". */
  readonly phrase: string;
  readonly measures: Measure;
  /** Paper and equation. */
  readonly reference: string;
  /** As in the method. */
  readonly phases: 'given' | 'any';
  /**
   * Whether the test's assumptions hold for this sketch on this target. If they do not, `verdict`
   * is unknown.
   */
  readonly applies: boolean;
  /** Why the test does not apply; null if it applies. */
  readonly reason: string | null;
  readonly verdict: Verdict;
  /**
   * For a utilization test: the left-hand side and its bound, as fractions of one processor. For
   * display only.
   */
  readonly value: number | null;
  readonly bound: number | null;
  /**
   * Distance to the limit: bound − value, or the smallest (D − R)/D. Negative if the test fails;
   * null if unknown.
   */
  readonly margin: number | null;
  readonly tasks: readonly TaskResult[];
  readonly failure: Failure | null;
  /** May be computed on first read. */
  readonly explanation: readonly Step[];
}

export interface Method {
  readonly id: MethodId;
  readonly label: string;
  /** The words after "Proved by". */
  readonly phrase: string;
  readonly reference: string;
  /** Before any number: the equation of the test, and the meaning of its symbols. */
  readonly formula: Formula;
  readonly measures: Measure;
  /** Whether the test is exact, so that a negative result is a proof, too. */
  readonly exact: boolean;
  /**
   * given: the test uses the arrivals that the offsets cause, from the start of the program.
   * Undefined: any phases.
   */
  readonly phases?: 'given' | 'any';
  /** null if the test applies, otherwise the reason why not, in words for the user. */
  notApplicable(set: TaskSet): string | null;
  /** Called only if the test applies. */
  judge(set: TaskSet): Judgement;
  /**
   * The verdict of `judge`, without explanations and names, if that is much faster. Called only if
   * the test applies.
   */
  decide?(set: TaskSet): Verdict;
}

/**
 * What a test finds. Explanations take several times as long as the numbers that they explain, and
 * most are never read. A test can give a function that computes the explanation on first read.
 */
export interface Judgement
  extends Omit<
    MethodResult,
    'method' | 'label' | 'phrase' | 'measures' | 'reference' | 'phases' | 'applies' | 'reason' | 'explanation'
  > {
  readonly explanation: readonly Step[] | (() => readonly Step[]);
}

/** The judgement of a utilization bound. A value above the bound proves nothing. */
export const withinBound = (
  holds: boolean,
  value: number,
  bound: number,
  explanation: Judgement['explanation'],
): Judgement => ({
  verdict: holds ? 'schedulable' : 'unknown',
  value,
  bound,
  margin: bound - value,
  tasks: [],
  failure: null,
  explanation,
});

/** The results for the tasks of a test that computes no response times. */
export const withoutResponses = (set: TaskSet, meets: (entity: number) => boolean | null): readonly TaskResult[] =>
  set.entities.map(({ deadlineNs }, entity) => ({
    entity,
    responseNs: null,
    deadlineNs,
    meetsDeadline: meets(entity),
  }));

export const stepsOf = ({ explanation }: Judgement): readonly Step[] =>
  typeof explanation === 'function' ? explanation() : explanation;

/** Runs one method on a task set, or reports why it does not apply. */
export function applyMethod(method: Method, set: TaskSet): MethodResult {
  const { id, label, phrase, measures, reference, phases = 'any' } = method;
  const reason = set.refusal ?? method.notApplicable(set);
  if (reason !== null) {
    return {
      method: id,
      label,
      phrase,
      measures,
      reference,
      phases,
      applies: false,
      reason,
      verdict: 'unknown',
      value: null,
      bound: null,
      margin: null,
      tasks: [],
      failure: null,
      explanation: [{ text: reason }],
    };
  }
  const judgement = method.judge(set);
  const { explanation, verdict, value, bound, margin, tasks, failure } = judgement;
  if (typeof explanation === 'function') return new ExplainedLater(method, judgement, explanation);
  const rest = { method: id, label, phrase, measures, reference, phases, applies: true, reason: null };
  return { ...rest, verdict, value, bound, margin, tasks, failure, explanation };
}

/**
 * The result of a test that applies. Computes the explanation on first read. The property is an own
 * property, so that structured clones and JSON include it. All results share one getter. With a
 * getter of its own, each result would get a hidden class of its own, which keeps the result in
 * memory until the next full garbage collection. The constructor assigns each member, because
 * copying them takes ten times as long.
 */
class ExplainedLater implements MethodResult {
  readonly method: MethodId;
  readonly label: string;
  readonly phrase: string;
  readonly measures: Measure;
  readonly reference: string;
  readonly phases: 'given' | 'any';
  readonly applies = true;
  readonly reason = null;
  readonly verdict: Verdict;
  readonly value: number | null;
  readonly bound: number | null;
  readonly margin: number | null;
  readonly tasks: readonly TaskResult[];
  readonly failure: Failure | null;
  declare readonly explanation: readonly Step[];
  readonly #explain: () => readonly Step[];
  #steps: readonly Step[] | null = null;

  constructor(method: Method, judgement: Judgement, explain: () => readonly Step[]) {
    this.method = method.id;
    this.label = method.label;
    this.phrase = method.phrase;
    this.measures = method.measures;
    this.reference = method.reference;
    this.phases = method.phases ?? 'any';
    this.verdict = judgement.verdict;
    this.value = judgement.value;
    this.bound = judgement.bound;
    this.margin = judgement.margin;
    this.tasks = judgement.tasks;
    this.failure = judgement.failure;
    this.#explain = explain;
    Object.defineProperty(this, 'explanation', ExplainedLater.#property);
  }

  static readonly #property: PropertyDescriptor & ThisType<ExplainedLater> = {
    enumerable: true,
    get() {
      this.#steps ??= this.#explain();
      return this.#steps;
    },
  };
}

/** The verdict of `applyMethod` only. */
export function verdictOf(method: Method, set: TaskSet): Verdict {
  if ((set.refusal ?? method.notApplicable(set)) !== null) return 'unknown';
  return method.decide === undefined ? method.judge(set).verdict : method.decide(set);
}

/**
 * The explanation as plain text, one step per line. TeX formulas are omitted, because the words
 * include their numbers.
 */
export function explanationText(result: MethodResult): string {
  return result.explanation.map((step) => step.text).join('\n');
}
