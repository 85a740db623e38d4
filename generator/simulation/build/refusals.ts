/** What a sketch and the options of its simulation do not allow together. */
import type { Policy, Sketch } from '../../sketch/model.ts';
import type { DispatcherKind } from '../model.ts';
import type { SimulationOptions } from './build.ts';

/** Whether a scheduler orders tasks as the policy says. */
export function schedulesBy(policy: Policy, dispatcher: DispatcherKind): boolean {
  return dispatcher === 'priority' || (dispatcher === 'rtems-edf') === (policy === 'edf');
}

/** In words for the user, with the way out; null: it can be played. */
export function refusalOf(sketch: Sketch, options: SimulationOptions): string | null {
  return serverRefusal(sketch, options) ?? schedulerRefusal(sketch, options);
}

function serverRefusal({ policy }: Sketch, { server, capabilities }: SimulationOptions): string | null {
  if (server === undefined || server === 'none') return null;
  if (!capabilities.preemptive) {
    return `${capabilities.label} runs every job to its end, so that budgets can only be monitored. Choose a target that preempts, or no server.`;
  }
  return server === 'constant-bandwidth' && policy !== 'edf'
    ? `A constant-bandwidth server keeps a budget by putting deadlines off, which the policy "${policy}" does not look at. Set the sketch's policy to "edf", or choose another server.`
    : null;
}

function schedulerRefusal({ policy }: Sketch, { dispatcher }: SimulationOptions): string | null {
  if (dispatcher === undefined || schedulesBy(policy, dispatcher)) return null;
  return dispatcher === 'rtems-edf'
    ? `The scheduler "${dispatcher}" orders tasks by their deadlines; the sketch's policy is "${policy}". Set the policy to "edf", or choose another scheduler.`
    : `The scheduler "${dispatcher}" orders tasks by fixed priorities; the sketch's policy is "edf". Set another policy, or choose "rtems-edf" or "priority".`;
}
