/**
 * What the runtime takes from a task that another one preempts: on an Uno with FreeRTOS in cycles, on the Cortex-M3 with
 * FreeRTOS and as a super-loop in instructions. Deterministic: emulated. The boards' overheads are taken from it. Prints
 * Markdown.
 *
 *   FREERTOS_KERNEL_PATH=<its directory> node bench/threads/measure.ts
 */
import path from 'node:path';
import { encodeMetadata } from '../../generator/trace/metadata.ts';
import { buildCortex, cortexMissing, runElf } from '../../test/conformance/cortex.ts';
import {
  freertosCortexMissing,
  freertosOnCortexUnchecked,
  freertosOnUno,
  freertosUnoMissing,
} from '../../test/conformance/freertos.ts';
import { buildUno, type Config, type KernelBuild, withScratch } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { type Gaps, gapsOfWitness } from './witness.ts';

const HERE = import.meta.dirname;
const file = (name: string) => path.join(HERE, name);
const PERIOD_NS = 10_000_000;
/** A multiple of neither the tick nor the beat. */
const UNO_PERIOD_US = 10_300;
/** Sixteen times as long, as an instruction is: see SHIFT. */
const M3_PERIOD_US = 164_800;
/** 1,024 ns an instruction: 25.6 ticks of the board's timer, so that instructions can be counted from it exactly. */
const SHIFT = 10;
const TIMER_TICKS_PER_INSTRUCTION = 25.6;

interface Variant {
  readonly tasks: number;
  readonly telemetry: boolean;
  readonly policy: 'FIXED' | 'EDF';
  readonly preemptive: boolean;
  readonly witnessFirst?: boolean;
  readonly burst?: boolean;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

function configOf(variant: Variant, more: Config): Config {
  const times = { periodNs: PERIOD_NS, offsetNs: 0, deadlineNs: PERIOD_NS, budgetNs: PERIOD_NS };
  const { tasks } = variant;
  const objects = upTo(tasks).map((index) => ({ class: 'task' as const, index, name: `task${index}`, ...times }));
  const blob = encodeMetadata({ clockHz: 2_000_000, fingerprint: 0x12345678, objects });
  return {
    PL_TASK_COUNT: tasks,
    PL_POLICY: `PL_POLICY_${variant.policy}`,
    PL_TELEMETRY: variant.telemetry ? 1 : 0,
    PL_PREEMPTIVE: variant.preemptive ? 1 : 0,
    PL_METADATA_BYTES: blob.length,
    BENCH_METADATA: blob.join(', '),
    WITNESS_FIRST: variant.witnessFirst ? 1 : 0,
    BURST: variant.burst ? 1 : 0,
    ASLEEP_ROWS: upTo(tasks - 2)
      .map((index) => `ASLEEP(${index + 1}),`)
      .join(' '),
    STACK_ROWS: upTo(tasks + 2)
      .map((index) => `STACK(${index})`)
      .join(', '),
    ...more,
  };
}

async function onUno(variant: Variant): Promise<Gaps> {
  const config = configOf(variant, { PERIOD_US: `UINT32_C(${UNO_PERIOD_US})`, BENCH_STACK_BYTES: 110 });
  const image = await buildUno(
    config,
    [file('program.c'), file('uno.c')],
    ['-flto', '-fuse-linker-plugin'],
    freertosOnUno,
  );
  return gapsOfWitness(new VirtualUno(image.hex), image.symbols);
}

/** Instructions: to the start of `fast`, from its end, alone, the loop's own. */
async function onCortex(variant: Variant, kernel: KernelBuild | null): Promise<number[]> {
  const more = { PERIOD_US: `UINT32_C(${M3_PERIOD_US})`, BENCH_STACK_BYTES: 1024, JOBS: '60U', LOOKS: '300000U' };
  return withScratch(async (directory) => {
    const elf = await buildCortex(directory, configOf(variant, more), [file('program.c'), file('m3.c')], kernel);
    const { verdict } = await runElf(directory, elf, { icountShift: SHIFT });
    return verdict.split(' ').map((ticks) => Math.round(Number(ticks) / TIMER_TICKS_PER_INSTRUCTION));
  });
}

const row = (...cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

async function unoTable(): Promise<void> {
  row('Uno, FreeRTOS, cycles', 'to the job', 'from it', 'release alone', 'tick', 'locked', 'all, a job');
  row('---', '---', '---', '---', '---', '---', '---');
  for (const policy of ['FIXED', 'EDF'] as const) {
    for (const telemetry of [false, true]) {
      for (const tasks of telemetry ? [2, 4] : [2, 4, 6]) {
        const variant = { tasks, telemetry, policy, preemptive: true };
        const gaps = await onUno(variant);
        const alone = await onUno({ ...variant, witnessFirst: true });
        const title = `${policy}, ${tasks} tasks, ${telemetry ? 'traced' : 'untraced'}`;
        row(title, gaps.before, gaps.after, alone.release, gaps.tick, Math.max(gaps.locked, alone.locked), gaps.perJob);
      }
    }
  }
}

async function cortexTable(): Promise<void> {
  row('Cortex-M3, instructions', 'to the job', 'from it', 'release alone', 'without a release');
  row('---', '---', '---', '---', '---');
  for (const preemptive of [false, true]) {
    if (preemptive && freertosCortexMissing !== null) continue;
    const kernel = preemptive ? freertosOnCortexUnchecked : null;
    for (const policy of ['FIXED', 'EDF'] as const) {
      for (const telemetry of [false, true]) {
        for (const tasks of [2, 16, 30]) {
          const variant = { tasks, telemetry, policy, preemptive };
          const title = `${preemptive ? 'FreeRTOS' : 'super-loop'}, ${policy}, ${tasks} tasks, ${telemetry ? 'traced' : 'untraced'}`;
          const [before = 0, after = 0, other = 0, loop = 0] = await onCortex(
            { ...variant, burst: !preemptive },
            kernel,
          );
          const [, , release = 0, own = 0] = await onCortex({ ...variant, witnessFirst: true }, kernel);
          row(title, before - loop, preemptive ? after - loop : '–', release - own, preemptive ? other - loop : '–');
        }
      }
    }
  }
}

if (freertosUnoMissing !== null) console.log(`${freertosUnoMissing}\n`);
else await unoTable();
console.log('');
if (cortexMissing !== null) console.log('The Arm tool chain or QEMU is not installed.');
else await cortexTable();
