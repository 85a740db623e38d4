/** Telemetry of the Cortex-M3 in QEMU: release times are exact, and runs give the same bytes. */
import { describe, expect, it } from 'vitest';
import { cortexMissing, runOnCortex } from './cortex.ts';
import { expectExact } from './release-times.ts';

const PERIODS = [2002, 2675, 14000];
const RELEASES = { name: 'releases', config: { PL_TASK_COUNT: 3, JOBS: 500 } };

describe.skipIf(cortexMissing !== null)('releases on the Cortex-M3', () => {
  it('k periods after the first, and the same bytes in every run', async () => {
    const [first, second] = [await runOnCortex(RELEASES), await runOnCortex(RELEASES)];
    expect(first.verdict).toBe('passed');
    expectExact(first.telemetry, PERIODS, 500);
    expect(second.telemetry).toEqual(first.telemetry);
  });

  it('across the wrap of 32 bits', async () => {
    const config = { ...RELEASES.config, START_TICKS: '(UINT32_MAX - 300000U)' };
    const run = await runOnCortex({ ...RELEASES, config });
    expect(run.verdict).toBe('passed');
    expectExact(run.telemetry, PERIODS, 500);
  });
});
