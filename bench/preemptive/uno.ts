/** The figures of preemption on one stack, and of FreeRTOS beside it, on the emulated Uno. Unit: cycles, bytes. */
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { freertosOnUno } from '../../test/conformance/freertos.ts';
import { TIMER1_COMPA } from '../../test/conformance/interrupt-witness.ts';
import { buildUno, type Config, type KernelBuild, type UnoImage } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { deliveriesOf, sourcesOf, tasksOf } from '../interrupts/avr.ts';
import { metadata } from '../runtime-avr/metadata.ts';
import { measureNothing } from '../runtime-avr/peers.ts';
import { budgetUs, configOf, UNO_CONFIG, UNO_FLAGS, type Variant } from '../threads/variant.ts';
import { gapsOfWitness } from '../threads/witness.ts';

const file = (...parts: readonly string[]): string => path.join(import.meta.dirname, '..', ...parts);
export const TASKS = 3;
const PERIOD_US = 10_300;
export const CYCLES_PER_US = 16;
const CYCLES_PER_MS = 1000 * CYCLES_PER_US;

/** What the generator leaves out of a program of periodic tasks without handlers, interrupts and resources. */
export const LEAN: Config = {
  PL_USES_SPORADIC: 0,
  PL_USES_BACKGROUND: 0,
  PL_USES_BACKLOG: 0,
  PL_USES_STOP: 0,
  PL_USES_SETUP: 0,
  PL_USES_DEADLINE_HANDLER: 0,
};

/** How jobs preempt each other. */
export type How = 'one stack' | 'FreeRTOS';
const kernelOf = (how: How): KernelBuild | null => (how === 'FreeRTOS' ? freertosOnUno : null);
const configOfHow = (how: How): Config => (how === 'FreeRTOS' ? {} : { PL_ONE_STACK: 1 });

function seen(figure: number | null, name: string): number {
  if (figure === null) throw new Error(`not seen: ${name}`);
  return figure;
}

function addressOf(image: UnoImage, name: string): number {
  const address = image.symbols.get(name);
  if (address === undefined) throw new Error(`the program has no ${name}`);
  return address;
}

async function threadsProgram(how: How, tasks: number, telemetry: boolean, more: Config = {}): Promise<UnoImage> {
  const variant: Variant = { tasks, telemetry, policy: 'FIXED', preemptive: how === 'FreeRTOS' };
  const budget = { BUDGET_US: `UINT32_C(${budgetUs(PERIOD_US, false)})` };
  const config = configOf(variant, { ...LEAN, ...UNO_CONFIG, ...budget, ...configOfHow(how), ...more });
  return buildUno(config, [file('threads', 'program.c'), file('threads', 'uno.c')], UNO_FLAGS, kernelOf(how));
}

/** The two parts of a preemption: from the interrupted job to the first instruction of the other, and back. */
export interface Preemption {
  readonly there: number;
  readonly back: number;
}

/** The longest preemption of a job that never ends by an empty one. The third task sleeps. */
export async function preemptionOf(how: How, telemetry: boolean, tasks = TASKS): Promise<Preemption> {
  const image = await threadsProgram(how, tasks, telemetry);
  const { before, after } = gapsOfWitness(new VirtualUno(image.hex), image.symbols);
  return { there: seen(before, 'preemption'), back: seen(after, 'return') };
}

/** The longest release, in the same program, of a task that is less urgent than the running job. */
export async function releaseAlone(telemetry: boolean): Promise<number> {
  const image = await threadsProgram('one stack', TASKS, telemetry, { WITNESS_FIRST: 1 });
  return seen(gapsOfWitness(new VirtualUno(image.hex), image.symbols).release, 'release');
}

const idleProgram = (telemetry: boolean, more: Config): Promise<UnoImage> =>
  buildUno(
    { ...LEAN, PL_TASK_COUNT: TASKS, PL_TELEMETRY: telemetry ? 1 : 0, PL_ONE_STACK: 1, ...metadata(TASKS), ...more },
    [file('runtime-avr', 'program.c')],
    UNO_FLAGS,
  );

const SETTLED_MS = 100;
const RUN_MS = 2000;

/** The longest time from the release interrupt, while no job runs, to the first instruction of the body. */
export async function releaseToBody(telemetry: boolean): Promise<number> {
  const image = await idleProgram(telemetry, { ALONE: 1 });
  const uno = new VirtualUno(image.hex);
  uno.run(SETTLED_MS);
  const { cpu } = uno;
  const body = addressOf(image, 'bench_body') / 2;
  const end = cpu.cycles + RUN_MS * CYCLES_PER_MS;
  let most: number | null = null;
  let since: number | null = null;
  while (cpu.cycles < end) {
    const { pc, cycles } = cpu;
    uno.step();
    if (cpu.pc !== pc && cpu.pc > 0 && cpu.pc < uno.vectorsEnd) {
      // The step before the vector contains the entry, as far as the emulator counts it.
      since = uno.vectorAt(cpu.pc) === TIMER1_COMPA ? cycles - uno.entryRest : null;
    } else if (cpu.pc === body && since !== null) {
      most = Math.max(most ?? 0, cpu.cycles - since);
      since = null;
    }
  }
  return seen(most, 'release');
}

export interface Memory {
  readonly flashBytes: number;
  readonly ramBytes: number;
}

const over = (image: Memory, empty: Memory): Memory => ({
  flashBytes: image.flashBytes - empty.flashBytes,
  ramBytes: image.ramBytes - empty.ramBytes,
});

/** Three tasks without telemetry, over an empty program. */
export async function memoryOf(how: How): Promise<Memory> {
  const image = how === 'one stack' ? await idleProgram(false, { ALONE: 0 }) : await threadsProgram(how, TASKS, false);
  return over(image, await measureNothing());
}

/** The longest deliveries to a bottom half, without it. The budget is large, or it is soon exhausted. */
export interface Delivered {
  /** What a delivery takes from the interrupted job. */
  readonly letThrough: number;
  /** The same with the masking of the line, and the alarm that unmasks it. */
  readonly masked: number;
}

export async function deliveredOf(how: How): Promise<Delivered> {
  const [source] = sourcesOf(ATMEGA328P);
  if (source === undefined) throw new Error('no source');
  const config = { HANDLER: 'PL_NO_HANDLER', ...configOfHow(how), ...tasksOf(2) };
  const { plenty, scarce } = await deliveriesOf(source, 1, config, kernelOf(how));
  return {
    letThrough: plenty.inside + plenty.outside,
    masked: scarce.inside + scarce.outside + scarce.alarm,
  };
}

/** The mean time from the call that records an event to its return. */
export async function recordingMean(): Promise<number> {
  const image = await idleProgram(true, { ALONE: 0 });
  const uno = new VirtualUno(image.hex);
  uno.run(SETTLED_MS);
  const { cpu } = uno;
  const record = addressOf(image, 'pl_trace_locked') / 2;
  const end = cpu.cycles + RUN_MS * CYCLES_PER_MS;
  let [count, total] = [0, 0];
  let call: { readonly sp: number; readonly since: number } | null = null;
  while (cpu.cycles < end) {
    // Events are recorded with interrupts disabled.
    if (call === null && cpu.pc === record) call = { sp: cpu.SP + cpu.returnAddressBytes, since: cpu.cycles };
    else if (call !== null && cpu.SP === call.sp) {
      count++;
      total += cpu.cycles - call.since;
      call = null;
    }
    uno.step();
  }
  return total / count;
}
