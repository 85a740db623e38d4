/** The Cortex-M3 in QEMU, whose overheads are measured in instructions, and the constants that its port charges. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CORTEX_FILES, constantsOf } from '../../test/conformance/port-constants.ts';
import { RUNTIME } from '../../test/conformance/toolchain.ts';
import type { Line } from './point.ts';

/** Unit of the benchmarks: an instruction of 64 ns. */
const INSTRUCTION_NS = 64;
const TICK_NS = 1000;
/** Bytes of the longest frame, and those of its payload. */
const [FRAME_BYTES, PAYLOAD_BYTES] = [39, 32];

/** What a masked line costs: the base, for each interrupt and for each task. Unit: ns. */
interface Masking {
  readonly baseNs: number;
  readonly perInterruptNs: number;
  readonly perTaskNs: number;
}

export interface CortexConstants {
  /** Sending a byte, and preparing it all at once. Unit: instructions. */
  readonly sent: number;
  readonly preparedAtOnce: number;
  readonly tickNs: number;
  /** What is charged for a delivery beside its measured span: of a super-loop, and with a kernel. */
  readonly deliveryNs: number;
  readonly kernelDeliveryNs: number;
  readonly loopMasking: Masking;
  readonly masking: Masking;
  /** A constant of the port. Unit: ns. */
  readonly ns: (name: string, tasks?: number) => number;
}

export const instructionsNs = (ns: number): number => ns / INSTRUCTION_NS;

/** Test/conformance compares each of these constants with the instructions of the program. */
export function cortexConstants(): CortexConstants {
  const constant = constantsOf(...CORTEX_FILES);
  const text = readFileSync(path.join(RUNTIME, 'port/mps2-an385/polyloop_target.h'), 'utf8');
  /** The definitions of a constant: of a super-loop, and with a kernel. */
  const definitions = (name: string): readonly string[] =>
    [...text.matchAll(new RegExp(`^#define ${name} (.+)$`, 'gm'))].map(([, value]) => value ?? '');
  const maskingOf = (definition = ''): Masking => {
    const term = (pattern: RegExp): number => Number(pattern.exec(definition)?.[1] ?? 0) * TICK_NS;
    return {
      baseNs: term(/^\((\d+)U/),
      perInterruptNs: term(/(\d+)U \* PL_INTERRUPT_COUNT/),
      perTaskNs: term(/(\d+)U \* PL_TASK_COUNT/),
    };
  };
  const [loopMask, mask] = definitions('PL_LINE_MASK_TICKS');
  const [loopDelivery = Number.NaN, delivery = Number.NaN] = definitions('PL_LINE_OVERHEAD_TICKS').map((value) =>
    Number.parseInt(value, 10),
  );
  const sentNs = constant('TRANSMIT_TICKS') * TICK_NS;
  // The time of a printed character pays for its share of a frame.
  const textNs = Number.parseInt(definitions('PL_TEXT_TICKS').at(-1) ?? '', 10) * TICK_NS;
  return {
    sent: sentNs / INSTRUCTION_NS,
    preparedAtOnce: ((textNs * PAYLOAD_BYTES) / FRAME_BYTES - sentNs) / INSTRUCTION_NS,
    tickNs: constant('TICK_TICKS') * TICK_NS,
    deliveryNs: loopDelivery * TICK_NS,
    kernelDeliveryNs: delivery * TICK_NS,
    loopMasking: maskingOf(loopMask),
    masking: maskingOf(mask),
    ns: (name, tasks) => constant(name, tasks) * TICK_NS,
  };
}

/** Instructions as nanoseconds, rounded up to a multiple of `unit`. */
export const usUp = (instructions: number, unit = 1000): number =>
  Math.ceil((instructions * INSTRUCTION_NS) / unit) * unit;

/** A line in instructions as one in nanoseconds. The base is rounded up to 1 µs, the slope to 0.1 µs. */
export const lineNsOf = ({ base, slope }: Line): Line => ({ base: usUp(base), slope: usUp(slope, 100) });
