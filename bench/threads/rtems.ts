/** The measurement of program.c on the RealView PBX-A9 with RTEMS, in instructions of 16 ns. */
import path from 'node:path';
import { realviewPbxA9 } from '../../generator/boards/realview-pbx-a9/index.ts';
import { runInQemu } from '../../test/conformance/cortex.ts';
import { buildForRtems } from '../../test/conformance/rtems.ts';
import { withScratch } from '../../test/conformance/toolchain.ts';
import { type Figures, figuresOf } from './cortex.ts';
import { budgetUs, configOf, type Variant } from './variant.ts';

const file = (name: string) => path.join(import.meta.dirname, name);
const PERIOD_US = 10_300;
/** Ticks of the global timer, of 10 ns, in an instruction of 16 ns. */
const TICKS_PER_INSTRUCTION = 1.6;
const TIMER_MHZ = 100;

export async function onRtems(variant: Variant): Promise<Figures> {
  const config = configOf(variant, {
    PERIOD_US: `UINT32_C(${PERIOD_US})`,
    BUDGET_US: `UINT32_C(${budgetUs(PERIOD_US, variant.endless === true)})`,
    BENCH_STACK_BYTES: 8192,
    LOOKS: variant.endless ? '600000U' : '4000000U',
    JOBS: '60U',
  });
  return withScratch(async (directory) => {
    const elf = await buildForRtems(directory, config, [file('program.c'), file('witness.c')]);
    const { verdict } = await runInQemu(directory, elf, { board: realviewPbxA9, lines: ['verdict', 'telemetry'] });
    return figuresOf(verdict, TICKS_PER_INSTRUCTION);
  });
}

/** Time that a job without an end takes from the witness in a period, beyond the job's budget. Unit: instructions. */
export async function heldOnRtems(variant: Variant): Promise<number> {
  const { before } = await onRtems({ ...variant, endless: true });
  return before - Math.round((budgetUs(PERIOD_US, true) * TIMER_MHZ) / TICKS_PER_INSTRUCTION);
}
