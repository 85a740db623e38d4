/** The overheads of preemption on one stack on an AVR chip, and the figures that they follow from. */
import path from 'node:path';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { buildUno } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { deliveriesOf, sourcesOf, tasksOf } from '../interrupts/avr.ts';
import { budgetUs, configOf, UNO_CONFIG, UNO_FLAGS, type Variant } from '../threads/variant.ts';
import { type Gaps, gapsOfWitness, longestCall, preemptionOf } from '../threads/witness.ts';
import { beatInSteps, constantsOfPort, lineNs, nsUp } from './chip.ts';
import { FEW, fewPreempt, oneStackOverheads, pointsOfWatch, preparedIn } from './one-stack.ts';
import {
  Figures,
  type Line,
  lineAbove,
  lineAboveAll,
  once,
  POLICIES,
  type Point,
  type Points,
  type Policy,
  pointOf,
  traced,
} from './point.ts';
import { interruptLoads, interruptTrace } from './telemetry.ts';

const THREADS = path.resolve(import.meta.dirname, '../threads');
/** A set of 32 tasks takes four bytes. With 8 and with 16 tasks the figures are below the line through these two. */
const SIZES = [2, 32] as const;
const TRACED_SIZES = [2] as const;
const LINES = [1, 4] as const;
/** Events of a preemption: the release, the start and the end. */
const EVENTS = 3;

/** Some fifty preemptions, after the metadata has been sent. */
const SETTLED_CYCLES = 800_000;
const RUN_CYCLES = 8_000_000;

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

/** The longest call of a function of resource.c, without telemetry. Unit: cycles. */
async function sectionCall(name: string, stops: 0 | 1, chip: AvrConfig): Promise<number> {
  const config = {
    ...{ PL_TELEMETRY: 0, PL_ONE_STACK: 1, PL_USES_RESOURCES: 1, PL_USES_BUDGET_HANDLER: 1, PL_TASK_COUNT: 8 },
    PL_USES_EXHAUSTION_STOP: stops,
  };
  const image = await buildUno(config, [path.join(import.meta.dirname, 'section.c')], [], null, chip);
  const at = image.symbols.get(name);
  if (at === undefined) throw new Error(`the program has no ${name}`);
  const call = longestCall(new VirtualUno(image.hex, chip), at / 2, -1, 3_200_000);
  if (call === null) throw new Error(`not seen: ${name}`);
  return call;
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
  const add = (name: string, measure: () => Promise<number | null>) => points.push(pointOf(name, measure));
  for (const policy of POLICIES) {
    for (const telemetry of [false, true]) {
      for (const tasks of telemetry ? TRACED_SIZES : SIZES) {
        const variant = variantOf(policy, tasks, telemetry);
        const title = `${policy}, ${traced(telemetry)}, ${tasks} tasks`;
        const run = once(() => gapsOf(variant, chip));
        const first = once(() => gapsOf({ ...variant, witnessFirst: true }, chip));
        add(`locked, ${title}`, async () => Math.max((await run()).locked ?? 0, (await first()).locked ?? 0));
        add(`release, ${title}`, async () => (await first()).release);
        add(`preemption, ${title}`, async () => preemptionOf(await run()));
      }
    }
  }
  points.push(
    ...pointsOfWatch(SIZES, async (tasks) => {
      const gaps = await gapsOf({ ...variantOf('FIXED', tasks, false), watched: true }, chip);
      return { alarm: gaps.release, preemption: preemptionOf(gaps) };
    }),
  );
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
  const prepared = preparedIn(step);

  const releaseOf = (policy: Policy): Line =>
    lineAboveAll([false, true].map((telemetry) => figures.over(`release, ${policy}, ${traced(telemetry)}`)));
  const locked = lineAboveAll(
    POLICIES.flatMap((policy) =>
      [false, true].map((telemetry) => figures.over(`locked, ${policy}, ${traced(telemetry)}`)),
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
  const [, ...loads] = superloop.loads ?? [];

  return {
    ...oneStackOverheads(
      {
        ...{ figures, nsUp, lineNs, bareRelease: releaseOf, release: releaseOf, locked, recording, step, sent },
        pause: constants.cycles('PL_PAUSE_TICKS'),
      },
      superloop,
    ),
    loads: [beatInSteps(superloop, prepared, preparedAtOnce), ...loads],
    ...(superloop.libraryLoads && { libraryLoads: superloop.libraryLoads }),
    interrupts: {
      // A delivery that triggers a handler releases its job.
      deliveryNs: nsUp(constants.deliveryCycles + constants.masking.base + delivery.base + fewPreempt(figures)),
      maskingNs: nsUp(constants.masking.base),
      perInterruptNs: nsUp(constants.masking.perInterrupt + delivery.slope),
      releaseNs: superloop.interrupts?.releaseNs ?? 0,
      loads: interruptLoads(nsUp(interruptTrace(recording, prepared + sent))),
    },
  };
}
