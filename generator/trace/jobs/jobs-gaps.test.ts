import { describe, expect, test } from 'vitest';
import { Bench, CONTROL, LOGGER, MS, PROGRAM } from './test-jobs.ts';

describe('what a gap hides', () => {
  test('is incomplete, and no job is invented from its ends', () => {
    const bench = new Bench().play(
      [0, 'release', 0],
      [1, 'start', 0],
      [2, 'complete', 0],
      [10, 'release', 0],
      [11, 'start', 0],
      [12, 'gap', -1, 17 * MS],
      [29, 'complete', 0],
      [30, 'release', 0],
      [31, 'start', 0],
      [32, 'complete', 0],
      [40, 'release', 0],
      [41, 'start', 0],
      [43, 'complete', 0],
    );
    expect(bench.all(0).map((job) => [job.index, job.state])).toEqual([
      [0, 'complete'],
      [1, 'incomplete'],
      [3, 'incomplete'],
      [4, 'complete'],
    ]);
    expect(bench.task(0).job(1)).toMatchObject({ endNs: null, segments: [{ fromNs: 11 * MS, toNs: 12 * MS }] });
    expect(bench.statistics.tasks[0]).toMatchObject({ completed: 2, incomplete: 2, released: 4 });
    expect(bench.statistics.tasks[0]?.responseNs.worst).toBe(3 * MS);
    expect(bench.statistics.observedNs).toBe(26 * MS);
  });

  test('so do events that the board dropped', () => {
    const bench = new Bench().play(
      [0, 'release', 0],
      [1, 'start', 0],
      [22, 'events-dropped', -1, 3],
      [23, 'complete', 0],
      [30, 'release', 0],
    );
    expect(bench.all(0).map((job) => [job.index, job.state])).toEqual([
      [0, 'incomplete'],
      [3, 'released'],
    ]);
    expect(bench.task(0).segmentToAt(0, 0)).toBe(MS);
  });

  test('a late listener counts from the first release that it receives', () => {
    const bench = new Bench(false).play(
      [1003, 'complete', 0],
      [1007, 'release', 0],
      [1008, 'start', 0],
      [1009, 'complete', 0],
      [1017, 'release', 0],
      [1017, 'start', 0],
      [1018, 'complete', 0],
    );
    expect(bench.all(0).map((job) => [job.index, job.arrivalNs / MS, job.state])).toEqual([
      [0, 1007, 'incomplete'],
      [1, 1017, 'complete'],
    ]);
  });

  test('a reset ends open jobs and restarts the count', () => {
    const bench = new Bench().play([0, 'release', 0], [1, 'start', 0]);
    bench.store.segment(true);
    bench.play([0, 'boot'], [3, 'release', 0], [4, 'start', 0], [5, 'complete', 0]);
    expect(bench.all(0).map((job) => [job.index, job.arrivalNs / MS, job.state])).toEqual([
      [0, 0, 'incomplete'],
      [0, 4, 'complete'],
    ]);
    expect(bench.jobs.tasks).toHaveLength(4);
  });

  test('another program has its own tasks', () => {
    const bench = new Bench().play([0, 'release', 0]);
    bench.store.metadata({ ...PROGRAM, objects: [{ ...CONTROL, name: 'other' }, LOGGER] });
    bench.store.segment(false);
    bench.play([0, 'release', 0], [0, 'release', 1]);
    expect(bench.jobs.tasks.map((jobs) => [jobs.task.name, jobs.count])).toEqual([
      ['control', 1],
      ['logger', 1],
      ['button', 0],
      ['idle', 0],
      ['other', 1],
    ]);
    expect(bench.jobs.task(0)?.task.name).toBe('other');
  });
});
