/** What a rejection proves, and what it does not prove. */
import { describe, expect, it } from 'vitest';
import { NO_OVERHEADS } from '../platform/overheads.ts';
import type { Policy } from '../sketch/model.ts';
import { admit } from './admission.ts';
import { ioInterrupt, method, onKernel, onOneLevel, responsesMs } from './test-admissions.ts';
import { ms, preemptiveKernel, sketchOf, superLoop } from './test-sketches.ts';

describe('a proof of unschedulability', () => {
  const interrupt = ioInterrupt(ms(2), ms(10));

  it('is not a miss that only overheads or interrupts cause', () => {
    const tight = [{ T: ms(10), C: ms(9) }];
    const overheads = { ...NO_OVERHEADS, blockingNs: ms(2) * 1000 };
    const { admitted, decidedBy, sentence } = admit(sketchOf(tight), { capabilities: superLoop, overheads });
    expect({ admitted, decidedBy, sentence }).toEqual({
      admitted: false,
      decidedBy: null,
      sentence: 'T1 can miss by up to 1 ms (job 1, at 10 ms).',
    });
    const below = onKernel([{ T: ms(10), C: ms(7), D: ms(8) }], { interrupts: [interrupt] });
    expect(method(below.methods, 'response-time').verdict).toBe('unknown');
  });

  it('is not a miss among tasks of equal priority, which run first come, first served', () => {
    const equals = [
      { T: 4, C: 2, D: 4 },
      { T: 10, C: 5, D: 10 },
    ];
    // The first task waits for the whole second task. Mutual interference alone would not prove it.
    const admission = onOneLevel(equals);
    expect(method(admission.methods, 'response-time').verdict).toBe('unknown');
    expect(admission).toMatchObject({ admitted: false, decidedBy: 'few-levels' });
    // 1 + 5 ≤ 6 in either order. The next release of the other task before the end does not matter.
    const tight = [
      { T: 4, C: 1, D: 6 },
      { T: 20, C: 5, D: 6 },
    ];
    const waiting = onOneLevel(tight);
    expect(method(waiting.methods, 'response-time').verdict).toBe('unknown');
    expect(waiting).toMatchObject({ admitted: true, decidedBy: 'few-levels' });
    expect(waiting.tasks.map(({ responseNs }) => responseNs)).toEqual([6000, 6000]);
  });

  it('names the first job that misses its deadline, with the lateness of that job', () => {
    // Lehoczky's jobs of T2 end 114, 102, 116, 104, 118, 106, 94 after their arrivals. With D = 113
    // the first job is late by 1.
    const tasks = (D: number) => [
      { T: 70, C: 26 },
      { T: 100, C: 62, D },
    ];
    expect(onKernel(tasks(113)).sentence).toBe('T2 misses by 1 µs (job 1, at 113 µs).');
    expect(onKernel(tasks(115)).sentence).toBe('T2 misses by 1 µs (job 3, at 315 µs).');
    expect(onKernel(tasks(117)).sentence).toBe('T2 misses by 1 µs (job 5, at 517 µs).');
  });

  it('uses a ceiling of the sketch as a priority, under fixed priorities only', () => {
    const users = [{ task: 'T3', criticalSectionUs: 300 }];
    const bus = (ceiling: number | null) => [{ name: 'bus', ceiling, users, position: null }];
    const tasks = [30, 20, 10].map((priority) => ({ T: ms(10), C: ms(1), priority }));
    const respond = (ceiling: number | null, policy: Policy) =>
      responsesMs(onKernel(tasks, { policy, resources: bus(ceiling) }).tasks);
    expect(respond(20, 'fixed')).toEqual([1, 2.3, 3]);
    expect(respond(99, 'fixed')).toEqual([1.3, 2.3, 3]);
    expect(respond(-5, 'fixed')).toEqual([1, 2, 3]);
    expect(respond(99, 'rate-monotonic')).toEqual([1, 2, 3]);
  });

  it('requires a limit for every interrupt that uses time', () => {
    const free = { ...interrupt, ioBudgetUs: null, ioPeriodUs: null };
    expect(onKernel([{ T: ms(10), C: 1 }], { interrupts: [free] }).sentence).toContain('may occur any number of times');
    expect(onKernel([{ T: ms(10), C: 1 }], { interrupts: [{ ...free, bottomHalfUs: 0 }] }).admitted).toBe(true);
  });

  it('rejects a budget above its period, and has no I/O VCPUs on other kernels', () => {
    const greedy = onKernel([{ T: ms(10), C: 1 }], { interrupts: [ioInterrupt(ms(20), ms(10))] });
    expect(method(greedy.methods, 'quest').applies).toBe(false);
    const plain = admit(sketchOf([{ T: ms(10), C: 1 }], { interrupts: [interrupt] }), {
      capabilities: preemptiveKernel({ vcpus: false }),
    });
    expect(method(plain.methods, 'quest').applies).toBe(false);
  });
});
