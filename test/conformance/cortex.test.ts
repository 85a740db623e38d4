/** The runtime's promises on the Cortex-M3, in QEMU: every program of the suite, exact releases, the same bytes each time. */
import { describe, expect, it } from 'vitest';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { cortexMissing, runOnCortex } from './cortex.ts';
import { LARGE_SIZES, SUITE } from './programs.ts';
import { expectExact } from './release-times.ts';

if (cortexMissing && !cortexMissing.installed)
  console.warn(`Not tried on the Cortex-M3: ${describeMissing(cortexMissing)}`);

const PERIODS = [2002, 2675, 14000];
const RELEASES = { name: 'releases', config: { PL_TASK_COUNT: 3, JOBS: 500 } };

describe.skipIf(cortexMissing !== null)('on the Cortex-M3', () => {
  it.each(Object.entries(SUITE))('%s', async (_title, program) => {
    expect((await runOnCortex(program)).verdict).toBe('passed');
  });

  it('channels, 1 to 256 bytes', async () => {
    expect((await runOnCortex(LARGE_SIZES)).verdict).toBe('passed');
  });

  it('releases k periods after the first, and the same bytes in every run', async () => {
    const [first, second] = [await runOnCortex(RELEASES), await runOnCortex(RELEASES)];
    expect(first.verdict).toBe('passed');
    expectExact(first.telemetry, PERIODS, 500);
    expect(second.telemetry).toEqual(first.telemetry);
  });

  it('releases across the wrap of 32 bits', async () => {
    const config = { ...RELEASES.config, START_TICKS: '(UINT32_MAX - 300000U)' };
    const run = await runOnCortex({ ...RELEASES, config });
    expect(run.verdict).toBe('passed');
    expectExact(run.telemetry, PERIODS, 500);
  });
});
