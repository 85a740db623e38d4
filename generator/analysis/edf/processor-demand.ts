/**
 * The processor-demand test for EDF, with and without preemption.
 *
 *   h(t) = Σ max(0, ⌊(t + J + T − D)/T⌋)·C
 *   h(t) + B(t) + I(t) ≤ t at every absolute deadline t of the busy period.
 *
 * S. Baruah, A. Mok, L. Rosier 1990; jitter after M. Spuri 1996; the search after F. Zhang and A.
 * Burns 2009 (qpa.ts). Without preemption B(t) = max over D_k − J_k > t of (C_k − 1 ns): K. Jeffay,
 * D. Stanat, C. Martel 1991; L. George, N. Rivierre, M. Spuri 1996. With D ≥ T, no jitter, no
 * blocking and no interrupts, ΣU ≤ 1 is sufficient and necessary (Liu, Layland 1973, theorem 7).
 */

import { formatInstant } from '../../numbers/time.ts';
import { tr, trCount } from '../../words/tr.ts';
import {
  firstReason,
  unlessEdf,
  unlessNonPreemptive,
  unlessOneCore,
  unlessPreemptive,
  unlessSporadicServers,
} from '../applicability.ts';
import { compareFractions, compareSafely, floorDiv, fraction, MAX_TIME_NS, sumFractions } from '../arithmetic.ts';
import { exactUs, formatRatios, formatReached, texName } from '../format.ts';
import { type Failure, type Judgement, type Method, type Step, type Verdict, withoutResponses } from '../method.ts';
import { byDeadlineAlone, isBounded } from '../overrun.ts';
import { type StepBudget, stepBudget } from '../response.ts';
import { fromStart, verdictFromStart } from '../schedule-abstraction/from-start.ts';
import { formula } from '../symbols.ts';
import { certainPart, recurringLoad, startsTogether, type TaskSet, utilizationOf } from '../task-set.ts';
import { nonPreemptiveBlocking, preemptiveBlocking, type StepFunction, valueAt } from './deadline-blocking.ts';
import { type DeadlineTable, deadlineHorizon, deadlineTable, dueBy, interruptsIn } from './deadline-table.ts';
import { fixedPoint } from './demand.ts';
import { longestBusyPeriod } from './longest-busy-period.ts';
import { type DemandSearch, searchBackwards, searchForwards } from './qpa.ts';

/** Computes B(t) of a task set. */
type Blocking = (set: TaskSet) => StepFunction;

interface Outcome {
  readonly verdict: Verdict;
  readonly failsAtNs: number | null;
  readonly checked: number;
  /**
   * A deadline that fails with the certain part of the demand as well. Undefined if none was found
   * or searched for.
   */
  readonly provenAtNs?: number;
}

/** Step limit for finding the first failing deadline if a later one is known. */
const FIRST_STEPS = 4_000_000;

/**
 * Searches for a deadline at which the demand exceeds the supply: the first one, if it is near enough.
 */
function search(set: TaskSet, blockingOf: Blocking): Outcome {
  const table = deadlineTable(set);
  const blocking = blockingOf(set);
  if (overOne(set) > 0) return failing(table, blocking, { failsAtNs: null, finished: false, checked: 0 });
  const found = searchBackwards(table, blocking, horizonOf(set, table, blocking), stepBudget());
  if (found.finished && found.failsAtNs === null) {
    return { verdict: 'schedulable', failsAtNs: null, checked: found.checked };
  }
  return failing(table, blocking, found);
}

function failing(table: DeadlineTable, blocking: StepFunction, known: DemandSearch): Outcome {
  const first = searchForwards(table, blocking, known.failsAtNs ?? MAX_TIME_NS, stepBudget(FIRST_STEPS));
  const failsAtNs = first.failsAtNs ?? known.failsAtNs;
  return {
    verdict: failsAtNs === null ? 'unknown' : 'unschedulable',
    failsAtNs,
    checked: known.checked + first.checked,
  };
}

/** A deadline after this time fails only if an earlier one fails. */
function horizonOf(set: TaskSet, table: DeadlineTable, { mostNs }: StepFunction): number {
  const horizon = deadlineHorizon(set, table, mostNs);
  if (horizon <= MAX_TIME_NS) return horizon;
  const busy = longestBusyPeriod(set, table, mostNs, stepBudget(BUSY_PERIOD_STEPS));
  // Until the last first deadline, there can be blocking that does not occur later.
  return busy === null ? horizon : Math.min(horizon, Math.max(busy, table.firstNs.at(-1) ?? 0));
}

const BUSY_PERIOD_STEPS = 4_000_000;

/** Sign of ΣU − 1, computed exactly. */
function overOne(set: TaskSet): number {
  const load = recurringLoad(set);
  return compareSafely(utilizationOf(set), 1, 2 * load.length, () =>
    compareFractions(sumFractions(load.map((item) => fraction(item.costNs, item.periodNs))), fraction(1, 1)),
  );
}

const implicit = (set: TaskSet): boolean =>
  set.interruptLoad.length === 0 &&
  set.overheads.blockingNs === 0 &&
  set.sections.length === 0 &&
  set.entities.every((e) => e.deadlineNs >= e.periodNs && e.jitterNs === 0);

function decide(set: TaskSet, blocking: Blocking): Outcome {
  const preemptive = set.capabilities.preemptive;
  if (!preemptive && set.background.some((task) => task.costNs === null)) {
    return { verdict: 'unknown', failsAtNs: null, checked: 0 };
  }
  const overloaded = overOne(set) > 0;
  if (preemptive && !overloaded && implicit(set)) return { verdict: 'schedulable', failsAtNs: null, checked: 0 };
  const outcome = search(set, blocking);
  if (overloaded) return { ...outcome, verdict: 'unschedulable' };
  if (outcome.failsAtNs === null) return outcome;
  const provenAtNs = provenAt(set, blocking, outcome.failsAtNs);
  return provenAtNs === null ? { ...outcome, verdict: 'unknown' } : { ...outcome, provenAtNs };
}

/**
 * Whether every deadline holds under preemptive EDF, without explanation and without finding the
 * first failure. Overrun policies may require more (overrun.ts).
 */
export function allDueInTime(set: TaskSet, budget: StepBudget): boolean {
  if (overOne(set) > 0) return false;
  if (implicit(set)) return true;
  const table = deadlineTable(set);
  const blocking = preemptiveBlocking(set);
  const found = searchBackwards(table, blocking, horizonOf(set, table, blocking), budget);
  return found.finished && found.failsAtNs === null;
}

/**
 * A deadline that is also missed without the pure upper bounds, by tasks that can be released
 * together; null if none is known.
 */
function provenAt(set: TaskSet, blocking: Blocking, failsAtNs: number): number | null {
  if (!mayBeProven(set)) return null;
  const certain = certainPart(set);
  return certain === set ? failsAtNs : search(certain, blocking).failsAtNs;
}

const mayBeProven = (set: TaskSet): boolean =>
  startsTogether(set) && set.sections.every(({ lengthNs }) => lengthNs === 0);

/**
 * The verdict of `decide`. It does not search the first failing deadline if a later one is known.
 */
function verdictWith(set: TaskSet, blockingOf: Blocking): Verdict {
  const verdict = verdictByDeadline(set, blockingOf);
  return verdict === 'schedulable' && set.entities.some(isBounded) ? 'unknown' : verdict;
}

function verdictByDeadline(set: TaskSet, blockingOf: Blocking): Verdict {
  const preemptive = set.capabilities.preemptive;
  if (!preemptive && set.background.some((task) => task.costNs === null)) return 'unknown';
  if (overOne(set) > 0) return 'unschedulable';
  if (preemptive && implicit(set)) return 'schedulable';
  const found = outcomeOf(set, blockingOf);
  if (found !== 'unschedulable') return found;
  const verdict = provenOf(set, blockingOf);
  return preemptive ? verdict : verdictFromStart(set, verdict);
}

/** For a set with a failing deadline: whether it fails without the pure upper bounds. */
function provenOf(set: TaskSet, blockingOf: Blocking): Verdict {
  if (!mayBeProven(set)) return 'unknown';
  const certain = certainPart(set);
  const proven = certain === set || outcomeOf(certain, blockingOf) === 'unschedulable';
  return proven ? 'unschedulable' : 'unknown';
}

/** The verdict of `search` for a load of at most 1. */
function outcomeOf(set: TaskSet, blockingOf: Blocking): Verdict {
  const table = deadlineTable(set);
  const blocking = blockingOf(set);
  const found = searchBackwards(table, blocking, horizonOf(set, table, blocking), stepBudget());
  if (found.finished) return found.failsAtNs === null ? 'schedulable' : 'unschedulable';
  return failing(table, blocking, found).verdict;
}

const judgeWith = (set: TaskSet, blocking: Blocking): Judgement => byDeadlineAlone(set, judgeDeadlines(set, blocking));

function judgeDeadlines(set: TaskSet, blocking: Blocking): Judgement {
  const outcome = decide(set, blocking);
  const value = utilizationOf(set);
  const meets = outcome.verdict === 'schedulable' ? true : null;
  const failure = failureOf(set, outcome, blocking);
  return {
    verdict: outcome.verdict,
    value,
    bound: 1,
    margin: outcome.verdict === 'schedulable' || value > 1 ? 1 - value : null,
    tasks: withoutResponses(set, (entity) => (entity === failure?.entity ? false : meets)),
    failure,
    explanation: explain(set, value, outcome, blocking),
  };
}

/**
 * The failing job of a proven miss, with the lateness of the bound. If no miss is proven, the first
 * job that can fail.
 */
function failureOf(set: TaskSet, { failsAtNs, provenAtNs }: Outcome, blocking: Blocking): Failure | null {
  const bound = failsAtNs === null ? null : failureAt(set, failsAtNs, blocking);
  if (provenAtNs === undefined) return bound;
  const proven = failureAt(certainPart(set), provenAtNs, blocking);
  return proven?.entity === bound?.entity && proven?.job === bound?.job ? bound : proven;
}

/** The job with its deadline at the failing time: the last to run of all jobs that are due by then. */
function failureAt(set: TaskSet, timeNs: number, blocking: Blocking): Failure | null {
  const entity = set.entities.findIndex((candidate) => {
    const since = timeNs + candidate.jitterNs - candidate.deadlineNs;
    return since >= 0 && since % candidate.periodNs === 0;
  });
  const found = set.entities[entity];
  if (found === undefined) return null;
  const job = floorDiv(timeNs + found.jitterNs - found.deadlineNs, found.periodNs) + 1;
  const deadlineAtNs = timeNs + found.jitterNs;
  return {
    kind: 'deadline',
    entity,
    job,
    deadlineAtNs,
    latenessNs: latenessAt(set, timeNs, blocking),
  };
}

function latenessAt(set: TaskSet, timeNs: number, blocking: Blocking): number | null {
  const table = deadlineTable(set);
  const base = dueBy(table, timeNs) + valueAt(blocking(set), timeNs);
  const demand = (end: number) => base + interruptsIn(table, end);
  const end = fixedPoint(timeNs, stepBudget(BUSY_PERIOD_STEPS), set.interruptLoad.length, demand);
  return end === null || !Number.isFinite(end) ? null : end - timeNs;
}

function explain(set: TaskSet, value: number, outcome: Outcome, blocking: Blocking): Step[] {
  const over = overOne(set) > 0;
  const [shown] = formatRatios(value, 1);
  const head: Step = {
    text: over ? tr`Utilization U = ${shown}: more than one processor can provide.` : tr`Utilization U = ${shown} ≤ 1.`,
    tex: `U = \\sum \\frac{C_i}{T_i} = ${shown} ${over ? '>' : '\\le'} 1`,
    numbers: { U: value, m: 1 },
  };
  if (outcome.verdict === 'schedulable' && outcome.checked === 0) {
    return [head, { text: tr`With deadlines equal to periods this is sufficient: every deadline holds.` }];
  }
  if (outcome.failsAtNs !== null) return [head, failingStep(set, outcome.failsAtNs, blocking)];
  if (outcome.verdict === 'schedulable') {
    return [
      head,
      {
        text: trCount(
          outcome.checked,
          'The search went backwards from the last deadline that could fail and examined {0} time: the work due by each time fits before it, which proves that no deadline down to the next examined time fails. Every deadline holds.',
          'The search went backwards from the last deadline that could fail and examined {0} times: the work due by each time fits before it, which proves that no deadline down to the next examined time fails. Every deadline holds.',
        ),
        numbers: { checked: outcome.checked },
      },
    ];
  }
  if (outcome.verdict === 'unschedulable') return [head, { text: tr`Some deadline is certainly missed.` }];
  const endless = set.background.find((task) => task.costNs === null);
  return [
    head,
    {
      text:
        endless !== undefined && !set.capabilities.preemptive
          ? tr`Background task "${endless.name}" has no budget, so its blocking is unbounded: give it one.`
          : tr`The test reached its step limit.`,
    },
  ];
}

function failingStep(set: TaskSet, timeNs: number, blocking: Blocking): Step {
  const table = deadlineTable(set);
  const demand = dueBy(table, timeNs);
  const extra = valueAt(blocking(set), timeNs) + interruptsIn(table, timeNs);
  const names = set.entities.slice(0, 4).map((entity) => texName(entity.name));
  const all = set.entities.length > 4 ? `${names.join(',')},\\dots` : names.join(',');
  return {
    text:
      extra > 0
        ? tr`At t = ${formatInstant(timeNs)} the work due is ${formatInstant(demand)} plus up to ${formatReached(extra)} of blocking, which does not fit.`
        : tr`At t = ${formatInstant(timeNs)} the work due is ${formatInstant(demand)}, which does not fit.`,
    tex: `h(${exactUs(timeNs)}) = \\sum_{${all}} \\left\\lfloor\\frac{t + J + T - D}{T}\\right\\rfloor C = ${exactUs(demand)}${extra > 0 ? ` + ${exactUs(extra)}` : ''} > ${exactUs(timeNs)}\\,\\text{µs}`,
    numbers: { t: timeNs, h: demand, B: extra },
  };
}

export const processorDemand: Method = {
  id: 'processor-demand',
  get label() {
    return tr`Processor demand (EDF)`;
  },
  get phrase() {
    return tr`the processor demand (EDF)`;
  },
  reference: 'Baruah, Mok, Rosier 1990; Spuri 1996; Zhang, Burns 2009',
  formula: formula(
    'h(t) = \\sum_i \\max\\left(0, \\left\\lfloor\\frac{t + J_i + T_i - D_i}{T_i}\\right\\rfloor\\right) C_i, \\quad h(t) + B(t) + I \\le t',
    ['C', 'T', 'D', 'J', 'I', 'i'],
    [
      ['h(t)', () => tr`work of the jobs that are released and due within a time t`],
      ['B(t)', () => tr`longest blocking of a job due by t, by one due later`],
      ['t', () => tr`each time at which a job is due, from the critical instant`],
    ],
  ),
  measures: 'demand',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessPreemptive, unlessSporadicServers),
  judge: (set) => judgeWith(set, preemptiveBlocking),
  decide: (set) => verdictWith(set, preemptiveBlocking),
};

export const processorDemandNonPreemptive: Method = {
  id: 'processor-demand-non-preemptive',
  get label() {
    return tr`Processor demand (non-preemptive EDF)`;
  },
  get phrase() {
    return tr`the processor demand (non-preemptive EDF)`;
  },
  reference: 'Jeffay, Stanat, Martel 1991; George, Rivierre, Spuri 1996',
  formula: formula(
    'h(t) = \\sum_i \\max\\left(0, \\left\\lfloor\\frac{t + J_i + T_i - D_i}{T_i}\\right\\rfloor\\right) C_i, \\quad h(t) + B(t) + I \\le t',
    ['C', 'T', 'D', 'J', 'I', 'i'],
    [
      ['h(t)', () => tr`work of the jobs that are released and due within a time t`],
      ['B(t)', () => tr`longest job that is due after t and has just started`],
      ['t', () => tr`each time at which a job is due, from the critical instant`],
    ],
  ),
  measures: 'demand',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessNonPreemptive),
  judge: (set) => byDeadlineAlone(set, fromStart(set, judgeDeadlines(set, nonPreemptiveBlocking))),
  decide: (set) => verdictWith(set, nonPreemptiveBlocking),
};
