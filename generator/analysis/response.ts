/** What the response-time tests share: a bound on the work, and the summary of per-task results. */
import { formatNs } from './format.ts';
import type { Failure, Judgement, Step, TaskResult, Verdict } from './method.ts';
import type { Entity, TaskSet } from './task-set.ts';

export interface Response {
  /** R; null when it is not bounded, or the steps ran out. Unit: ns. */
  readonly responseNs: number | null;
  /** First job of the busy period that misses, else the one with the longest response; from 1. */
  readonly job: number;
  /** True when no answer was found within the limit, which proves nothing. */
  readonly gaveUp: boolean;
}

/** A limit on elementary steps, so that every sketch gets an answer or a clear refusal in well under a second. */
export interface StepBudget {
  /** False when the budget is used up. */
  spend(steps: number): boolean;
}

const MOST_STEPS = 20_000_000;

export function stepBudget(most = MOST_STEPS): StepBudget {
  let left = most;
  return {
    spend(steps) {
      left -= steps;
      return left > 0;
    },
  };
}

/**
 * Combines the tasks' responses into a judgement. "unschedulable" needs a proof: a response above the deadline that a
 * real schedule can show, which is so unless offsets keep the tasks from ever being released together.
 */
export function summarize(
  set: TaskSet,
  responses: readonly Response[],
  explainOne: (entity: number, response: Response) => Step,
): Judgement {
  const tasks = responses.map((response, entity): TaskResult => {
    const { deadlineNs } = set.entities[entity] as Entity;
    const meets = response.responseNs === null ? (response.gaveUp ? null : false) : response.responseNs <= deadlineNs;
    return { entity, responseNs: response.responseNs, deadlineNs, meetsDeadline: meets };
  });
  const failing = tasks.find((task) => task.meetsDeadline === false);
  return {
    verdict: verdictOf(set, tasks),
    value: null,
    bound: null,
    margin: marginOf(tasks),
    tasks,
    failure: failing === undefined ? null : failureOf(set, failing, responses[failing.entity] as Response),
    explanation: [...responses.map((response, entity) => explainOne(entity, response)), closing(set, tasks)],
  };
}

function verdictOf(set: TaskSet, tasks: readonly TaskResult[]): Verdict {
  if (tasks.every((task) => task.meetsDeadline === true)) return 'schedulable';
  if (tasks.every((task) => task.meetsDeadline !== false)) return 'unknown';
  const unbounded = tasks.some((task) => task.meetsDeadline === false && task.responseNs === null);
  return unbounded || set.entities.every((entity) => entity.offsetNs === 0) ? 'unschedulable' : 'unknown';
}

/** The least (D − R)/D; negative when a deadline is missed; null when some response has no bound. */
function marginOf(tasks: readonly TaskResult[]): number | null {
  let least: number | null = null;
  for (const task of tasks) {
    if (task.responseNs === null) return null;
    const margin = (task.deadlineNs - task.responseNs) / task.deadlineNs;
    if (least === null || margin < least) least = margin;
  }
  return least;
}

function failureOf(set: TaskSet, task: TaskResult, response: Response): Failure {
  const { periodNs, jitterNs } = set.entities[task.entity] as Entity;
  return {
    entity: task.entity,
    job: response.job,
    deadlineAtNs: Math.max(0, (response.job - 1) * periodNs - jitterNs + task.deadlineNs),
    latenessNs: task.responseNs === null ? null : task.responseNs - task.deadlineNs,
  };
}

function closing(set: TaskSet, tasks: readonly TaskResult[]): Step {
  if (tasks.length === 0) return { text: 'There is no task with a deadline: nothing can be late.' };
  const late = tasks.filter((task) => task.meetsDeadline === false);
  if (late.length > 0) {
    const names = late.slice(0, 3).map((task) => `"${(set.entities[task.entity] as Entity).name}"`);
    const offsets = set.entities.some((entity) => entity.offsetNs > 0);
    const others = late.length > 3 ? ` and ${late.length - 3} more` : '';
    return {
      text:
        `${names.join(', ')}${others} can be late.` +
        (offsets ? ' The offsets may keep this from happening; the bound assumes that all are released together.' : ''),
    };
  }
  if (tasks.some((task) => task.meetsDeadline === null)) return { text: 'No answer within the limit of steps.' };
  const tightest = tasks.reduce((a, b) => (ratio(b) > ratio(a) ? b : a));
  const { name } = set.entities[tightest.entity] as Entity;
  return {
    text: `Every R ≤ D. Tightest: ${name}, R ${formatNs(tightest.responseNs ?? 0)} of D ${formatNs(tightest.deadlineNs)}.`,
  };
}

const ratio = (task: TaskResult): number => (task.responseNs ?? 0) / task.deadlineNs;
