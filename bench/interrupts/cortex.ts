/** Measures the delivery of interrupts on the Cortex-M3, without its bottom half. */
import path from 'node:path';
import { buildCortex, runOnCortex } from '../../test/conformance/cortex.ts';
import { type Gap, gapsOf, momentsOf } from '../../test/conformance/cortex-accounts.ts';
import { freertosOnCortexUnchecked } from '../../test/conformance/freertos.ts';
import { type Config, type KernelBuild, PROGRAMS, withScratch } from '../../test/conformance/toolchain.ts';

export interface CortexVariant {
  readonly kernel: KernelBuild | null;
  readonly policy: 'FIXED' | 'EDF';
  readonly tasks: number;
  /** Jobs preempt each other on one stack, without a kernel. */
  readonly oneStack?: boolean;
}

/** The programs end with a number in units of 16 ns. */
export async function onCortex(SCARCE: number, { kernel, policy, tasks, oneStack }: CortexVariant): Promise<number> {
  const name = path.join('..', '..', '..', 'bench', 'interrupts', 'cortex');
  const config: Config = {
    PL_TASK_COUNT: tasks,
    MORE_TASKS: Array.from({ length: tasks - 1 }, (_, index) => `OTHER(${index + 1}),`).join(' '),
    PL_POLICY: `PL_POLICY_${policy}`,
    PL_PREEMPTIVE: kernel === null ? 0 : 1,
    ...(oneStack && { PL_ONE_STACK: 1 }),
    PL_TELEMETRY: 0,
    PL_INTERRUPT_COUNT: 1,
    PL_IO_SERVER_COUNT: 1,
    SCARCE,
    CONFORM_STACK_BYTES: 1024,
  };
  const { verdict } = await runOnCortex({ name, config }, kernel);
  return Number(/\d+$/.exec(verdict)?.[0]) * UNIT_NS;
}

const UNIT_NS = 16;

/** 26 ms of simulated time. */
const FOLLOWED_INSTRUCTIONS = 400_000;

export interface Delivery {
  /** Instructions between the two clock readings that are charged, without the bottom half; and those around them. */
  readonly inside: number;
  readonly outside: number;
}

/** A delivery without interruption; null: the gap is not such a delivery. */
export function deliveryOf({ from, to, moments, handlers }: Gap): Delivery | null {
  if (handlers.length !== 1 || handlers[0] !== 'pl_m3_timer1_handler') return null;
  const reads = moments.filter(({ kind, name }) => kind === 'read' && name === 'pl_interrupt');
  const bottom = moments.findIndex(({ kind, name }) => kind === 'enter' && name === 'bottom');
  // The last reading charges the interrupted task.
  const [begin, end] = [reads[0], reads.at(-2)];
  const [started, ended] = [moments[bottom], moments[bottom + 1]];
  if (!begin || !end || !started || !ended) throw new Error('a delivery without readings');
  const bottomTook = ended.at - started.at;
  const inside = end.at - begin.at - bottomTook;
  return { inside, outside: to - from - bottomTook - inside };
}

/** Observes programs/accounts.c on the Cortex-M3 with FreeRTOS, where a timer interrupts the body. */
export async function followCortex(
  policy: string,
  tasks: number,
  lines: number,
  handler: boolean,
  telemetry = false,
): Promise<readonly Gap[]> {
  const first = 3;
  const waiting = Array.from({ length: tasks - first - (handler ? 1 : 0) }, (_, index) => `WAITING(${index + first}),`);
  const config: Config = {
    PL_PREEMPTIVE: 1,
    PL_TELEMETRY: telemetry ? 1 : 0,
    PL_POLICY: `PL_POLICY_${policy}`,
    PL_TASK_COUNT: tasks,
    PL_USES_SPORADIC: handler ? 1 : 0,
    MORE_ROWS: [...waiting, ...(handler ? [`TRIGGERED(${tasks - 1}),`] : [])].join(' '),
    PL_INTERRUPT_COUNT: lines,
    PL_IO_SERVER_COUNT: lines > 0 ? 1 : 0,
    ...(lines > 0 ? { LINE: 'LINE_TIMER' } : {}),
    ...(lines > 1 ? { MORE_INTERRUPTS: '{US(130), bottom, 0, PL_NO_HANDLER, LINE_B, PL_CHANGE, 1},' } : {}),
    ...(handler ? { HANDLER: tasks - 1 } : {}),
    ...{ STORM_US: 900, LOOPS: '60000U', BUDGET: 'US(50000)', CONFORM_STACK_BYTES: 1024 },
  };
  return withScratch(async (directory) => {
    const file = path.join(PROGRAMS, 'accounts.c');
    const elf = await buildCortex(directory, config, [file], freertosOnCortexUnchecked);
    return gapsOf(await momentsOf(elf, FOLLOWED_INSTRUCTIONS), 'accounts_inside');
  });
}

/** Alarms that wake no task. */
export const alarmsOf = (gaps: readonly Gap[]) =>
  gaps.filter(({ handlers }) => handlers.join() === 'pl_m3_timer_handler').map(({ from, to }) => to - from);
