/** Jobs that are stopped when their budget is exhausted: whether the target can do that, and what it leaves unfinished. */
import { exhaustionOn } from '../platform/exhaustion.ts';
import type { Capabilities } from '../platform/kernel.ts';
import { effectsOfStop } from '../sketch/code/unfinished.ts';
import type { Sketch, Task } from '../sketch/model.ts';
import { quote } from '../sketch/problem.ts';
import { tr } from '../words/tr.ts';
import type { Reporter } from './reporter.ts';

export function checkStops(sketch: Sketch, capabilities: Capabilities, reporter: Reporter): void {
  const { tasks } = sketch;
  const { label, budgets } = capabilities;
  const stopped = tasks.findIndex((task) => isStopped(task, capabilities));
  const others = stopped === -1 ? [] : notStopped(sketch, capabilities);
  if (others.length > 0) {
    const text = tr`nothing stops ${others.join(', ')}. If one of them does not end in time, it delays all that is less urgent.`;
    reporter.report(['tasks', stopped, 'exhaustion'], text, 'warning');
  }
  for (const [index, task] of tasks.entries()) {
    if (task.exhaustion !== 'stop' || task.kind === 'background') continue;
    if (exhaustionOn(capabilities, task) === 'stop') {
      const effects = effectsOfStop(task.body, sketch.prelude);
      if (effects.length === 0) continue;
      const text = tr`a job that exceeds its budget is stopped in the middle of this code. ${effects.join(' ')}`;
      reporter.report(['tasks', index, 'body'], text, 'warning');
    } else {
      const text =
        budgets === 'monitored'
          ? tr`${label} cannot stop a job: one that exceeds its budget is only reported.`
          : tr`${label} cannot stop a job: one that exceeds its budget waits until the budget is replenished.`;
      reporter.report(['tasks', index, 'exhaustion'], text, 'warning');
    }
  }
}

const isStopped = (task: Task, capabilities: Capabilities): boolean =>
  task.exhaustion === 'stop' && exhaustionOn(capabilities, task) === 'stop';

/** The code that can delay others for longer than its budget, although some tasks are stopped. */
function notStopped({ tasks, interrupts }: Sketch, capabilities: Capabilities): string[] {
  return [
    ...tasks
      .filter((task) => task.kind !== 'background' && !isStopped(task, capabilities))
      .map(({ name }) => tr`task ${quote(name)}`),
    ...tasks.flatMap(({ name, budgetHandler, deadlineHandler }) => [
      ...(isEmpty(budgetHandler) ? [] : [tr`the budget handler of ${quote(name)}`]),
      ...(isEmpty(deadlineHandler) ? [] : [tr`the deadline handler of ${quote(name)}`]),
    ]),
    ...interrupts
      .filter(({ body }) => !isEmpty(body))
      .map(({ name, handlerBudgetUs }) =>
        handlerBudgetUs > 0 ? tr`the handler of ${quote(name)}` : tr`the bottom half of ${quote(name)}`,
      ),
  ];
}

const isEmpty = (code: string): boolean => code.trim() === '';
