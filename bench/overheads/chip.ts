/** The AVR chips whose overheads are measured, and the constants that their ports charge. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { Overheads, RuntimeLoad } from '../../generator/platform/overheads.ts';
import { RUNTIME } from '../../test/conformance/toolchain.ts';
import type { Line } from './point.ts';
import { BEAT_BYTES, beatLoad } from './telemetry.ts';

/** Unit of the benchmarks: a cycle of 62.5 ns. */
const CYCLE_NS = 62.5;
const CYCLES_PER_TICK = 8;
/** The period of the interrupt that begins a beat of telemetry. */
export const BEAT_NS = 32_768_000;

export interface PortConstants {
  /** Unit: cycles. */
  readonly cycles: (name: string) => number;
  /** What a masked line costs: the base, for each interrupt and for each task. Unit: cycles. */
  readonly masking: { readonly base: number; readonly perInterrupt: number; readonly perTask: number };
  readonly deliveryCycles: number;
}

/**
 * The measured constants of the port to a chip. test/conformance compares each of them with the cycles of the
 * program.
 *
 * @param isPreemptive constants of a kernel; they are the last ones in the file
 */
export function constantsOfPort(chip: AvrConfig, isPreemptive: boolean): PortConstants {
  const file = path.join(RUNTIME, 'port', 'avr', `${chip.mcu.toLowerCase()}.h`);
  const text = readFileSync(file, 'utf8');
  const definition = (name: string): string => {
    const found = [...text.matchAll(new RegExp(`^#define ${name} (.+)$`, 'gm'))].map(([, value]) => value ?? '');
    const value = isPreemptive ? found.at(-1) : found[0];
    if (value === undefined) throw new Error(`${file} has no ${name}`);
    return value;
  };
  const cycles = (name: string): number =>
    Number.parseInt(definition(name), 10) * (name.endsWith('_TICKS') ? CYCLES_PER_TICK : 1);
  const mask = definition('PL_LINE_MASK_TICKS');
  const term = (pattern: RegExp): number => Number(pattern.exec(mask)?.[1] ?? 0) * CYCLES_PER_TICK;
  return {
    cycles,
    masking: {
      base: term(/^\((\d+)U/),
      perInterrupt: term(/(\d+)U \* PL_INTERRUPT_COUNT/),
      perTask: term(/(\d+)U \* PL_TASK_COUNT/),
    },
    deliveryCycles: cycles('PL_LINE_OVERHEAD_TICKS'),
  };
}

/**
 * The benchmarks of a dispatch, a release and a switch do not contain every program, and other programs need
 * other registers.
 */
const RESERVE = 1.02;

/** Cycles as nanoseconds, rounded up to a multiple of `unit`. */
export const nsUp = (cycles: number, unit = 1000): number => Math.ceil((cycles * CYCLE_NS) / unit) * unit;

/** A line in cycles as one in nanoseconds, with a reserve. The slope is rounded up to 0.1 µs. */
export const lineNs = ({ base, slope }: Line): Line => ({
  base: nsUp(base * RESERVE),
  slope: nsUp(slope * RESERVE, 100),
});

/**
 * The beat of a target that prepares its bytes in steps.
 *
 * @param superloop the overheads of the super-loop on the same chip, whose beat comes first in its loads
 * @param prepared cycles to prepare a byte in a step
 * @param preparedAtOnce cycles in which the super-loop prepares a byte
 */
export const beatInSteps = ({ loads }: Overheads, prepared: number, preparedAtOnce: number): RuntimeLoad =>
  beatLoad(BEAT_NS, (loads?.[0]?.costNs ?? 0) + nsUp(Math.max(0, BEAT_BYTES * (prepared - preparedAtOnce))));
