/** The boards and targets on which random task sets run as real firmware: see bounds.ts. */

import { expect } from 'vitest';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import { realviewPbxA9 } from '../../generator/boards/realview-pbx-a9/index.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import type { Variant } from './bounds.ts';
import { cortexMissing, runOnCortex } from './cortex.ts';
import { freertosCortexMissing, freertosOnCortexUnchecked, freertosOnUno, freertosUnoMissing } from './freertos.ts';
import { PORTS } from './ports.ts';
import { rtemsMissing, runOnRtems } from './rtems.ts';
import { avrBinDir, type KernelBuild, loadOnUno, type ProgramSource, runOnHost } from './toolchain.ts';

/** Twice as long as a run. Unit: ms of board time. */
const PATIENCE_MS = 3000;

const hostThreadsMissing = PORTS.find(({ name }) => name === 'host, threads')?.missing ?? null;

export const onUno =
  (kernel: KernelBuild | null = null) =>
  async (program: ProgramSource) => {
    const { uno: board } = await loadOnUno(program, kernel);
    expect(board.runUntilResult(PATIENCE_MS)).toBe('passed');
    return board.serial;
  };

const onCortex =
  (kernel: KernelBuild | null = null) =>
  async (program: ProgramSource) => {
    const { verdict, telemetry } = await runOnCortex(program, kernel);
    expect(verdict).toBe('passed');
    return telemetry;
  };

export interface Target extends Omit<Variant, 'share' | 'endless' | 'traced' | 'printUs'> {
  readonly name: string;
  /** The reason why the target cannot be tested on this machine. Null if it can. */
  readonly missing: string | null;
}

export const UNO = {
  board: uno,
  ticksPerUs: 2,
  loopNs: 250,
  periodsUs: { from: 3000, to: 43_000 },
  utilization: { from: 0.3, to: 0.7 },
} as const;
export const UNO_THREADS = {
  ...UNO,
  name: 'Uno, FreeRTOS',
  id: 'freertos',
  missing: freertosUnoMissing,
  sets: 3,
  // Each takes a stack of the Uno's 2,048 bytes.
  mostTasks: 4,
  config: { PL_PREEMPTIVE: 1, CONFORM_STACK_BYTES: 128 },
  run: onUno(freertosOnUno),
} as const;
export const UNO_ONE_STACK = {
  ...UNO,
  name: 'Uno, one stack',
  id: 'preemptive',
  missing: avrBinDir === null ? 'The AVR tool chain is not installed.' : null,
  sets: 8,
  mostTasks: 6,
  // Jobs that preempt each other leave no time to prepare frames, and 128 bytes overflow.
  config: { PL_ONE_STACK: 1, PL_TRACE_RING_BYTES: 256 },
  run: onUno(),
} as const;
/** A runaway ends at its limit, so the others keep their bounds. */
export const UNO_STOPS = { ...UNO_ONE_STACK, name: 'Uno, one stack, with stops', stops: true } as const;
/** An iteration of the loop takes two instructions. */
const CORTEX = { board: mps2An385, ticksPerUs: 1, loopNs: 128, utilization: null, mostTasks: 12 } as const;
export const CORTEX_LOOP = {
  ...CORTEX,
  name: 'Cortex-M3, super-loop',
  id: 'superloop',
  missing: cortexMissing === null ? null : describeMissing(cortexMissing),
  config: {},
  run: onCortex(),
} as const;
export const CORTEX_ONE_STACK = {
  ...CORTEX,
  name: 'Cortex-M3, one stack',
  id: 'preemptive',
  missing: CORTEX_LOOP.missing,
  config: { PL_ONE_STACK: 1, PL_TRACE_RING_BYTES: 256 },
  run: onCortex(),
} as const;
export const CORTEX_THREADS = {
  ...CORTEX,
  name: 'Cortex-M3, FreeRTOS',
  id: 'freertos',
  missing: freertosCortexMissing,
  config: { PL_PREEMPTIVE: 1, CONFORM_STACK_BYTES: 1024 },
  run: onCortex(freertosOnCortexUnchecked),
} as const;
/** An iteration takes two instructions of 16 ns. */
export const RTEMS = {
  ...CORTEX,
  name: 'Cortex-A9, RTEMS',
  id: 'rtems',
  board: realviewPbxA9,
  loopNs: 32,
  missing: rtemsMissing,
  config: { PL_PREEMPTIVE: 1, CONFORM_STACK_BYTES: 8192 },
  run: async (program: ProgramSource) => {
    const { verdict, telemetry } = await runOnRtems(program);
    expect(verdict).toBe('passed');
    return telemetry;
  },
} as const;
/**
 * The host's kernel on virtual time, with simulated overheads: a reading of the clock takes 2 µs,
 * and an interrupt that only the port counts takes 10 µs every 100 µs. The overheads are multiples
 * of these, by the number of readings in a switch, a release and a job.
 */
const LOOK_NS = 2000;
const HOST_OVERHEADS: Overheads = {
  contextSwitchNs: 12 * LOOK_NS,
  releaseNs: 12 * LOOK_NS,
  tickNs: 10_000,
  tickPeriodNs: 100_000,
  tracePerJobNs: 12 * LOOK_NS,
  blockingNs: 24 * LOOK_NS,
  heldNs: 32 * LOOK_NS,
  sectionNs: 32 * LOOK_NS,
  loads: [{ name: 'telemetry beat', periodNs: 32_768_000, costNs: 30 * LOOK_NS, jitterNs: 0 }],
  interrupts: {
    // Six readings, 24 that are charged to a budget, and four within a delivery.
    deliveryNs: 34 * LOOK_NS,
    perInterruptNs: 0,
    releaseNs: 4 * LOOK_NS,
    // Records four deliveries and three maskings.
    loads: [{ name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 14 * LOOK_NS, jitterNs: 31_250_000 }],
  },
};
export const HOST_THREADS = {
  name: 'host, threads',
  id: 'freertos',
  missing: hostThreadsMissing,
  board: {
    ...uno,
    targets: { freertos: { overheads: HOST_OVERHEADS, threads: null, tables: null, kernelFiles: [] } },
  },
  ticksPerUs: 2,
  loopNs: 1000,
  periodsUs: { from: 3000, to: 43_000 },
  utilization: { from: 0.3, to: 0.7 },
  sets: 4,
  mostTasks: 6,
  config: { PL_PREEMPTIVE: 1, WORK_TICKS: '4U', PL_HOST_WORK_TICKS: '4U', STEAL_US: '100U', STEAL_TICKS: '20U' },
  run: (program: ProgramSource) => runOnHost(program, { env: { PL_HOST_RUN_US: '0' } }),
} as const;
