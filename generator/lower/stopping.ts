/** Jobs that are stopped when their budget is exhausted: whether the target can do that, and what it leaves unfinished. */
import { exhaustionOn } from '../platform/exhaustion.ts';
import type { Capabilities } from '../platform/kernel.ts';
import { effectsOfStop } from '../sketch/code/unfinished.ts';
import type { Sketch } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import type { Reporter } from './reporter.ts';

export function checkStops({ tasks }: Sketch, capabilities: Capabilities, reporter: Reporter): void {
  const { label, budgets } = capabilities;
  for (const [index, task] of tasks.entries()) {
    if (task.exhaustion !== 'stop' || task.kind === 'background') continue;
    if (exhaustionOn(capabilities, task) === 'stop') {
      const effects = effectsOfStop(task.body);
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
