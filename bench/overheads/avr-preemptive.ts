/** The overheads of preemption on one stack on an AVR chip, and the figures that they follow from. */
import path from 'node:path';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { buildUno } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { deliveriesOf, sourcesOf, tasksOf } from '../interrupts/avr.ts';
import { budgetUs, configOf, UNO_CONFIG, UNO_FLAGS, type Variant } from '../threads/variant.ts';
import { type Gaps, gapsOfWitness, longestCall } from '../threads/witness.ts';
import { constantsOfPort, lineNs, nsUp } from './chip.ts';
import {
  edfReleaseOver,
  Figures,
  type Line,
  lineAbove,
  lineAboveAll,
  once,
  type Point,
  type Points,
  valueAt,
} from './point.ts';
import { BEAT_BYTES, BYTES_PER_JOB, INTERRUPT_BYTES, INTERRUPT_EVENTS } from './telemetry.ts';

const THREADS = path.resolve(import.meta.dirname, '../threads');
const POLICIES = ['FIXED', 'EDF'] as const;
type Policy = (typeof POLICIES)[number];
/** A set of 32 tasks takes four bytes. With 8 and with 16 tasks the figures are below the line through these two. */
const SIZES = [2, 32] as const;
const TRACED_SIZES = [2] as const;
const LINES = [1, 4] as const;
/** Tasks of the program with interrupts. */
const FEW = 2;
/** Events of a preemption: the release, the start and the end. */
const EVENTS = 3;
/** Events of a job: also its exceeded budget. */
const EVENTS_PER_JOB = 4;
/** Two events of a section, six bytes each with their share of a frame. */
const SECTION_EVENTS = 2;
const SECTION_EVENT_BYTES = 6;
/** A stop is counted as three events: its control event, which is longer to record than the events of a job, and an unlock. */
const STOP_EVENTS = 3;
/** Bytes of a full ring, and how many one step prepares. */
const RING_BYTES = 128;
const STEP_BYTES = 4;

/** Some fifty preemptions, after the metadata has been sent. */
const SETTLED_CYCLES = 800_000;
const RUN_CYCLES = 8_000_000;

const traced = (telemetry: boolean): string => (telemetry ? 'traced' : 'untraced');

const variantOf = (policy: Policy, tasks: number, telemetry: boolean): Variant => ({
  ...{ tasks, telemetry, policy, preemptive: false },
  ...(tasks > 2 ? { others: 'PENDING' as const } : {}),
});

async function started(variant: Variant, chip: AvrConfig, more: Readonly<Record<string, number>>) {
  const budget = { BUDGET_US: `UINT32_C(${budgetUs(10_300, false)})` };
  const config = configOf(variant, { ...UNO_CONFIG, ...budget, PL_ONE_STACK: 1, ...more });
  const files = ['program.c', 'uno.c'].map((file) => path.join(THREADS, file));
  const image = await buildUno(config, files, UNO_FLAGS, null, chip);
  return { uno: new VirtualUno(image.hex, chip), image };
}

/** With a budget handler the alarm also watches the budget of each running body. */
async function gapsOf(variant: Variant, chip: AvrConfig): Promise<Gaps> {
  const { uno, image } = await started(variant, chip, { PL_USES_BUDGET_HANDLER: 1 });
  return gapsOfWitness(uno, image.symbols, SETTLED_CYCLES, RUN_CYCLES);
}

function seen(figure: number | null, name: string): number {
  if (figure === null) throw new Error(`not seen: ${name}`);
  return figure;
}

/** The longest call of a function of resource.c, without telemetry. Unit: cycles. */
async function sectionCall(name: string, stops: 0 | 1, chip: AvrConfig): Promise<number> {
  const config = {
    ...{ PL_TELEMETRY: 0, PL_ONE_STACK: 1, PL_USES_RESOURCES: 1, PL_USES_BUDGET_HANDLER: 1, PL_TASK_COUNT: 8 },
    PL_USES_EXHAUSTION_STOP: stops,
  };
  const image = await buildUno(config, [path.join(import.meta.dirname, 'section.c')], [], null, chip);
  const at = image.symbols.get(name);
  if (at === undefined) throw new Error(`the program has no ${name}`);
  return seen(longestCall(new VirtualUno(image.hex, chip), at / 2, -1, 3_200_000), name);
}

/**
 * The longest stop of a job, without telemetry: the call that makes it possible, and from the interrupt that stops the
 * job to the return of that call. Unit: cycles.
 */
async function stopOf(chip: AvrConfig): Promise<number | null> {
  const config = { PL_TELEMETRY: 0, PL_ONE_STACK: 1, PL_USES_EXHAUSTION_STOP: 1, PL_TASK_COUNT: FEW };
  const image = await buildUno(config, [path.join(import.meta.dirname, 'stop.c')], [], null, chip);
  const [call, body, leave] = ['pl_port_call', 'endless', 'pl_port_leave'].map((name) => {
    const at = image.symbols.get(name);
    if (at === undefined) throw new Error(`the program has no ${name}`);
    return at / 2;
  });
  const uno = new VirtualUno(image.hex, chip);
  const { cpu } = uno;
  let most: number | null = null;
  let [since, sp, begun, interrupted, stopping] = [0, -1, 0, 0, false];
  while (cpu.cycles < RUN_CYCLES) {
    if (cpu.pc === call) [since, sp, begun, stopping] = [cpu.cycles, cpu.SP + cpu.returnAddressBytes, 0, false];
    else if (cpu.pc === body && begun === 0) begun = cpu.cycles - since;
    else if (cpu.pc > 0 && cpu.pc < uno.vectorsEnd) interrupted = cpu.cycles;
    else if (cpu.pc === leave) stopping = true;
    else if (stopping && cpu.SP === sp) {
      most = Math.max(most ?? 0, begun + cpu.cycles - interrupted);
      stopping = false;
    }
    uno.step();
  }
  return most;
}

export function pointsOfPreemptive(chip: AvrConfig): readonly Point[] {
  const points: Point[] = [];
  const add = (name: string, measure: () => Promise<number | null>) =>
    points.push({ name, measure: async () => seen(await measure(), name) });
  for (const policy of POLICIES) {
    for (const telemetry of [false, true]) {
      for (const tasks of telemetry ? TRACED_SIZES : SIZES) {
        const variant = variantOf(policy, tasks, telemetry);
        const title = `${policy}, ${traced(telemetry)}, ${tasks} tasks`;
        const run = once(() => gapsOf(variant, chip));
        const first = once(() => gapsOf({ ...variant, witnessFirst: true }, chip));
        add(`locked, ${title}`, async () => Math.max((await run()).locked ?? 0, (await first()).locked ?? 0));
        add(`release, ${title}`, async () => (await first()).release);
        add(`preemption, ${title}`, async () => {
          const { before, after } = await run();
          return before === null || after === null ? null : before + after;
        });
      }
    }
  }
  for (const tasks of SIZES) {
    const watched = once(() => gapsOf({ ...variantOf('FIXED', tasks, false), watched: true }, chip));
    // The alarm comes for a job that has ended, and looks at the deadlines of all others.
    add(`deadline, ${tasks} tasks`, async () => (await watched()).release);
    // The release looks at all deadlines to set the alarm.
    add(`watched preemption, ${tasks} tasks`, async () => {
      const { before, after } = await watched();
      return before === null || after === null ? null : before + after;
    });
  }
  add('section', async () => {
    const calls = ['pl_resource_lock_for', 'pl_resource_unlock'].map((name) => sectionCall(name, 0, chip));
    return (await Promise.all(calls)).reduce((sum, cycles) => sum + cycles, 0);
  });
  // A job that can be stopped sets the alarm again.
  add('unlock, with stops', () => sectionCall('pl_resource_unlock', 1, chip));
  add('stop', () => stopOf(chip));
  for (const lines of LINES) {
    add(`delivery, ${lines} lines`, async () => {
      let most = 0;
      for (const source of sourcesOf(chip)) {
        const config = { HANDLER: 'PL_NO_HANDLER', PL_ONE_STACK: 1, ...tasksOf(FEW) };
        const { plenty } = await deliveriesOf(source, lines, config, null, chip);
        most = Math.max(most, plenty.inside);
      }
      return most;
    });
  }
  return points;
}

/**
 * @param superloop the overheads of the super-loop on the same chip, which sends the same telemetry
 * @param preparedAtOnce cycles in which the super-loop prepares a byte
 */
export function preemptiveOverheadsOf(
  chip: AvrConfig,
  points: Points,
  superloop: Overheads,
  preparedAtOnce: number,
): Overheads {
  const figures = new Figures(points);
  const constants = constantsOfPort(chip, false);
  const sent = constants.cycles('PL_BYTE_CYCLES');
  const step = constants.cycles('PL_PREPARE_TICKS');
  const prepared = step / STEP_BYTES;

  const releaseOf = (policy: Policy): Line =>
    lineAboveAll([false, true].map((telemetry) => figures.over(`release, ${policy}, ${traced(telemetry)}`)));
  /** Half of one alarm that comes for the end of a budget which interrupts have put off. */
  const early = figures.at(`release, FIXED, untraced, ${FEW} tasks`) / 2;
  /** The analysis counts two switches and a release for a preemption. */
  const switchOf = (policy: Policy, release: Line): Line =>
    lineAbove(
      figures
        .over(`preemption, ${policy}, untraced`)
        .map(([tasks, cycles]) => [tasks, Math.max(0, (cycles - valueAt(release, tasks)) / 2 + early)] as const),
    );
  const [release, edfRelease] = [releaseOf('FIXED'), releaseOf('EDF')];
  const [fixed, edf] = [lineNs(switchOf('FIXED', release)), lineNs(switchOf('EDF', edfRelease))];
  const [fixedRelease, edfReleaseNs] = [lineNs(release), lineNs(edfRelease)];

  const locked = lineAboveAll(
    POLICIES.flatMap((policy) =>
      [false, true].map((telemetry) => figures.over(`locked, ${policy}, ${traced(telemetry)}`)),
    ),
  );
  const deadline = lineNs(lineAbove(figures.over('deadline')));
  const watch = lineNs(
    lineAbove(
      figures
        .over('watched preemption')
        .map(([tasks, cycles]) => [tasks, cycles - figures.at(`preemption, FIXED, untraced, ${tasks} tasks`)] as const),
    ),
  );
  const recorded = POLICIES.flatMap((policy) =>
    TRACED_SIZES.map((tasks) => {
      const figure = (how: string) => figures.at(`preemption, ${policy}, ${how}, ${tasks} tasks`);
      return Math.max(0, figure('traced') - figure('untraced'));
    }),
  );
  const recording = Math.max(...recorded) / EVENTS;
  const delivery = lineAbove(LINES.map((lines) => [lines, figures.at(`delivery, ${lines} lines`)] as const));
  const [beat, ...loads] = superloop.loads ?? [];
  const interruptEvents = INTERRUPT_EVENTS * recording + INTERRUPT_BYTES * (prepared + sent);
  const preemption = figures.most(...POLICIES.map((policy) => `preemption, ${policy}, untraced, ${FEW} tasks`));

  return {
    contextSwitchNs: fixed.base,
    contextSwitchPerTaskNs: fixed.slope,
    edfSwitchNs: edf.base,
    edfSwitchPerTaskNs: edf.slope,
    releaseNs: fixedRelease.base,
    releasePerTaskNs: fixedRelease.slope,
    ...edfReleaseOver(fixedRelease, edfReleaseNs),
    deadlineNs: deadline.base,
    deadlinePerTaskNs: deadline.slope,
    watchNs: watch.base,
    watchPerTaskNs: watch.slope,
    tickNs: superloop.tickNs,
    tickPeriodNs: superloop.tickPeriodNs,
    tracePerJobNs: nsUp(EVENTS_PER_JOB * recording + BYTES_PER_JOB * (prepared + sent)),
    blockingNs: nsUp((RING_BYTES / STEP_BYTES) * step + locked.base),
    blockingPerTaskNs: nsUp(locked.slope, 100),
    sectionNs: nsUp(
      figures.at('section') + preemption + SECTION_EVENTS * (recording + SECTION_EVENT_BYTES * (prepared + sent)),
    ),
    // The alarm can come five credits late, and the stop unlocks what the job holds.
    stopNs: nsUp(
      figures.at('stop') +
        5 * constants.cycles('PL_PAUSE_TICKS') +
        figures.at('unlock, with stops') +
        STOP_EVENTS * recording +
        2 * SECTION_EVENT_BYTES * (prepared + sent),
    ),
    loads: [
      {
        name: 'telemetry beat',
        periodNs: 32_768_000,
        costNs: (beat?.costNs ?? 0) + nsUp(Math.max(0, BEAT_BYTES * (prepared - preparedAtOnce))),
        jitterNs: 0,
      },
      ...loads,
    ],
    ...(superloop.libraryLoads && { libraryLoads: superloop.libraryLoads }),
    interrupts: {
      // A delivery that triggers a handler releases its job.
      deliveryNs: nsUp(constants.deliveryCycles + constants.masking.base + delivery.base + preemption),
      maskingNs: nsUp(constants.masking.base),
      perInterruptNs: nsUp(constants.masking.perInterrupt + delivery.slope),
      releaseNs: superloop.interrupts?.releaseNs ?? 0,
      loads: [
        { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: nsUp(interruptEvents), jitterNs: 31_250_000 },
      ],
    },
  };
}
