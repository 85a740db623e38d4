import { describe, expect, it } from 'vitest';
import { brokenPromises } from './promises.ts';
import { MS, observation, task } from './test-observations.ts';

const sentencesOf = (tasks: ReturnType<typeof task>[], admitted = true) =>
  brokenPromises(observation({ tasks }), admitted).map(({ sentence }) => sentence);

describe('broken promises of a run', () => {
  it('are none if every job keeps its budget and its deadline', () => {
    expect(sentencesOf([task('fast', 20, { longestNs: 1.9 * MS }), task('slow', 50)])).toEqual([]);
  });

  it('name the job that took longer than its budget, and the budget that it needs', () => {
    const blink = task('blink', 1000, { budgetNs: 1 * MS, longestNs: 1000.2 * MS, exhausted: 2, misses: 3 });
    expect(sentencesOf([blink])).toEqual(['blink took 1.001 s; it was promised 1 ms.']);
    const [first] = brokenPromises(observation({ tasks: [blink] }), true);
    expect(first).toMatchObject({ kind: 'budget', element: { kind: 'task', name: 'blink' }, budgetUs: 1_010_000 });
  });

  it('do not include interrupts within a measured time, which the runtime does not count', () => {
    expect(sentencesOf([task('blink', 100, { budgetNs: 10 * MS, longestNs: 10.1 * MS, exhausted: 0 })])).toEqual([]);
  });

  it('name the jobs that the runtime stopped, without a budget for them', () => {
    // A measured time includes interrupts and the stop itself.
    const greedy = task('greedy', 50, { budgetNs: 10 * MS, longestNs: 10.68 * MS, exhausted: 2, stops: true });
    expect(sentencesOf([greedy])).toEqual([
      '2 jobs of greedy were stopped at the end of their budget of 10 ms, before they were done.',
    ]);
    expect(brokenPromises(observation({ tasks: [greedy] }), true)[0]?.budgetUs).toBeNull();
    expect(sentencesOf([{ ...greedy, exhausted: 0 }])).toEqual([]);
  });

  it('name a job that has not ended, without a budget for it', () => {
    const running = { number: 0, startNs: 0, deadlineNs: 20 * MS, executionNs: 1234 * MS };
    const tasks = [task('waits', 20, { budgetNs: 5 * MS, running, completed: 0, longestNs: null, exhausted: 60 })];
    expect(sentencesOf(tasks)).toEqual(['waits has run for 1.2 s and has not ended; it was promised 5 ms.']);
    expect(brokenPromises(observation({ tasks }), true)[0]?.budgetUs).toBeNull();
  });

  it('begin with the budget that was exceeded most', () => {
    const a = task('a', 100, { budgetNs: 10 * MS, longestNs: 12 * MS, exhausted: 1 });
    const b = task('b', 100, { budgetNs: 1 * MS, longestNs: 9 * MS, exhausted: 1 });
    expect(sentencesOf([a, b])[0]).toBe('b took 9 ms; it was promised 1 ms.');
  });

  it('include misses of an admitted sketch only if no budget explains them', () => {
    const missed = task('fast', 20, { misses: 2, longestNs: 1 * MS });
    expect(sentencesOf([missed])).toEqual(['fast missed 2 deadlines, though every job kept its budget.']);
    expect(sentencesOf([missed], false)).toEqual([]);
    const open = task('open', 20, { misses: 9, completed: 0, longestNs: null });
    expect(sentencesOf([open])).toEqual(['open missed 9 deadlines, and none of its jobs has ended.']);
    const greedy = task('greedy', 50, { longestNs: 30 * MS, exhausted: 1 });
    expect(sentencesOf([missed, greedy])).toEqual(['greedy took 30 ms; it was promised 5 ms.']);
  });

  it('offer a budget that the measured job keeps, in at most three digits', () => {
    for (const longestNs of [1_000_001, 5_059_999, 9_999_000, 123_456_789, 2_000_000]) {
      const tasks = [task('t', 1000, { budgetNs: 1_000_000, longestNs, exhausted: 1 })];
      const us = brokenPromises(observation({ tasks }), true)[0]?.budgetUs ?? 0;
      expect(us * 1000).toBeGreaterThanOrEqual(longestNs);
      expect(String(us).replace(/0+$/, '').length).toBeLessThanOrEqual(3);
    }
  });
});
