/** The measurement of program.c on the Cortex-M3, in instructions. */
import path from 'node:path';
import { buildCortex, runElf } from '../../test/conformance/cortex.ts';
import { type Config, type KernelBuild, withScratch } from '../../test/conformance/toolchain.ts';
import { budgetUs, configOf, type Variant } from './variant.ts';

const file = (name: string) => path.join(import.meta.dirname, name);
const M3_TIMER_MHZ = 25;
/** 16 times as long, because an instruction is 16 times as long: see SHIFT. */
const M3_PERIOD_US = 164_800;
/** 1,024 ns an instruction: 25.6 ticks of the board's timer, so that instructions can be counted from it exactly. */
export const SHIFT = 10;
const TIMER_TICKS_PER_INSTRUCTION = 25.6;

export const M3_CONFIG = { PERIOD_US: `UINT32_C(${M3_PERIOD_US})`, BENCH_STACK_BYTES: 1024, LOOKS: '300000U' };

/** The figures from the four times that the program writes. Any other output is an error. */
export function figuresOf(verdict: string, ticksPerInstruction = TIMER_TICKS_PER_INSTRUCTION): Figures {
  // Jobs on one stack may interrupt the last one, and write it again.
  const [first = ''] = verdict.split('\n');
  const ticks = first.split(' ').map(Number);
  if (ticks.length !== 4 || !ticks.every(Number.isFinite)) throw new Error(`the measurement failed: ${verdict}`);
  const [before = 0, after = 0, other = 0, loop = 0] = ticks.map((time) => Math.round(time / ticksPerInstruction));
  return { before, after, other, loop };
}

/**
 * Longest gaps: before the start of `fast`, after its end, and without a job of `fast`. `loop` is the time
 * of one iteration of the witness. 0: not seen. Unit: instructions.
 */
export interface Figures {
  readonly before: number;
  readonly after: number;
  readonly other: number;
  readonly loop: number;
}

/** The speed at which the emulated board is measured. */
interface Pace {
  readonly shift: number;
  /** Ticks of the board's timer. */
  readonly ticksPerInstruction: number;
  readonly periodUs: number;
}
/** Exact to an instruction. For programs without budgets, kernel ticks and telemetry bytes that come by time. */
const SLOW: Pace = { shift: SHIFT, ticksPerInstruction: TIMER_TICKS_PER_INSTRUCTION, periodUs: M3_PERIOD_US };
/** The usual speed. At the slow one a kernel tick or a telemetry byte would fall into every gap. */
const USUAL: Pace = { shift: 6, ticksPerInstruction: 1.6, periodUs: 10_300 };
const isAtUsualPace = ({ preemptive, oneStack, telemetry }: Variant) => preemptive || (oneStack === true && telemetry);
const paceOf = (variant: Variant) => (isAtUsualPace(variant) ? USUAL : SLOW);

/** @param more constants of the program's configuration */
export async function onCortex(variant: Variant, kernel: KernelBuild | null, more: Config = {}): Promise<Figures> {
  const { shift, ticksPerInstruction, periodUs } = paceOf(variant);
  const times = {
    PERIOD_US: `UINT32_C(${periodUs})`,
    BUDGET_US: `UINT32_C(${budgetUs(periodUs, variant.endless === true)})`,
    LOOKS: isAtUsualPace(variant) && !variant.average && !variant.endless ? '1000000U' : '300000U',
  };
  const config = configOf(variant, { ...M3_CONFIG, ...times, JOBS: '60U', ...more });
  return withScratch(async (directory) => {
    const elf = await buildCortex(directory, config, [file('program.c'), file('witness.c')], kernel);
    return figuresOf((await runElf(directory, elf, { icountShift: shift })).verdict, ticksPerInstruction);
  });
}

/** Time that a job without an end takes from the witness in a period, beyond the job's budget. Unit: instructions. */
export async function heldOnCortex(variant: Variant, kernel: KernelBuild | null): Promise<number> {
  const { before } = await onCortex({ ...variant, endless: true }, kernel);
  const budget = (budgetUs(USUAL.periodUs, true) * M3_TIMER_MHZ) / USUAL.ticksPerInstruction;
  return before - Math.round(budget);
}
