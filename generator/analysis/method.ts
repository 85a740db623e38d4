/**
 * What one schedulability test says, in a form that a table, a meter and a blackboard can show.
 */
import { explainedLater } from './explained-later.ts';
import type { FailureKind } from './overrun.ts';
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

/** unknown: a sufficient test failed, which proves nothing, or the test gave up and says so. */
export type Verdict = 'schedulable' | 'unschedulable' | 'unknown';

/** One line of an explanation: words, and a formula in TeX with this sketch's numbers put in. */
export interface Step {
  readonly text: string;
  readonly tex?: string;
  /** The numbers in it by their symbol, for other programs: times in ns under names like `R` or `D`, ratios as they are. */
  readonly numbers?: Readonly<Record<string, number>>;
}

/** One task under one test. */
export interface TaskResult {
  /** Index into the task set's `entities`. */
  readonly entity: number;
  /** R, from the arrival; null when it is not bounded or the test does not compute it. Unit: ns. */
  readonly responseNs: number | null;
  readonly deadlineNs: number;
  /** null: the test cannot tell for this task alone. */
  readonly meetsDeadline: boolean | null;
}

/** The first job that fails, counted from 1: at the start where the test knows the phases, else at the critical instant. */
export interface Failure {
  /** Which promise it breaks: its deadline, or what its overrun policy needs (overrun.ts). */
  readonly kind: FailureKind;
  readonly entity: number;
  readonly job: number;
  /**
   * When it had to end: its deadline, or the release that finds it running. From the start of the program where the test knows the
   * phases, offset included; else from the critical instant.
   */
  readonly deadlineAtNs: number;
  /** By how much this job is late, at most; null when it was not followed to its end. */
  readonly latenessNs: number | null;
  /** It is late in some schedule that budgets and jitters allow. Not given: where all jobs take their budgets, or as the test says. */
  readonly some?: true;
  /** The schedule in which it is late, since the processor was last free; given where the test knows it. */
  readonly path?: readonly FailurePathJob[];
  /**
   * By entity, the phase that makes it late: when its first job of the busy period arrives, from the critical instant; null: any.
   * Given where it is open whether that phase occurs. Unit: ns.
   */
  readonly phasesNs?: readonly (number | null)[];
}

/** One job of a schedule; times from the start of the program. */
export interface FailurePathJob {
  readonly entity: number;
  /** From 1. */
  readonly job: number;
  readonly releasedNs: number;
  readonly startedNs: number;
  readonly endedNs: number;
}

/** What a test holds against its bound; only utilizations can be drawn on one scale with the tasks' shares. */
export type Measure = 'utilization' | 'product' | 'response-time' | 'demand' | 'supply';

export interface MethodResult {
  readonly method: MethodId;
  readonly label: string;
  /** The label after "Admitted by". */
  readonly phrase: string;
  readonly measures: Measure;
  /** Paper and equation. */
  readonly reference: string;
  /** As of the method. */
  readonly phases: 'given' | 'any';
  /** Whether the test's assumptions hold for this sketch on this target; if not, `verdict` is unknown. */
  readonly applies: boolean;
  /** Why it does not apply; null when it does. */
  readonly reason: string | null;
  readonly verdict: Verdict;
  /** For a utilization test: the left side and the bound on it (fractions of one processor; for display). */
  readonly value: number | null;
  readonly bound: number | null;
  /** Distance to the limit: bound − value, or the least (D − R)/D; negative when it fails; null when unknown. */
  readonly margin: number | null;
  readonly tasks: readonly TaskResult[];
  readonly failure: Failure | null;
  /** May be worked out when it is first read (explained-later.ts). */
  readonly explanation: readonly Step[];
}

export interface Method {
  readonly id: MethodId;
  readonly label: string;
  /** The label after "Admitted by". */
  readonly phrase: string;
  readonly reference: string;
  readonly measures: Measure;
  /** exact: also its "no" is a proof. */
  readonly exact: boolean;
  /** given: it judges the arrivals that the offsets make, from the start of the program on. Not given: any. */
  readonly phases?: 'given' | 'any';
  /** null when it applies, else the reason why not, in words for the user. */
  notApplicable(set: TaskSet): string | null;
  /** Called only when it applies. */
  judge(set: TaskSet): Judgement;
  /** The verdict that `judge` gives, where it can be had much sooner without words and names. Called only when it applies. */
  decide?(set: TaskSet): Verdict;
}

export type Judgement = Omit<
  MethodResult,
  'method' | 'label' | 'phrase' | 'measures' | 'reference' | 'phases' | 'applies' | 'reason'
>;

/** Runs one method on a task set, or says why it does not apply. */
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
  const { verdict, value, bound, margin, tasks, failure } = judgement;
  const judged = { applies: true, reason: null, verdict, value, bound, margin, tasks, failure };
  return explainedLater(
    { method: id, label, phrase, measures, reference, phases, ...judged },
    () => judgement.explanation,
  );
}

/** The verdict of `applyMethod` alone. */
export function verdictOf(method: Method, set: TaskSet): Verdict {
  if ((set.refusal ?? method.notApplicable(set)) !== null) return 'unknown';
  return method.decide === undefined ? method.judge(set).verdict : method.decide(set);
}

/** The explanation as plain text, one step a line; formulas in TeX are left out because the words carry the numbers. */
export function explanationText(result: MethodResult): string {
  return result.explanation.map((step) => step.text).join('\n');
}
