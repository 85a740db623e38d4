/**
 * Schedule-abstraction analysis: every schedule of a super-loop's periodic tasks, from the start of the program on (explore.ts).
 *
 * Exact where nothing but budgets, jitters and offsets plays a part: all deadlines hold if and only if no schedule misses one in which
 * each job takes any time up to its budget and each release lags by any time up to its jitter. With overheads, interrupts or a
 * background task, which count to the safe side (pattern.ts), a "no" is a proof only if the declared budgets alone miss.
 *
 * Offsets are those of the sketch: the runtime starts all tasks at one time, so without offsets they arrive together. A sporadic task or
 * a handler can come at any time, and then the tests of all phases judge the sketch.
 */
import { firstReason, unlessNonPreemptive, unlessOneCore } from '../applicability.ts';
import { exactUs, formatComparison, formatNs, shortName, texName } from '../format.ts';
import type { Judgement, Method, Step, TaskResult, Verdict } from '../method.ts';
import { promiseNs } from '../overrun.ts';
import { marginOf } from '../response.ts';
import { certainPart, type Entity, type TaskSet } from '../task-set.ts';
import { arrivalOf, type Exploration, explore } from './explore.ts';
import { certainFailure, failureOf, MOST_STATES, playedFailure, tooMany } from './late-jobs.ts';
import { allSchedules, type Pattern, type PatternTask } from './pattern.ts';

interface Outcome {
  readonly verdict: Verdict;
  readonly pattern: Pattern | null;
  /** Null: the search was not begun. */
  readonly found: Exploration | null;
}

function outcomeOf(set: TaskSet): Outcome {
  const pattern = allSchedules(set);
  if (pattern === null || tooMany(pattern)) return { verdict: 'unknown', pattern, found: null };
  const found = explore(pattern, MOST_STATES);
  return { verdict: found.finished ? 'schedulable' : 'unknown', pattern, found };
}

/** Whether every schedule that is looked at can happen. */
const isExact = (set: TaskSet): boolean => certainPart(set) === set && set.background.length === 0;

function refutationOf(set: TaskSet, { pattern, found }: Outcome) {
  if (pattern === null || found === null || found.late === null) return null;
  const played = playedFailure(set);
  if (played !== null) return played;
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
    return [{ text: 'Interrupts and the runtime can fill the processor: no job has a longest time.' }];
  const { hyperperiodNs, tasks } = pattern;
  const jobs = tasks.reduce((sum, { periodNs }) => sum + hyperperiodNs / periodNs, 0);
  if (found === null || (!found.finished && found.late === null)) return [gaveUp(hyperperiodNs, jobs, found)];
  const head: Step = {
    text:
      `${jobs} jobs come in each hyperperiod of ${formatNs(hyperperiodNs)}. In every order in which they can be served, ${found.states} ` +
      `states were looked at, at most ${found.widest} with equally many jobs served.`,
    tex: `H = \\operatorname{lcm}(T) = ${exactUs(hyperperiodNs)}\\,\\text{µs}, \\quad \\sum H/T = ${jobs}`,
    numbers: { H: hyperperiodNs, jobs, states: found.states, widest: found.widest },
  };
  if (verdict !== 'schedulable') return [head, failure === null ? OPEN : lateStep(set, failure)];
  return [
    head,
    ...set.entities.map((entity, index) => responseStep(entity, tasks[index] as PatternTask, index, found)),
  ];
}

const OPEN: Step = {
  text: 'In some of them a job ends too late. What the runtime and interrupts take counts to the safe side here, so that proves nothing.',
};

function gaveUp(hyperperiodNs: number, jobs: number, found: Exploration | null): Step {
  if (!Number.isFinite(jobs))
    return { text: 'The arrivals repeat too late: periods that divide each other make it shorter.' };
  const text =
    found === null
      ? `${jobs} jobs come in each hyperperiod of ${formatNs(hyperperiodNs)}: more than the ${MOST_STATES} that are looked at.`
      : `After ${found.states} states, with ${found.depth} jobs served, the search was ended: nothing is proven.`;
  return { text, numbers: { H: hyperperiodNs, jobs } };
}

function responseStep(entity: Entity, task: PatternTask, index: number, { responsesNs, worstJobs }: Exploration): Step {
  const [responseNs, job] = [responsesNs[index] as number, worstJobs[index] as number];
  const arrivalNs = arrivalOf(task, job);
  const { response, sign, limit } = formatComparison(responseNs, entity.deadlineNs);
  return {
    text:
      `R(${entity.name}) = ${response} ${sign} D = ${limit}: of all its jobs number ${job + 1} ends last, at ` +
      `${formatNs(arrivalNs + responseNs)} at most; it arrives at ${formatNs(arrivalNs)}.`,
    tex: `R_{${texName(entity.name)}} = ${exactUs(arrivalNs + responseNs)} - ${exactUs(arrivalNs)} = ${exactUs(responseNs)} \\le ${exactUs(promiseNs(entity))}\\,\\text{µs}`,
    numbers: { R: responseNs, D: entity.deadlineNs, job: job + 1, a: arrivalNs },
  };
}

/** More jobs of the way to a miss than these are left out. */
const MOST_SHOWN = 6;

function lateStep(
  { entities }: TaskSet,
  { entity, job, deadlineAtNs, latenessNs, path = [], some }: NonNullable<Judgement['failure']>,
): Step {
  const name = (index: number) => shortName((entities[index] as Entity).name);
  const shown = path
    .slice(-MOST_SHOWN)
    .map((one) => `${name(one.entity)} (job ${one.job}) from ${formatNs(one.startedNs)} to ${formatNs(one.endedNs)}`);
  return {
    text:
      `Job ${job} of "${name(entity)}" must end by ${formatNs(deadlineAtNs)}, and is late by ${formatNs(latenessNs ?? 0)} ` +
      `${some === true ? 'when jobs end or are released so' : 'when all jobs take their whole budgets'}: ${shown.join(', ')}.`,
    numbers: { d: deadlineAtNs, late: latenessNs ?? 0 },
  };
}

function unlessPeriodic({ entities }: TaskSet): string | null {
  const free = entities.find(({ periodic }) => !periodic);
  return free === undefined
    ? null
    : `"${free.name}" does not come at given times, so jobs can meet in any phase. The tests of all phases judge that.`;
}

/** Without preemption one run of it holds every task off. */
function unlessBackgroundEnds({ background }: TaskSet): string | null {
  const endless = background.find(({ costNs }) => costNs === null);
  return endless === undefined ? null : `Background task "${endless.name}" has no budget: no response can be bounded.`;
}

export const scheduleAbstraction: Method = {
  id: 'schedule-abstraction',
  label: 'Schedule-abstraction analysis',
  phrase: 'schedule-abstraction analysis',
  reference: 'Nasri, Brandenburg 2017',
  measures: 'response-time',
  exact: true,
  phases: 'given',
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessNonPreemptive, unlessPeriodic, unlessBackgroundEnds),
  judge,
  decide,
};
