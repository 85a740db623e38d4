/** Variants of program.c, and their measurement on an AVR chip with FreeRTOS. */
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { encodeMetadata } from '../../generator/trace/wire/metadata.ts';
import { freertosOnUno } from '../../test/conformance/freertos.ts';
import { buildUno, type Config } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { type Gaps, gapsOfWitness } from './witness.ts';

const file = (name: string) => path.join(import.meta.dirname, name);
const PERIOD_NS = 10_000_000;
/** Not a multiple of the kernel's tick or of telemetry's period. */
const UNO_PERIOD_US = 10_300;

export interface Variant {
  readonly tasks: number;
  readonly telemetry: boolean;
  readonly policy: 'FIXED' | 'EDF';
  readonly preemptive: boolean;
  readonly witnessFirst?: boolean;
  readonly burst?: boolean;
  /** What the other tasks do; undefined: they sleep. */
  readonly others?: 'PENDING' | 'HELD';
  /** All deadlines end before the next release, so the alarm watches them. */
  readonly watched?: boolean;
  /** The job of `fast` never ends. */
  readonly endless?: boolean;
  /** The witness of the Cortex-M3 reports the total time that it lost in a period. */
  readonly average?: boolean;
  /** Jobs preempt each other on one stack, without a kernel. */
  readonly oneStack?: boolean;
}

export const UNO_FLAGS = ['-flto', '-fuse-linker-plugin'];
export const UNO_CONFIG = { PERIOD_US: `UINT32_C(${UNO_PERIOD_US})`, BENCH_STACK_BYTES: 120 };
/** A quarter of the period for a job that never ends, otherwise the whole period. */
export const budgetUs = (periodUs: number, endless: boolean) => (endless ? periodUs / 4 : periodUs);

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

export function configOf(variant: Variant, more: Config): Config {
  const times = { periodNs: PERIOD_NS, offsetNs: 0, deadlineNs: PERIOD_NS, budgetNs: PERIOD_NS };
  const { tasks } = variant;
  const objects = upTo(tasks).map((index) => ({ class: 'task' as const, index, name: `task${index}`, ...times }));
  const blob = encodeMetadata({ clockHz: 2_000_000, fingerprint: 0x12345678, objects });
  return {
    PL_TASK_COUNT: tasks,
    PL_POLICY: `PL_POLICY_${variant.policy}`,
    PL_TELEMETRY: variant.telemetry ? 1 : 0,
    PL_PREEMPTIVE: variant.preemptive ? 1 : 0,
    ...(variant.oneStack && { PL_ONE_STACK: 1 }),
    PL_METADATA_BYTES: blob.length,
    BENCH_METADATA: blob.join(', '),
    WITNESS_FIRST: variant.witnessFirst ? 1 : 0,
    BURST: variant.burst ? 1 : 0,
    WATCHED: variant.watched ? 1 : 0,
    ENDLESS: variant.endless ? 1 : 0,
    AVERAGE: variant.average ? 1 : 0,
    BENCH_OTHERS: variant.others ?? 'ASLEEP',
    OTHER_ROWS: upTo(tasks - 2)
      .map((index) => `OTHER(${index + 1}),`)
      .join(' '),
    STACK_ROWS: upTo(tasks + 2)
      .map((index) => `STACK(${index})`)
      .join(', '),
    ...more,
  };
}

export async function onAvr(variant: Variant, chip: AvrConfig = ATMEGA328P): Promise<Gaps> {
  const files = [file('program.c'), file('uno.c')];
  const budget = { BUDGET_US: `UINT32_C(${budgetUs(UNO_PERIOD_US, variant.endless === true)})` };
  const config = configOf(variant, { ...UNO_CONFIG, ...budget });
  const image = await buildUno(config, files, UNO_FLAGS, freertosOnUno, chip);
  return gapsOfWitness(new VirtualUno(image.hex, chip), image.symbols);
}

const CYCLES_PER_US = 16;

/** Time that a job without an end takes from the witness in a period, beyond the job's budget. Unit: cycles. */
export async function heldOnAvr(variant: Variant, chip: AvrConfig = ATMEGA328P): Promise<number> {
  const { share } = await onAvr({ ...variant, endless: true }, chip);
  return Math.round((share * UNO_PERIOD_US - budgetUs(UNO_PERIOD_US, true)) * CYCLES_PER_US);
}
