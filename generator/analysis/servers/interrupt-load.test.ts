import { describe, expect, it } from 'vitest';
import type { Overheads } from '../../platform/overheads.ts';
import { newSketch, newTask } from '../../sketch/create.ts';
import type { Task } from '../../sketch/model.ts';
import { targetById } from '../../targets/index.ts';
import { buildTaskSet } from '../task-set.ts';

const MEASURED: Overheads = {
  ...{ contextSwitchNs: 0, tickNs: 0, tickPeriodNs: 0, tracePerJobNs: 0 },
  ...{ releaseNs: 100_000, blockingNs: 500_000, sectionNs: 300_000, stopNs: 200_000 },
  ...{ deadlineNs: 50_000, deadlinePerTaskNs: 8000, watchNs: 10_000, watchPerTaskNs: 9000 },
};
const setOf = (...tasks: readonly Partial<Task>[]) =>
  buildTaskSet(
    newSketch('x', {
      target: 'preemptive',
      tasks: tasks.map((more, index) => newTask(`t${index}`, { periodUs: 10_000, budgetUs: 100, ...more })),
    }),
    targetById('preemptive'),
    MEASURED,
  );
const loadsOf = (set: ReturnType<typeof setOf>) => set.interruptLoad.map(({ name, costNs }) => [name, costNs]);

describe('the alarm at a deadline', () => {
  it('is the next release of a task whose deadline is its period', () => {
    const set = setOf({}, {});
    expect(loadsOf(set)).toEqual([
      ['release of t0', 100_000],
      ['release of t1', 100_000],
    ]);
    expect(set.overheads).toMatchObject({ blockingNs: 500_000, sectionNs: 300_000, stopNs: 200_000 });
  });

  it.each<Partial<Task>>([{ deadlineUs: 9000 }, { deadlineUs: 11_000, overrun: 'catch-up' }, { kind: 'sporadic' }])(
    'counts once for each job of %o, and whatever sets the alarm takes longer',
    (more) => {
      const set = setOf({}, more);
      expect(loadsOf(set)).toEqual([
        ['release of t0', 128_000],
        ['release of t1', 128_000],
        ['deadline of t1', 66_000],
      ]);
      expect(set.overheads).toMatchObject({ blockingNs: 528_000, sectionNs: 328_000, stopNs: 228_000 });
    },
  );
});
