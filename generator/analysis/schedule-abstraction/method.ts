/**
 * Schedule-abstraction analysis: explores every schedule of a super-loop's periodic tasks from the
 * start of the program (explore.ts).
 *
 * The test is exact if only budgets, jitters and offsets matter. The possible schedules are then those
 * in which each job takes any time up to its budget, and each release is delayed by any time up to its
 * jitter. The test accepts a sketch if and only if none of these schedules misses a deadline.
 * Overheads, interrupts and background tasks are upper bounds (pattern.ts). With them, a negative result is a proof only if the declared budgets alone cause a
 * miss.
 *
 * Offsets are those of the sketch. The runtime starts all tasks at one time, so without offsets
 * they arrive together. A sporadic task or a handler can arrive at any time; then the tests for any
 * phases analyse the sketch.
 */

import { formatBound, formatInstant } from '../../numbers/time.ts';
import { tr } from '../../words/tr.ts';
import { firstReason, unlessNonPreemptive, unlessOneCore } from '../applicability.ts';
import { exactUs, formatComparison, shortName, texName } from '../format.ts';
import type { Judgement, Method, Step, TaskResult, Verdict } from '../method.ts';
import { promiseNs } from '../overrun.ts';
import { marginOf } from '../response.ts';
import { formula } from '../symbols.ts';
import { certainPart, type Entity, type TaskSet } from '../task-set.ts';
import { arrivalOf, type Exploration, explore } from './explore.ts';
import { certainFailure, failureOf, MOST_STATES, simulatedFailure, tooMany } from './late-jobs.ts';
import { allSchedules, type Pattern, type PatternTask } from './pattern.ts';

interface Outcome {
  readonly verdict: Verdict;
  readonly pattern: Pattern | null;
  /** null: the search was not started. */
  readonly found: Exploration | null;
}

function outcomeOf(set: TaskSet): Outcome {
  const pattern = allSchedules(set);
  if (pattern === null || tooMany(pattern)) return { verdict: 'unknown', pattern, found: null };
  const found = explore(pattern, MOST_STATES);
  return { verdict: found.finished ? 'schedulable' : 'unknown', pattern, found };
}

/** Whether every explored schedule can occur. */
const isExact = (set: TaskSet): boolean => certainPart(set) === set && set.background.length === 0;

function refutationOf(set: TaskSet, { pattern, found }: Outcome) {
  if (pattern === null || found === null || found.late === null) return null;
  const simulated = simulatedFailure(set);
  if (simulated !== null) return simulated;
  return isExact(set)
    ? { ...failureOf(set, pattern, found.late), some: true as const }
    : certainFailure(set, MOST_STATES);
}

function decide(set: TaskSet): Verdict {
  const outcome = outcomeOf(set);
  if (outcome.verdict === 'schedulable') return 'schedulable';
  return refutationOf(set, outcome) === null ? 'unknown' : 'unschedulable';
}

function judge(set: TaskSet): Judgement {
  const outcome = outcomeOf(set);
  const { found } = outcome;
  const holds = outcome.verdict === 'schedulable';
  const failure = holds ? null : refutationOf(set, outcome);
  const tasks = set.entities.map(
    (entity, index): TaskResult => ({
      entity: index,
      responseNs: holds ? (found?.responsesNs[index] ?? null) : null,
      deadlineNs: entity.deadlineNs,
      meetsDeadline: holds ? true : failure?.entity === index ? false : null,
    }),
  );
  return {
    verdict: holds ? 'schedulable' : failure === null ? 'unknown' : 'unschedulable',
    value: null,
    bound: null,
    margin: holds ? marginOf(set, tasks) : null,
    tasks,
    failure,
    explanation: explain(set, outcome, failure),
  };
}

function explain(set: TaskSet, { pattern, found, verdict }: Outcome, failure: Judgement['failure']): Step[] {
  if (pattern === null)
    return [
      { text: tr`Interrupts and overheads can use the whole processor, so no job has a bounded execution time.` },
    ];
  const { hyperperiodNs, tasks } = pattern;
  const jobs = tasks.reduce((sum, { periodNs }) => sum + hyperperiodNs / periodNs, 0);
  if (found === null || (!found.finished && found.late === null)) return [gaveUp(hyperperiodNs, jobs, found)];
  const head: Step = {
    text: tr`Each hyperperiod of ${formatInstant(hyperperiodNs)} has ${jobs} jobs. For all their possible orders, ${found.states} states were explored, at most ${found.widest} with the same number of completed jobs.`,
    tex: `H = \\operatorname{lcm}(T) = ${exactUs(hyperperiodNs)}\\,\\text{µs}, \\quad \\sum H/T = ${jobs}`,
    numbers: { H: hyperperiodNs, jobs, states: found.states, widest: found.widest },
  };
  if (verdict !== 'schedulable') return [head, failure === null ? open() : lateStep(set, failure)];
  return [
    head,
    ...set.entities.map((entity, index) => responseStep(entity, tasks[index] as PatternTask, index, found)),
  ];
}

const open = (): Step => ({
  text: tr`In some of them a job ends too late. Overheads and interrupts are upper bounds here, so this proves nothing.`,
});

function gaveUp(hyperperiodNs: number, jobs: number, found: Exploration | null): Step {
  if (!Number.isFinite(jobs)) return { text: tr`The hyperperiod is too long. Harmonic periods make it shorter.` };
  const text =
    found === null
      ? tr`Each hyperperiod of ${formatInstant(hyperperiodNs)} has ${jobs} jobs, more than the limit of ${MOST_STATES}.`
      : tr`The search stopped at its limit after ${found.states} states and ${found.depth} completed jobs, so nothing is proven.`;
  return { text, numbers: { H: hyperperiodNs, jobs } };
}

function responseStep(entity: Entity, task: PatternTask, index: number, { responsesNs, worstJobs }: Exploration): Step {
  const [responseNs, job] = [responsesNs[index]!, worstJobs[index]!];
  const arrivalNs = arrivalOf(task, job);
  const { response, sign, limit } = formatComparison(responseNs, entity.deadlineNs);
  return {
    text: tr`R(${entity.name}) = ${response} ${sign} D = ${limit}: job ${job + 1} has the longest response. It ends at ${formatInstant(arrivalNs + responseNs)} at the latest and arrives at ${formatInstant(arrivalNs)}.`,
    tex: `R_{${texName(entity.name)}} = ${exactUs(arrivalNs + responseNs)} - ${exactUs(arrivalNs)} = ${exactUs(responseNs)} \\le ${exactUs(promiseNs(entity))}\\,\\text{µs}`,
    numbers: { R: responseNs, D: entity.deadlineNs, job: job + 1, a: arrivalNs },
  };
}

/** Further jobs of the path to a miss are omitted. */
const MOST_SHOWN = 6;

function lateStep(
  { entities }: TaskSet,
  { entity, job, deadlineAtNs, latenessNs, path = [], some }: NonNullable<Judgement['failure']>,
): Step {
  const name = (index: number) => shortName((entities[index] as Entity).name);
  const shown = path
    .slice(-MOST_SHOWN)
    .map(
      (one) =>
        tr`${name(one.entity)} (job ${one.job}) from ${formatInstant(one.startedNs)} to ${formatInstant(one.endedNs)}`,
    );
  return {
    text:
      some === true
        ? tr`Job ${job} of "${name(entity)}" must end by ${formatInstant(deadlineAtNs)}, and is late by ${formatBound(latenessNs ?? 0)} with these releases and completions: ${shown.join(', ')}.`
        : tr`Job ${job} of "${name(entity)}" must end by ${formatInstant(deadlineAtNs)}, and is late by ${formatBound(latenessNs ?? 0)} when all jobs use their whole budgets: ${shown.join(', ')}.`,
    numbers: { d: deadlineAtNs, late: latenessNs ?? 0 },
  };
}

function unlessPeriodic({ entities }: TaskSet): string | null {
  const free = entities.find(({ periodic }) => !periodic);
  return free === undefined
    ? null
    : tr`"${free.name}" has no fixed arrival times, so any phase can occur. The tests for any phases apply.`;
}

/** Without preemption one background run blocks every task. */
function unlessBackgroundEnds({ background }: TaskSet): string | null {
  const endless = background.find(({ costNs }) => costNs === null);
  return endless === undefined
    ? null
    : tr`Background task "${endless.name}" has no budget, so no response time is bounded.`;
}

export const scheduleAbstraction: Method = {
  id: 'schedule-abstraction',
  get label() {
    return tr`Schedule-abstraction analysis`;
  },
  get phrase() {
    return tr`schedule-abstraction analysis`;
  },
  reference: 'Nasri, Brandenburg 2017',
  formula: formula(
    '\\forall\\,s \\in S,\\ \\forall\\,q: \\quad f_{i,q}(s) - r_{i,q} \\le D_i',
    ['D', 'i'],
    [
      ['S', () => tr`all orders in which jobs can run, with every execution time up to C and every jitter up to J`],
      ['s', () => tr`one such order`],
      ['q', () => tr`each job of the task`],
      ['f_{i,q}(s)', () => tr`latest end of the job q in this order`],
      ['r_{i,q}', () => tr`arrival of the job q`],
    ],
  ),
  measures: 'response-time',
  exact: true,
  phases: 'given',
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessNonPreemptive, unlessPeriodic, unlessBackgroundEnds),
  judge,
  decide,
};
