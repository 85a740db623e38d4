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
import { formatNs, formatRatio, texName } from './format.ts';
import type { Failure, Judgement, Method, Step, TaskResult, Verdict } from './method.ts';
import { type StepBudget, stepBudget } from './response.ts';
import type { Entity, TaskSet } from './task-set.ts';

type Blocking = (set: TaskSet, timeNs: number) => number;

const preemptiveBlocking: Blocking = (set, timeNs) =>
  set.entities.reduce(
    // Under the stack resource policy only a job with a later deadline can hold a section against one due by t.
    (longest, entity) => (entity.deadlineNs <= timeNs ? Math.max(longest, entity.resourceBlockingNs) : longest),
    0,
  ) + set.overheads.blockingNs;

const nonPreemptiveBlocking: Blocking = (set, timeNs) => {
  let longest = 0;
  for (const entity of set.entities) {
    if (entity.deadlineNs - entity.jitterNs > timeNs) longest = Math.max(longest, entity.costNs - 1);
  }
  for (const task of set.background) longest = Math.max(longest, (task.costNs ?? 0) - 1);
  return longest + set.overheads.blockingNs;
};

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

/** Looks for a deadline at which more is due than fits, up to the end of the longest busy period. */
function search(set: TaskSet, blocking: Blocking, budget: StepBudget): Outcome {
  const table = demandTable(set);
  const busy = busyPeriod(set, table, blocking);
  let checked = 0;
  for (let time = nextDeadline(set.entities, -1); time <= busy; time = nextDeadline(set.entities, time)) {
    if (time > MAX_TIME_NS || !budget.spend(3 * set.entities.length))
      return { verdict: 'unknown', failsAtNs: null, checked };
    checked += 1;
    const needed = demandBound(set.entities, time) + blocking(set, time) + interruptsIn(table, time);
    if (needed > time) return { verdict: proves(set) ? 'unschedulable' : 'unknown', failsAtNs: time, checked };
  }
  return { verdict: 'schedulable', failsAtNs: null, checked };
}

/** Length of the longest busy period; infinite when none is found within the limit of steps. Unit: ns. */
function busyPeriod(set: TaskSet, table: DemandTable, blocking: Blocking): number {
  const rows = { from: 0, to: table.periodNs.length, skip: -1 };
  const base = blocking(set, 0) + set.entities.reduce((most, entity) => Math.max(most, entity.resourceBlockingNs), 0);
  const budget = stepBudget(BUSY_PERIOD_STEPS);
  return (
    fixedPoint(base + 1, budget, rows.to, (time) => base + demandIn(table, rows, time)) ?? Number.POSITIVE_INFINITY
  );
}

const BUSY_PERIOD_STEPS = 4_000_000;

const interruptsIn = (table: DemandTable, timeNs: number): number =>
  demandIn(table, { from: 0, to: table.interrupts, skip: -1 }, timeNs);

/** Whether a failing demand is also a failing schedule: all may be released together, nothing else is in the way. */
const proves = (set: TaskSet): boolean =>
  set.interruptLoad.length === 0 && set.entities.every((entity) => entity.offsetNs === 0);

/** Sign of ΣU − 1, exact. */
function overOne(set: TaskSet): number {
  const load = [...set.entities, ...set.interruptLoad];
  const value = load.reduce((sum, item) => sum + item.costNs / item.periodNs, 0);
  return compareSafely(value, 1, 2 * load.length, () =>
    compareFractions(sumFractions(load.map((item) => fraction(item.costNs, item.periodNs))), fraction(1, 1)),
  );
}

const implicit = (set: TaskSet): boolean =>
  set.interruptLoad.length === 0 &&
  set.overheads.blockingNs === 0 &&
  set.entities.every((e) => e.deadlineNs >= e.periodNs && e.jitterNs === 0 && e.resourceBlockingNs === 0);

function decide(set: TaskSet, blocking: Blocking, preemptive: boolean): Outcome {
  if (overOne(set) > 0) return { verdict: 'unschedulable', failsAtNs: null, checked: 0 };
  if (preemptive && implicit(set)) return { verdict: 'schedulable', failsAtNs: null, checked: 0 };
  if (!preemptive && set.background.some((task) => task.costNs === null)) {
    return { verdict: 'unknown', failsAtNs: null, checked: 0 };
  }
  return search(set, blocking, stepBudget());
}

function judgeWith(set: TaskSet, blocking: Blocking, preemptive: boolean): Judgement {
  const outcome = decide(set, blocking, preemptive);
  const value = [...set.entities, ...set.interruptLoad].reduce((sum, item) => sum + item.costNs / item.periodNs, 0);
  const meets = outcome.verdict === 'schedulable' ? true : null;
  return {
    verdict: outcome.verdict,
    value,
    bound: 1,
    margin: outcome.verdict === 'unknown' ? null : 1 - value,
    tasks: set.entities.map(
      ({ deadlineNs }, entity): TaskResult => ({ entity, responseNs: null, deadlineNs, meetsDeadline: meets }),
    ),
    failure: outcome.failsAtNs === null ? null : failureAt(set, outcome.failsAtNs),
    explanation: explain(set, value, outcome, blocking),
  };
}

/** The job whose deadline is the failing time. */
function failureAt(set: TaskSet, timeNs: number): Failure | null {
  const entity = set.entities.findIndex((candidate) => {
    const since = timeNs + candidate.jitterNs - candidate.deadlineNs;
    return since >= 0 && since % candidate.periodNs === 0;
  });
  const found = set.entities[entity];
  if (found === undefined) return null;
  const job = floorDiv(timeNs + found.jitterNs - found.deadlineNs, found.periodNs) + 1;
  return { entity, job, deadlineAtNs: timeNs, latenessNs: null };
}

function explain(set: TaskSet, value: number, outcome: Outcome, blocking: Blocking): Step[] {
  const head: Step = {
    text: `Utilization U = ${formatRatio(value)}${value > 1 ? ': more than one processor can give.' : ' ≤ 1.'}`,
    tex: `U = \\sum \\frac{C_i}{T_i} = ${formatRatio(value)} ${value > 1 ? '>' : '\\le'} 1`,
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
  const extra = blocking(set, timeNs) + interruptsIn(demandTable(set), timeNs);
  const names = set.entities.slice(0, 4).map((entity) => texName(entity.name));
  return {
    text: `At t = ${formatNs(timeNs)} the work due is ${formatNs(demand)}${extra > 0 ? ` and ${formatNs(extra)} can be in the way` : ''}: more than fits.`,
    tex: `h(${timeNs / 1000}) = \\sum_{${names.join(',')}} \\left\\lfloor\\frac{t + J + T - D}{T}\\right\\rfloor C = ${demand / 1000}${extra > 0 ? ` + ${extra / 1000}` : ''} > ${timeNs / 1000}\\,\\text{µs}`,
  };
}

export const processorDemand: Method = {
  id: 'processor-demand',
  label: 'Processor demand (EDF)',
  reference: 'Baruah, Mok, Rosier 1990; Spuri 1996',
  measures: 'demand',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessPreemptive),
  judge: (set) => judgeWith(set, preemptiveBlocking, true),
};

export const processorDemandNonPreemptive: Method = {
  id: 'processor-demand-non-preemptive',
  label: 'Processor demand (non-preemptive EDF)',
  reference: 'Jeffay, Stanat, Martel 1991; George, Rivierre, Spuri 1996',
  measures: 'demand',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessNonPreemptive),
  judge: (set) => judgeWith(set, nonPreemptiveBlocking, false),
};
