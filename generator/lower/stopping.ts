/** Jobs that are stopped when their budget is exhausted: whether the target can do that, and what it leaves unfinished. */
import { exhaustionOn } from '../platform/exhaustion.ts';
import type { Capabilities } from '../platform/kernel.ts';
import { effectsOfStop } from '../sketch/code/unfinished.ts';
import type { ExhaustionPolicy, Sketch, TaskKind } from '../sketch/model.ts';
import { quote } from '../sketch/problem.ts';
import { systemOf } from '../system/system.ts';
import { tr } from '../words/tr.ts';
import type { Reporter } from './reporter.ts';

/** A task, or the handler of an interrupt. */
interface Job {
  readonly kind: TaskKind;
  readonly exhaustion: ExhaustionPolicy;
  readonly label: string;
  readonly body: string;
  readonly path: readonly PropertyKey[];
  /** The member of the element that holds `exhaustion`. */
  readonly member: string;
}

export function checkStops(sketch: Sketch, capabilities: Capabilities, reporter: Reporter): void {
  const { label, budgets } = capabilities;
  const jobs = jobsOf(sketch);
  const stopped = jobs.find((job) => isStopped(job, capabilities));
  const others = stopped === undefined ? [] : notStopped(sketch, jobs, capabilities);
  if (stopped !== undefined && others.length > 0) {
    const text = tr`nothing stops ${others.join(', ')}. If one of them does not end in time, it delays all less urgent jobs.`;
    reporter.report([...stopped.path, stopped.member], text, 'warning');
  }
  for (const job of jobs) {
    if (job.exhaustion !== 'stop') continue;
    if (isStopped(job, capabilities)) {
      const effects = effectsOfStop(job.body, sketch.prelude);
      if (effects.length === 0) continue;
      const text = tr`a job that exceeds its budget is stopped in the middle of this code. ${effects.join(' ')}`;
      reporter.report([...job.path, 'body'], text, 'warning');
    } else {
      const text =
        budgets === 'monitored'
          ? tr`${label} cannot stop a job: one that exceeds its budget is only reported.`
          : tr`${label} cannot stop a job: one that exceeds its budget waits until the budget is replenished.`;
      reporter.report([...job.path, job.member], text, 'warning');
    }
  }
}

/** All jobs with a budget. */
const jobsOf = (sketch: Sketch): Job[] =>
  systemOf(sketch)
    .runnables.filter(({ kind }) => kind !== 'background')
    .map(({ element, source, name, kind, exhaustion }) =>
      element === 'task'
        ? {
            ...{ kind, exhaustion, member: 'exhaustion', label: tr`task ${quote(name)}` },
            ...{ path: ['tasks', source], body: sketch.tasks[source]?.body ?? '' },
          }
        : {
            ...{ kind, exhaustion, member: 'handlerExhaustion', label: tr`the handler of ${quote(name)}` },
            ...{ path: ['interrupts', source], body: sketch.interrupts[source]?.body ?? '' },
          },
    );

const isStopped = (job: Job, capabilities: Capabilities): boolean => exhaustionOn(capabilities, job) === 'stop';

/** The code that can delay others for longer than its budget, although some jobs are stopped. */
function notStopped({ tasks, interrupts }: Sketch, jobs: readonly Job[], capabilities: Capabilities): string[] {
  return [
    ...jobs.filter((job) => !isStopped(job, capabilities)).map(({ label }) => label),
    ...tasks.flatMap(({ name, budgetHandler, deadlineHandler }) => [
      ...(isEmpty(budgetHandler) ? [] : [tr`the budget handler of ${quote(name)}`]),
      ...(isEmpty(deadlineHandler) ? [] : [tr`the deadline handler of ${quote(name)}`]),
    ]),
    ...interrupts
      .filter(({ body, handlerBudgetUs }) => handlerBudgetUs === 0 && !isEmpty(body))
      .map(({ name }) => tr`the bottom half of ${quote(name)}`),
  ];
}

const isEmpty = (code: string): boolean => code.trim() === '';
