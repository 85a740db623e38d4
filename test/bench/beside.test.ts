/** On one stack a short period beside a long job keeps its deadlines. `npm run bench:preemptive` runs it for longer. */
import { describe, expect, it } from 'vitest';
import { besideALongJob } from '../../bench/preemptive/beside.ts';
import { CYCLES_PER_US } from '../../bench/preemptive/uno.ts';
import { avrBinDir } from '../conformance/toolchain.ts';
import { usually } from '../every-case.ts';

const SECONDS = usually(2, 20);

describe.skipIf(avrBinDir === null)('a task of 1 kHz beside a job of 50 ms on the Uno', () => {
  it('misses no deadline on one stack, and starts within 20 µs', async () => {
    const { releases, misses, jitter } = await besideALongJob(SECONDS, 'preemptive');
    expect(releases).toBeGreaterThan(SECONDS * 990);
    expect(misses).toBe(0);
    expect(jitter).toBeLessThanOrEqual(20 * CYCLES_PER_US);
  });

  it('misses about half of its deadlines on the super-loop', async () => {
    const { releases, misses } = await besideALongJob(SECONDS, 'superloop');
    expect(misses / releases).toBeGreaterThan(0.4);
  });
});
