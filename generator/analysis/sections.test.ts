import { describe, expect, it } from 'vitest';
import { NO_OVERHEADS, type Overheads } from '../platform/overheads.ts';
import { admit } from './admission.ts';
import { ms, preemptiveKernel, sketchOf, type TaskNumbers } from './test-sketches.ts';

const TASKS: readonly TaskNumbers[] = [
  { T: ms(10), C: ms(1), exhaustion: 'wait' },
  { T: ms(20), C: ms(1), exhaustion: 'wait' },
  { T: ms(40), C: ms(1), exhaustion: 'wait' },
];
/** T2 and T3 share the resource. */
const users = [
  { task: 'T2', criticalSectionUs: 200 },
  { task: 'T3', criticalSectionUs: 400 },
];
const resources = [{ name: 'bus', ceiling: null, position: null, users }];
const RECORD: Overheads = { ...NO_OVERHEADS, sectionNs: 10_000, raisedSectionNs: 30_000 };

function responsesOf(tasks: readonly TaskNumbers[], overheads: Overheads) {
  const capabilities = preemptiveKernel({ budgets: 'enforced' });
  return admit(sketchOf(tasks, { resources }), { capabilities, overheads }).tasks.map(({ responseNs }) => responseNs);
}

describe('critical sections that the runtime bounds', () => {
  it('block for the declared length only in the textbook case', () => {
    expect(responsesOf(TASKS, NO_OVERHEADS)).toEqual([1_000_000, 2_400_000, 3_000_000]);
  });

  it('block for the overhead around them, too, and overdraw budgets once', () => {
    // T2 waits for T3: 400 + 10. T2's overdraft delays T3: 200 + 10.
    expect(responsesOf(TASKS, RECORD)).toEqual([1_000_000, 2_410_000, 3_210_000]);
  });

  it.each([{ exhaustion: 'background' }, { overrun: 'demote', catchUpLimit: 1 }] as const)(
    'block for longer if the holder may run below all others: %o',
    (policy) => {
      const tasks = TASKS.map((task, index) => (index === 2 ? { ...task, ...policy } : task));
      expect(responsesOf(tasks, RECORD)[1]).toBe(2_430_000);
    },
  );
});
