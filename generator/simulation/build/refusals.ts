/** Detects options of a simulation that are not compatible with the sketch. */
import type { Policy, Sketch } from '../../sketch/model.ts';
import { tr } from '../../words/tr.ts';
import type { DispatcherKind } from '../model.ts';
import type { SimulationOptions } from './build.ts';

/** Whether a scheduler orders tasks as the policy requires. */
export function schedulesBy(policy: Policy, dispatcher: DispatcherKind): boolean {
  return dispatcher === 'priority' || (dispatcher === 'rtems-edf') === (policy === 'edf');
}

/** A message for the user with a way to fix the conflict; null if the sketch can be simulated. */
export function refusalOf(sketch: Sketch, options: SimulationOptions): string | null {
  return serverRefusal(sketch, options) ?? schedulerRefusal(sketch, options);
}

function serverRefusal({ policy }: Sketch, { server, capabilities }: SimulationOptions): string | null {
  if (server === undefined || server === 'none') return null;
  if (!capabilities.preemptive) {
    return tr`${capabilities.label} runs every job to completion, so it can only monitor budgets. Choose a preemptive target, or no server.`;
  }
  return server === 'constant-bandwidth' && policy !== 'edf'
    ? tr`A constant-bandwidth server enforces a budget by postponing deadlines, which the policy "${policy}" ignores. Set the sketch's policy to "edf", or choose another server.`
    : null;
}

function schedulerRefusal({ policy }: Sketch, { dispatcher }: SimulationOptions): string | null {
  if (dispatcher === undefined || schedulesBy(policy, dispatcher)) return null;
  return dispatcher === 'rtems-edf'
    ? tr`The scheduler "${dispatcher}" orders tasks by their deadlines; the sketch's policy is "${policy}". Set the policy to "edf", or choose another scheduler.`
    : tr`The scheduler "${dispatcher}" orders tasks by fixed priorities; the sketch's policy is "edf". Set another policy, or choose "rtems-edf" or "priority".`;
}
