/** Admissions of small sketches, for tests. */
import type { Interrupt } from '../sketch/model.ts';
import { admit } from './admission.ts';
import type { MethodId, MethodResult } from './method.ts';
import { preemptiveKernel, sketchOf, superLoop, type TaskNumbers } from './test-sketches.ts';

export const onKernel = (tasks: readonly TaskNumbers[], over = {}) =>
  admit(sketchOf(tasks, over), { capabilities: preemptiveKernel() });
/** A kernel with one priority level for all tasks. */
export const onOneLevel = (tasks: readonly TaskNumbers[], over = {}) =>
  admit(sketchOf(tasks, over), { capabilities: preemptiveKernel({ priorityLevels: 1 }) });
export const onSuperLoop = (tasks: readonly TaskNumbers[], over = {}) =>
  admit(sketchOf(tasks, over), { capabilities: superLoop });

export function method(methods: readonly MethodResult[], id: MethodId): MethodResult {
  const found = methods.find((result) => result.method === id);
  if (found === undefined) throw new Error(`no method ${id}`);
  return found;
}

export const responsesMs = (tasks: readonly { responseNs: number | null }[]) =>
  tasks.map(({ responseNs }) => (responseNs === null ? null : responseNs / 1e6));

export const ioInterrupt = (ioBudgetUs: number, ioPeriodUs: number): Interrupt => ({
  name: 'net',
  pin: '2',
  source: null,
  mode: 'rising',
  topHalfUs: 0,
  bottomHalfUs: 100,
  ioBudgetUs,
  ioPeriodUs,
  handlerBudgetUs: 0,
  handlerPeriodUs: 0,
  handlerExhaustion: 'background',
  arrivals: null,
  body: '',
  position: null,
});
