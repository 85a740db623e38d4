/** Jobs that are stopped when their budget is exhausted: whether the target can do that, and what it leaves unfinished. */
import type { Capabilities } from '../platform/kernel.ts';
import { effectsOfStop } from '../sketch/code/unfinished.ts';
import type { Sketch } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import type { Reporter } from './reporter.ts';

export function checkStops(sketch: Sketch, { label, stopsJobs, budgets }: Capabilities, reporter: Reporter): void {
  for (const [index, { kind, exhaustion, body }] of sketch.tasks.entries()) {
    if (exhaustion !== 'stop' || kind === 'background') continue;
    if (stopsJobs === true) {
      const effects = effectsOfStop(body);
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
