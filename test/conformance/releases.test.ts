/**
 * Releases from telemetry: release k is exactly k periods after the first, on every port, also when
 * the timer or the 32-bit time wraps.
 */
import { describe, expect, it } from 'vitest';
import { threaded } from './programs.ts';
import { expectExact } from './release-times.ts';
import { avrBinDir, hostCompiler, loadOnUno, type ProgramSource, runOnHost } from './toolchain.ts';

const PERIODS = [2002, 2675, 14000];
/** The run starts in this round of 65,536 ticks, shortly before the Uno's 32-bit time wraps. */
const ROUND_NEAR_WRAP = 0xfffa;

const RELEASES: ProgramSource = { name: 'releases', config: { PL_TASK_COUNT: 3 } };

const uptime = (period: number, jobs: number): ProgramSource => ({
  name: 'uptime',
  config: { PL_TASK_COUNT: 1, PERIOD: `UINT32_C(${period})`, JOBS: jobs },
});

describe.skipIf(hostCompiler === null)('releases on the host', () => {
  it('k periods after the first', async () => {
    expectExact(await runOnHost(RELEASES), PERIODS, 1000);
  });

  it('across the wrap of the timer', async () => {
    const env = { PL_HOST_START_TICKS: String(2 ** 32 - 500_000) };
    expectExact(await runOnHost(RELEASES, { env }), PERIODS, 1000);
  });

  it('the same bytes in every run', async () => {
    expect(await runOnHost(RELEASES)).toEqual(await runOnHost(RELEASES));
  });

  it('for longer than 32 bits of ticks, over an hour', async () => {
    const period = 150_000_001;
    expectExact(await runOnHost(uptime(period, 60)), [period], 60);
  });

  it('the longest period', async () => {
    expectExact(await runOnHost(uptime(2 ** 31 - 1, 4)), [2 ** 31 - 1], 4);
  });
});

describe.skipIf(hostCompiler === null || process.platform === 'win32')('releases of threads on the host', () => {
  it('k periods after the first', async () => {
    expectExact(await runOnHost(threaded(RELEASES)), PERIODS, 1000);
  });

  it('across the wrap of the timer', async () => {
    const env = { PL_HOST_START_TICKS: String(2 ** 32 - 500_000) };
    expectExact(await runOnHost(threaded(RELEASES), { env }), PERIODS, 1000);
  });

  it('the same bytes in every run', async () => {
    expect(await runOnHost(threaded(RELEASES))).toEqual(await runOnHost(threaded(RELEASES)));
  });

  it('the longest period', async () => {
    expectExact(await runOnHost(threaded(uptime(2 ** 31 - 1, 4))), [2 ** 31 - 1], 4);
  });
});

describe.skipIf(avrBinDir === null)('releases on the virtual Uno', () => {
  it('k periods after the first', async () => {
    const { uno } = await loadOnUno(RELEASES);
    expect(uno.runUntilResult(3000)).toBe('passed');
    expectExact(uno.serial, PERIODS, 950);
  });

  it('across the wrap of 32 bits', async () => {
    const { uno, image } = await loadOnUno(RELEASES);
    const main = (image.symbols.get('main') ?? 0) / 2;
    while (uno.cpu.pc !== main) uno.step();
    uno.cpu.dataView.setUint16(image.symbols.get('timer_round') ?? 0, ROUND_NEAR_WRAP, true);
    expect(uno.runUntilResult(3000)).toBe('passed');
    expectExact(uno.serial, PERIODS, 950);
  });

  it('with alarms many rounds of the timer ahead', async () => {
    const period = 1_000_003;
    const { uno } = await loadOnUno(uptime(period, 6));
    expect(uno.runUntilResult(4000)).toBe('passed');
    uno.run(100);
    expectExact(uno.serial, [period], 6);
  });
});
