/**
 * Earliest deadline first: the processor-demand test, with and without preemption.
 *
 * h(t) = Σ max(0, ⌊(t + J + T − D)/T⌋)·C;   h(t) + B(t) + I(t) ≤ t at every absolute deadline t of the busy period.
 *
 * S. Baruah, A. Mok, L. Rosier 1990; jitter after M. Spuri 1996. Without preemption B(t) = max over D_k > t of
 * (C_k − 1 ns): K. Jeffay, D. Stanat, C. Martel 1991; L. George, N. Rivierre, M. Spuri 1996. With D ≥ T, no jitter, no
 * blocking and no interrupts ΣU ≤ 1 decides alone (Liu, Layland 1973, theorem 7).
 */
import { firstReason, unlessEdf, unlessNonPreemptive, unlessOneCore, unlessPreemptive } from './applicability.ts';
import { compareFractions, compareSafely, floorDiv, fraction, MAX_TIME_NS, sumFractions } from './arithmetic.ts';
import { type DemandTable, demandIn, demandTable, fixedPoint } from './demand.ts';
import { exactUs, formatNs, formatRatios, texName } from './format.ts';
import type { Failure, Judgement, Method, Step, TaskResult, Verdict } from './method.ts';
import { type StepBudget, stepBudget } from './response.ts';
import { certainPart, type Entity, recurringLoad, startsTogether, type TaskSet, utilizationOf } from './task-set.ts';

/** What can be in the way of the work that is due by t. */
interface Blocking {
  /** At any t. */
  always(set: TaskSet): number;
  /** While some deadline lies after t. */
  at(set: TaskSet, timeNs: number): number;
}

const preemptiveBlocking: Blocking = {
  always: (set) => set.overheads.blockingNs,
  // Under the stack resource policy only a job with a later deadline can hold a section against one due by t.
  // Which of the sections are held by jobs due later is not looked at: above the truth, and so never a proof.
  at: (set, timeNs) =>
    set.entities.reduce((longest, entity) => {
      const due = entity.deadlineNs - entity.jitterNs <= timeNs;
      return due ? Math.max(longest, entity.resourceBlockingNs) : longest;
    }, 0),
};

const UNIT_NS = 1;

/** A job that has just begun: of the background at any time, of a task while its own deadline is later. */
const nonPreemptiveBlocking: Blocking = {
  always: (set) =>
    set.overheads.blockingNs + Math.max(0, ...set.background.map((task) => (task.costNs ?? 0) - UNIT_NS)),
  at(set, timeNs) {
    const background = Math.max(0, ...set.background.map((task) => (task.costNs ?? 0) - UNIT_NS));
    let longest = background;
    for (const entity of set.entities) {
      if (entity.deadlineNs - entity.jitterNs > timeNs) longest = Math.max(longest, entity.costNs - UNIT_NS);
    }
    return longest - background;
  },
};

const blockingAt = (blocking: Blocking, set: TaskSet, timeNs: number): number =>
  blocking.always(set) + blocking.at(set, timeNs);

/** h(t): work that arrives from 0 on and is due by t. */
export function demandBound(entities: readonly Entity[], timeNs: number): number {
  let demand = 0;
  for (const { periodNs, deadlineNs, jitterNs, costNs } of entities) {
    const reach = timeNs + jitterNs + periodNs - deadlineNs;
    if (reach >= periodNs) demand += floorDiv(reach, periodNs) * costNs;
  }
  return demand;
}

/** First absolute deadline after `timeNs`. */
function nextDeadline(entities: readonly Entity[], timeNs: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { periodNs, deadlineNs, jitterNs } of entities) {
    const first = Math.max(deadlineNs - jitterNs, 0);
    const after = first > timeNs ? first : first + (floorDiv(timeNs - first, periodNs) + 1) * periodNs;
    next = Math.min(next, after);
  }
  return next;
}

type Outcome = { readonly verdict: Verdict; readonly failsAtNs: number | null; readonly checked: number };

/** Looks for a deadline at which more is due than fits. */
function search(set: TaskSet, blocking: Blocking, budget: StepBudget): Outcome {
  const table = demandTable(set);
  const end = overOne(set) > 0 ? Number.POSITIVE_INFINITY : lastDeadlineToCheck(set, table, blocking);
  let checked = 0;
  for (let time = nextDeadline(set.entities, -1); time <= end; time = nextDeadline(set.entities, time)) {
    if (time > MAX_TIME_NS || !budget.spend(SEARCH_BASE + 3 * set.entities.length)) {
      return { verdict: 'unknown', failsAtNs: null, checked };
    }
    checked += 1;
    if (neededBy(set, table, blocking, time) > time) return { verdict: 'unschedulable', failsAtNs: time, checked };
  }
  return { verdict: 'schedulable', failsAtNs: null, checked };
}

const SEARCH_BASE = 32;

/** What must be done by t: what is due, what is in the way and the interrupts. */
const neededBy = (set: TaskSet, table: DemandTable, blocking: Blocking, timeNs: number): number =>
  demandBound(set.entities, timeNs) + blockingAt(blocking, set, timeNs) + interruptsIn(table, timeNs);

/**
 * After the longest busy period, and after the last first deadline, from which on no task is in the way, nothing new comes.
 * A busy period that never ends, at full load, repeats itself after a hyperperiod.
 */
function lastDeadlineToCheck(set: TaskSet, table: DemandTable, blocking: Blocking): number {
  const rows = { from: 0, to: table.periodNs.length, skip: -1 };
  const base = blocking.always(set) + set.entities.reduce((most, e) => Math.max(most, e.resourceBlockingNs), 0);
  const latest = set.entities.reduce((most, { deadlineNs, periodNs }) => Math.max(most, deadlineNs, periodNs), 0);
  const repeats = Math.min((table.hyperperiodBefore[rows.to] as number) + latest, Number.MAX_SAFE_INTEGER);
  const budget = stepBudget(BUSY_PERIOD_STEPS);
  const demand = (time: number) => base + demandIn(table, rows, time);
  const busy = fixedPoint(base + 1, budget, rows.to, demand, repeats) ?? Number.POSITIVE_INFINITY;
  return Math.min(Math.max(busy, latest), repeats);
}

const BUSY_PERIOD_STEPS = 4_000_000;

const interruptsIn = (table: DemandTable, timeNs: number): number =>
  demandIn(table, { from: 0, to: table.interrupts, skip: -1 }, timeNs);

/** Sign of ΣU − 1, exact. */
function overOne(set: TaskSet): number {
  const load = recurringLoad(set);
  return compareSafely(utilizationOf(set), 1, 2 * load.length, () =>
    compareFractions(sumFractions(load.map((item) => fraction(item.costNs, item.periodNs))), fraction(1, 1)),
  );
}

const implicit = (set: TaskSet): boolean =>
  set.interruptLoad.length === 0 &&
  set.overheads.blockingNs === 0 &&
  set.entities.every((e) => e.deadlineNs >= e.periodNs && e.jitterNs === 0 && e.resourceBlockingNs === 0);

function decide(set: TaskSet, blocking: Blocking): Outcome {
  const preemptive = set.capabilities.preemptive;
  if (!preemptive && set.background.some((task) => task.costNs === null)) {
    return { verdict: 'unknown', failsAtNs: null, checked: 0 };
  }
  const overloaded = overOne(set) > 0;
  if (preemptive && !overloaded && implicit(set)) return { verdict: 'schedulable', failsAtNs: null, checked: 0 };
  const outcome = search(set, blocking, stepBudget());
  if (overloaded) return { ...outcome, verdict: 'unschedulable' };
  return outcome.failsAtNs === null || isProof(set, blocking) ? outcome : { ...outcome, verdict: 'unknown' };
}

/** Whether a deadline is also missed without what is only an upper bound, by tasks that may be released together. */
function isProof(set: TaskSet, blocking: Blocking): boolean {
  if (!startsTogether(set) || set.entities.some((entity) => entity.resourceBlockingNs > 0)) return false;
  return search(certainPart(set), blocking, stepBudget()).failsAtNs !== null;
}

function judgeWith(set: TaskSet, blocking: Blocking): Judgement {
  const outcome = decide(set, blocking);
  const value = utilizationOf(set);
  const meets = outcome.verdict === 'schedulable' ? true : null;
  const failure = outcome.failsAtNs === null ? null : failureAt(set, outcome.failsAtNs, blocking);
  return {
    verdict: outcome.verdict,
    value,
    bound: 1,
    margin: outcome.verdict === 'schedulable' || value > 1 ? 1 - value : null,
    tasks: set.entities.map(
      ({ deadlineNs }, entity): TaskResult => ({
        entity,
        responseNs: null,
        deadlineNs,
        meetsDeadline: entity === failure?.entity ? false : meets,
      }),
    ),
    failure,
    explanation: explain(set, value, outcome, blocking),
  };
}

/** The job whose deadline is the failing time: of all that is due by then the last to be served. */
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
    entity,
    job,
    deadlineAtNs,
    latenessNs: latenessAt(set, timeNs, blocking),
  };
}

function latenessAt(set: TaskSet, timeNs: number, blocking: Blocking): number | null {
  const table = demandTable(set);
  const base = demandBound(set.entities, timeNs) + blockingAt(blocking, set, timeNs);
  const demand = (end: number) => base + interruptsIn(table, end);
  const end = fixedPoint(timeNs, stepBudget(BUSY_PERIOD_STEPS), table.interrupts, demand);
  return end === null || !Number.isFinite(end) ? null : end - timeNs;
}

function explain(set: TaskSet, value: number, outcome: Outcome, blocking: Blocking): Step[] {
  const over = overOne(set) > 0;
  const [shown] = formatRatios(value, 1);
  const head: Step = {
    text: `Utilization U = ${shown}${over ? ': more than one processor can give.' : ' ≤ 1.'}`,
    tex: `U = \\sum \\frac{C_i}{T_i} = ${shown} ${over ? '>' : '\\le'} 1`,
  };
  if (outcome.verdict === 'schedulable' && outcome.checked === 0) {
    return [head, { text: 'With deadlines at the ends of periods this alone decides: every deadline holds.' }];
  }
  if (outcome.failsAtNs !== null) return [head, failing(set, outcome.failsAtNs, blocking)];
  if (outcome.verdict === 'schedulable') {
    return [
      head,
      {
        text: `At each of the ${outcome.checked} deadlines of the longest busy period the work due fits: every deadline holds.`,
      },
    ];
  }
  if (outcome.verdict === 'unschedulable') return [head, { text: 'Some deadline must be missed.' }];
  const endless = set.background.find((task) => task.costNs === null);
  return [
    head,
    {
      text:
        endless !== undefined && !set.capabilities.preemptive
          ? `Background task "${endless.name}" has no budget, so no blocking can be bounded: give it one.`
          : 'No answer within the limit of steps.',
    },
  ];
}

function failing(set: TaskSet, timeNs: number, blocking: Blocking): Step {
  const demand = demandBound(set.entities, timeNs);
  const extra = blockingAt(blocking, set, timeNs) + interruptsIn(demandTable(set), timeNs);
  const names = set.entities.slice(0, 4).map((entity) => texName(entity.name));
  return {
    text: `At t = ${formatNs(timeNs)} the work due is ${formatNs(demand)}${extra > 0 ? ` and ${formatNs(extra)} can be in the way` : ''}: more than fits.`,
    tex: `h(${exactUs(timeNs)}) = \\sum_{${names.join(',')}} \\left\\lfloor\\frac{t + J + T - D}{T}\\right\\rfloor C = ${exactUs(demand)}${extra > 0 ? ` + ${exactUs(extra)}` : ''} > ${exactUs(timeNs)}\\,\\text{µs}`,
  };
}

export const processorDemand: Method = {
  id: 'processor-demand',
  label: 'Processor demand (EDF)',
  phrase: 'the processor demand (EDF)',
  reference: 'Baruah, Mok, Rosier 1990; Spuri 1996',
  measures: 'demand',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessPreemptive),
  judge: (set) => judgeWith(set, preemptiveBlocking),
};

export const processorDemandNonPreemptive: Method = {
  id: 'processor-demand-non-preemptive',
  label: 'Processor demand (non-preemptive EDF)',
  phrase: 'the processor demand (non-preemptive EDF)',
  reference: 'Jeffay, Stanat, Martel 1991; George, Rivierre, Spuri 1996',
  measures: 'demand',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessNonPreemptive),
  judge: (set) => judgeWith(set, nonPreemptiveBlocking),
};
