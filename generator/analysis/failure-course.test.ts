import { describe, expect, it } from 'vitest';
import { admit } from './admission.ts';
import { courseOf } from './failure-course.ts';
import { ms, sketchOf, superLoop } from './test-sketches.ts';

type Numbers = Parameters<typeof sketchOf>[0][number];

function courseFor(tasks: readonly Numbers[]): string | null {
  const admission = admit(sketchOf([...tasks]), { capabilities: superLoop });
  expect(admission.admitted).toBe(false);
  return courseOf(admission);
}

describe('the course of a deadline miss', () => {
  it('is the schedule from the start if a job misses in it', () => {
    const course = courseFor([
      { T: ms(10), C: ms(2) },
      { T: ms(40), C: ms(17) },
    ]);
    expect(course).toBe(
      'These run: T1 from 0 to 2 ms; T2 from 2 ms to 19 ms; T1 from 19 ms to 21 ms, released at 10 ms.',
    );
  });

  it('is a schedule in which early completions make another job late', () => {
    const course = courseFor([
      { T: ms(10), C: ms(2) },
      { T: ms(30), C: ms(8) },
      { T: ms(60), C: ms(13) },
    ]);
    expect(course).toMatch(/^These run: .*; T3 from .* to .*; T1 from .* to .*, released at 10 ms\.$/);
  });

  it('is a phase that may never occur if there are too many schedules to explore', () => {
    expect(
      courseFor([
        { T: 7_000, C: 25 },
        { T: 11_000, C: 152 },
        { T: 29_000, C: 7_378, jitterUs: 500 },
        { T: 41_000, C: 6_108, jitterUs: 500 },
      ]),
    ).toBe('This happens if T1 is released just after T3 has started. It is not known whether this case occurs.');
    expect(
      courseFor([
        { T: 7_000, C: 1_354 },
        { T: 17_000, C: 3_437, jitterUs: 500 },
        { T: 19_000, C: 2_528 },
        { T: 29_000, C: 5_541, jitterUs: 500 },
        { T: 37_000, C: 2_296, jitterUs: 500 },
        { T: 43_000, C: 5_237 },
      ]),
    ).toBe(
      'This happens if T1, T2, T3, T4 and 1 more are released together, as late as their jitter allows, just after T6 has ' +
        'started. It is not known whether this case occurs.',
    );
  });

  it('counts the jobs that it omits', () => {
    const set = admit(sketchOf([{ T: ms(10), C: ms(1) }]), { capabilities: superLoop }).set;
    const path = Array.from({ length: 9 }, (_, index) => ({
      entity: 0,
      job: index + 1,
      releasedNs: index * 1e6,
      startedNs: index * 1e6,
      endedNs: (index + 1) * 1e6,
    }));
    const failure = {
      kind: 'deadline',
      entity: 0,
      job: 9,
      deadlineAtNs: 8_500_000,
      latenessNs: 500_000,
      path,
    } as const;
    expect(courseOf({ set, failure })).toBe(
      'After 3 earlier jobs without idle time, these run: T1 from 3 ms to 4 ms; T1 from 4 ms to 5 ms; T1 from 5 ms to 6 ms; ' +
        'T1 from 6 ms to 7 ms; T1 from 7 ms to 8 ms; T1 from 8 ms to 9 ms, released at 8 ms.',
    );
  });
});
