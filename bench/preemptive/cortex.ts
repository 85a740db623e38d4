/** The figures of preemption on one stack, and of FreeRTOS beside it, on the Cortex-M3 in QEMU. Unit: instructions. */
import path from 'node:path';
import { buildCortex } from '../../test/conformance/cortex.ts';
import { momentsOf } from '../../test/conformance/cortex-accounts.ts';
import { freertosOnCortexUnchecked } from '../../test/conformance/freertos.ts';
import { withScratch } from '../../test/conformance/toolchain.ts';
import { onCortex as deliveredOn } from '../interrupts/cortex.ts';
import { metadata } from '../runtime-avr/metadata.ts';
import { onCortex } from '../threads/cortex.ts';
import { type Delivered, type How, LEAN, type Preemption, TASKS } from './uno.ts';

const NS_PER_INSTRUCTION = 64;
const PROGRAM = path.resolve(import.meta.dirname, '../runtime-avr/program.c');
/** 77 ms. */
const FOLLOWED_INSTRUCTIONS = 1_200_000;

const kernelOf = (how: How) => (how === 'FreeRTOS' ? freertosOnCortexUnchecked : null);

export async function preemptionOnCortex(how: How, telemetry: boolean, tasks = TASKS): Promise<Preemption> {
  const threads = how === 'FreeRTOS';
  const variant = { tasks, telemetry, policy: 'FIXED' as const, preemptive: threads, oneStack: !threads };
  const { before, after, loop } = await onCortex(variant, kernelOf(how), LEAN);
  return { there: before - loop, back: after - loop };
}

/** The longest way from the release interrupt, while no job runs, to the first instruction of the body. */
export async function releaseToBodyOnCortex(): Promise<number> {
  const config = { ...LEAN, PL_TASK_COUNT: TASKS, PL_TELEMETRY: 0, PL_ONE_STACK: 1, ALONE: 1, ...metadata(TASKS) };
  const moments = await withScratch(async (directory) =>
    momentsOf(await buildCortex(directory, config, [PROGRAM], null), FOLLOWED_INSTRUCTIONS),
  );
  let most = 0;
  let since: number | null = null;
  for (const { at, kind, name } of moments) {
    if (kind === 'enter' && name === 'pl_m3_timer_handler') since = at;
    else if (name === 'bench_body' && since !== null) {
      most = Math.max(most, at - since);
      since = null;
    }
  }
  if (most === 0) throw new Error('no release was seen');
  return most;
}

export async function deliveredOnCortex(how: How): Promise<Delivered> {
  const variant = { kernel: kernelOf(how), policy: 'FIXED' as const, tasks: 2, oneStack: how === 'one stack' };
  const [letThrough, masked] = [await deliveredOn(0, variant), await deliveredOn(1, variant)];
  const instructions = (ns: number) => Math.round(ns / NS_PER_INSTRUCTION);
  return { letThrough: instructions(letThrough), masked: instructions(masked) };
}
