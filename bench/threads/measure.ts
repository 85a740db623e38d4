/**
 * Measures the overhead of preemption: on an Uno with FreeRTOS in cycles, on the Cortex-M3 with FreeRTOS
 * and as a super-loop in instructions, and for comparison that of the kernel alone. Deterministic,
 * because the boards are emulated. The boards' overheads use these figures. Prints Markdown.
 *
 *   FREERTOS_KERNEL_PATH=<the kernel's directory> node bench/threads/measure.ts [uno | m3-superloop | m3-freertos [FIXED | EDF] | sections]
 */
import path from 'node:path';
import { compiler as cortexCompiler, cortexMissing, link, runElf } from '../../test/conformance/cortex.ts';
import {
  freertosCortexMissing,
  freertosOnCortexUnchecked,
  freertosOnUno,
  freertosUnoMissing,
} from '../../test/conformance/freertos.ts';
import {
  type Config,
  type KernelBuild,
  linkUno,
  RUNTIME,
  unoCompiler,
  withScratch,
  writeConfig,
} from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { type Figures, figuresOf, heldOnCortex, M3_CONFIG, onCortex, SHIFT } from './cortex.ts';
import { type Holder, waitOnCortex, waitOnUno } from './sections.ts';
import { configOf, heldOnAvr, onAvr, UNO_CONFIG, UNO_FLAGS, type Variant } from './variant.ts';
import { type Gaps, gapsOfWitness, turnOfTasks } from './witness.ts';

/** The requested part of the tables, and the requested policy; null: all. */
const only = process.argv[2] ?? null;
const onlyPolicy = process.argv[3] ?? null;

const HERE = import.meta.dirname;
const file = (name: string) => path.join(HERE, name);
/** A figure, or `not seen` if the run contained no such event. */
const shown = (figure: number | null) => figure ?? 'not seen';
type Alone = { readonly yields: boolean; readonly witnessFirst: boolean };

/** The constants of the runtime's build with two tasks, which also configure the kernel. */
function kernelConfig({ yields, witnessFirst }: Alone, more: Config): Config {
  const variant: Variant = {
    tasks: 2,
    telemetry: false,
    policy: 'FIXED',
    preemptive: true,
    witnessFirst,
    burst: yields,
  };
  return configOf(variant, { YIELD: yields ? 1 : 0, ...more });
}

/** The port's files for the kernel, without threads.c, which connects the runtime's threads to it. */
const withoutThreads = (files: readonly string[]) => files.filter((name) => path.basename(name) !== 'threads.c');

async function kernelOnUno<T>(
  alone: Alone,
  look: (uno: VirtualUno, symbols: ReadonlyMap<string, number>) => T,
): Promise<T> {
  return withScratch(async (directory) => {
    const include = await writeConfig(directory, kernelConfig(alone, UNO_CONFIG));
    const searched = [path.join(RUNTIME, 'port', 'avr')];
    const { files, flags } = await freertosOnUno(include, searched, unoCompiler(UNO_FLAGS));
    const all = [...['kernel.c', 'kernel_uno.c', 'uno.c'].map(file), ...withoutThreads(files)];
    const image = await linkUno(directory, include, all, [...UNO_FLAGS, ...flags]);
    return look(new VirtualUno(image.hex), image.symbols);
  });
}

async function kernelOnCortex(alone: Alone): Promise<Figures> {
  return withScratch(async (directory) => {
    /* With yields: few enough jobs to finish before the first tick. */
    const config = kernelConfig(alone, { ...M3_CONFIG, JOBS: alone.yields ? '16U' : '60U' });
    const include = await writeConfig(directory, config);
    const port = path.join(RUNTIME, 'port', 'mps2-an385');
    const { files, flags } = await freertosOnCortexUnchecked(include, [port], cortexCompiler());
    const ours = ['kernel.c', 'kernel_m3.c', 'witness.c'].map(file);
    const elf = await link(
      directory,
      include,
      [...ours, path.join(port, 'startup.c'), ...withoutThreads(files)],
      flags,
    );
    return figuresOf((await runElf(directory, elf, { icountShift: SHIFT })).verdict);
  });
}

const row = (...cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

const KERNEL_ALONE = 'FreeRTOS alone';
/** At this time the witness runs, and `fast` has not been notified yet. */
const STARTED_CYCLES = 80_000;
const ALONE = { yields: false, witnessFirst: false };

async function unoKernelRow(): Promise<void> {
  const gaps = await kernelOnUno(ALONE, gapsOfWitness);
  const { release, locked } = await kernelOnUno({ ...ALONE, witnessFirst: true }, (uno, symbols) =>
    gapsOfWitness(uno, symbols, STARTED_CYCLES),
  );
  const turn = await kernelOnUno({ ...ALONE, yields: true }, turnOfTasks);
  unoRow(KERNEL_ALONE, { ...gaps, locked: most(gaps.locked, locked) }, shown(release), shown(turn), '–');
}

/** The larger figure; null if one of them was not seen. */
const most = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.max(one, other);

function unoRow(
  title: string,
  gaps: Gaps,
  release: string | number,
  turn: string | number,
  held: string | number,
): void {
  const { before, after, tick, locked, perJob } = gaps;
  row(title, shown(before), shown(after), release, shown(tick), turn, shown(locked), shown(perJob), held);
}

async function unoTable(): Promise<void> {
  row(
    'Uno, FreeRTOS, cycles',
    'to the job',
    'from the job',
    'release alone',
    'tick',
    'yield',
    'locked',
    'total per job',
    'endless job',
  );
  row(...Array<string>(9).fill('---'));
  await unoKernelRow();
  for (const policy of ['FIXED', 'EDF'] as const) {
    for (const telemetry of [false, true]) {
      for (const tasks of telemetry ? [2, 4] : [2, 4, 6]) {
        const others = tasks > 2 ? { others: 'PENDING' as const } : {};
        const variant = { tasks, telemetry, policy, preemptive: true, ...others };
        const title = `${policy}, ${tasks} tasks${tasks > 2 ? ' (pending)' : ''}, ${telemetry ? 'traced' : 'untraced'}`;
        const gaps = await onAvr(variant);
        if (policy === 'EDF') {
          unoRow(title, gaps, '–', '–', await heldOnAvr(variant));
          continue;
        }
        const { release, locked } = await onAvr({ ...variant, witnessFirst: true });
        unoRow(title, { ...gaps, locked: most(gaps.locked, locked) }, shown(release), '–', await heldOnAvr(variant));
      }
    }
  }
}

/** The total overhead per empty job, and the time of a job without an end beyond its budget. */
async function averagesOnCortex(variant: Variant, kernel: KernelBuild | null): Promise<readonly (string | number)[]> {
  if (!variant.preemptive) return ['–', '–'];
  const all = await onCortex({ ...variant, average: true }, kernel);
  return [all.before, await heldOnCortex(variant, kernel)];
}

/** A measured gap without one iteration of the witness. */
const less = (figure: number, loop: number) => shown(figure === 0 ? null : figure - loop);

async function cortexKernelRow(): Promise<void> {
  const { before, after, other, loop } = await kernelOnCortex(ALONE);
  const first = await kernelOnCortex({ ...ALONE, witnessFirst: true });
  const turn = await kernelOnCortex({ ...ALONE, yields: true });
  const cells = [less(before, loop), less(after, loop), less(first.other, first.loop), less(other, loop)];
  row(KERNEL_ALONE, ...cells, less(turn.before, turn.loop), '–', '–');
}

async function cortexRow(variant: Variant, kernel: KernelBuild | null): Promise<void> {
  const { preemptive, policy, tasks, telemetry, others } = variant;
  const count = others === undefined ? `${tasks} tasks` : `${tasks} tasks (${others.toLowerCase()})`;
  const title = `${preemptive ? 'FreeRTOS' : 'super-loop'}, ${policy}, ${count}, ${telemetry ? 'traced' : 'untraced'}`;
  const { before, after, other, loop } = await onCortex({ ...variant, burst: !preemptive }, kernel);
  const threadsOnly = (preempted: string | number) => (preemptive ? preempted : '–');
  const cells = [less(before, loop), threadsOnly(less(after, loop))];
  if (preemptive && policy === 'EDF') {
    row(title, ...cells, '–', less(other, loop), '–', ...(await averagesOnCortex(variant, kernel)));
    return;
  }
  const first = await onCortex({ ...variant, witnessFirst: true }, kernel);
  row(
    title,
    ...cells,
    less(first.other, first.loop),
    threadsOnly(less(other, loop)),
    '–',
    ...(await averagesOnCortex(variant, kernel)),
  );
}

async function cortexTable(): Promise<void> {
  row(
    'Cortex-M3, instructions',
    'to the job',
    'from the job',
    'release alone',
    'without a release',
    'yield',
    'total per job',
    'endless job',
  );
  row(...Array<string>(8).fill('---'));
  for (const preemptive of [false, true]) {
    if (only === (preemptive ? 'm3-superloop' : 'm3-freertos')) continue;
    if (preemptive && freertosCortexMissing !== null) {
      console.log(`\n${freertosCortexMissing}`);
      continue;
    }
    const kernel = preemptive ? freertosOnCortexUnchecked : null;
    if (preemptive) await cortexKernelRow();
    for (const policy of ['FIXED', 'EDF'] as const) {
      if (policy !== (onlyPolicy ?? policy)) continue;
      for (const telemetry of [false, true]) {
        await cortexRow({ tasks: 2, telemetry, policy, preemptive }, kernel);
        for (const tasks of preemptive ? [9, 16, 30] : [16, 30]) {
          const variant = { tasks, telemetry, policy, preemptive };
          if (!preemptive) await cortexRow(variant, kernel);
          else for (const others of ['PENDING', 'HELD'] as const) await cortexRow({ ...variant, others }, kernel);
        }
      }
    }
  }
}

type WaitOf = (holder: Holder, policy: 'FIXED' | 'EDF') => Promise<number | null>;

/** How much longer a task waits than declared if the holder stays in a section of 1 ms. */
async function sectionRow(title: string, missing: string | null, waitOf: WaitOf): Promise<void> {
  if (missing !== null) {
    console.log(missing);
    return;
  }
  const waits: (string | number)[] = [];
  for (const holder of ['usual', 'raised'] as const) {
    for (const policy of ['FIXED', 'EDF'] as const) waits.push(shown(await waitOf(holder, policy)));
  }
  row(title, ...waits);
}

async function sectionTable(): Promise<void> {
  row('Wait beyond the declared section', 'FIXED', 'EDF', 'raised, FIXED', 'raised, EDF');
  row(...Array<string>(5).fill('---'));
  await sectionRow('Uno, cycles', freertosUnoMissing, waitOnUno);
  await sectionRow('Cortex-M3, instructions', freertosCortexMissing, waitOnCortex);
  console.log('');
}

if (only === null || only === 'sections') await sectionTable();
if (only === null || only === 'uno') {
  if (freertosUnoMissing !== null) console.log(freertosUnoMissing);
  else await unoTable();
  console.log('');
}
if (only !== 'uno' && only !== 'sections') {
  if (cortexMissing !== null) console.log('The Arm tool chain or QEMU is not installed.');
  else await cortexTable();
}
