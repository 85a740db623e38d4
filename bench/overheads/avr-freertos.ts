/** The overheads of FreeRTOS on an AVR chip, and the figures that they follow from. */
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { freertosOnUno } from '../../test/conformance/freertos.ts';
import { deliveriesOf, sourcesOf, tasksOf } from '../interrupts/avr.ts';
import { type Holder, waitOnUno } from '../threads/sections.ts';
import { heldOnAvr, onAvr, type Variant } from '../threads/variant.ts';
import { preemptionOf } from '../threads/witness.ts';
import { beatInSteps, constantsOfPort, lineNs, nsUp } from './chip.ts';
import { grantedReleaseOnAvr } from './granted.ts';
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
  switchesAndRelease,
  traced,
  valueAt,
} from './point.ts';
import { interruptLoads, interruptTrace, RING_BYTES, STEP_BYTES, sectionTrace } from './telemetry.ts';

const HOLDERS = ['usual', 'raised'] as const satisfies readonly Holder[];
/** The board has memory for six stacks. Telemetry leaves less. */
const SIZES = [2, 4, 6] as const;
const TRACED_SIZES = [2, 4] as const;
/** Lines and tasks of the programs with interrupts. */
const DELIVERIES = [
  [1, 2],
  [2, 2],
  [4, 2],
  [1, 4],
  [1, 6],
] as const;

/** Tasks of the program whose releases are compared with the credit for them. */
const GRANTED_SIZES = [3, 4, 5] as const;
/** By which the runtime over-credits an interrupted job: test/conformance/accounts.test.ts. Unit: cycles. */
const OVER_CREDIT = 250;
/**
 * One early check of the end of a budget, in a preemption. Ticks and bytes move that end, so at most one check is
 * early. It is a release interrupt that releases nothing. Unit: cycles.
 */
const EARLY_CHECK = 1000;
/** Nine events, as when a budget is exhausted, send so many bytes each with their share of a frame. */
const BYTES_PER_EVENT = 4.9;
const EVENTS_PER_JOB = 9;

const variantOf = (policy: Policy, tasks: number, telemetry: boolean): Variant => ({
  ...{ tasks, telemetry, policy, preemptive: true },
  ...(tasks > 2 ? { others: 'PENDING' as const } : {}),
});

export function pointsOfFreertos(chip: AvrConfig): readonly Point[] {
  const points: Point[] = [];
  const add = (name: string, measure: () => Promise<number | null>) => points.push(pointOf(name, measure));
  for (const policy of POLICIES) {
    for (const telemetry of [false, true]) {
      for (const tasks of telemetry ? TRACED_SIZES : SIZES) {
        const variant = variantOf(policy, tasks, telemetry);
        const title = `${policy}, ${traced(telemetry)}, ${tasks} tasks`;
        const run = once(() => onAvr(variant, chip));
        const first = once(() => onAvr({ ...variant, witnessFirst: true }, chip));
        add(`locked, ${title}`, async () => Math.max((await run()).locked ?? 0, (await first()).locked ?? 0));
        add(`release, ${title}`, async () => (await first()).release);
        if (!telemetry) add(`preemption, ${title}`, async () => preemptionOf(await run()));
      }
    }
    for (const tasks of GRANTED_SIZES) {
      add(`granted release, ${policy}, ${tasks} tasks`, () => grantedReleaseOnAvr(policy, tasks, chip));
    }
    for (const holder of HOLDERS) add(`section, ${policy}, ${holder}`, () => waitOnUno(holder, policy, chip));
    for (const [lines, tasks] of DELIVERIES) {
      add(`delivery, ${policy}, ${lines} lines, ${tasks} tasks`, async () => {
        // With a handler the interrupt ends in a switch of threads: its end cannot be seen.
        const config = { HANDLER: 'PL_NO_HANDLER', PL_POLICY: `PL_POLICY_${policy}`, ...tasksOf(tasks) };
        let most = 0;
        for (const source of sourcesOf(chip)) {
          const { plenty } = await deliveriesOf(source, lines, config, freertosOnUno, chip);
          most = Math.max(most, plenty.inside);
        }
        return most;
      });
    }
  }
  for (const telemetry of [false, true]) {
    add(`held, ${traced(telemetry)}`, () => heldOnAvr(variantOf('FIXED', 2, telemetry), chip));
  }
  return points;
}

/**
 * @param preparedAtOnce cycles in which the super-loop prepares a byte
 * @param superloop the overheads of the super-loop on the same chip, which sends the same telemetry, and whose
 * alarm is the same
 */
export function freertosOverheadsOf(
  chip: AvrConfig,
  points: Points,
  superloop: Overheads,
  preparedAtOnce: number,
): Overheads {
  const figures = new Figures(points);
  const constants = constantsOfPort(chip, true);
  const sent = constants.cycles('PL_BYTE_CYCLES');
  const step = constants.cycles('PL_PREPARE_TICKS');
  const prepared = step / STEP_BYTES;

  const releaseOf = (policy: Policy): Line => {
    const series = [false, true].map((telemetry) => figures.over(`release, ${policy}, ${traced(telemetry)}`));
    const measured = series.map((points) => points.map(([tasks, cycles]) => [tasks, cycles + OVER_CREDIT] as const));
    return lineAboveAll([...measured, figures.over(`granted release, ${policy}`)]);
  };
  /** The analysis counts two switches and a release for a preemption. */
  const switchOf = (policy: Policy, release: Line): Line =>
    lineAbove(
      figures
        .over(`preemption, ${policy}, untraced`)
        .map(([tasks, cycles]) => [tasks, (cycles + EARLY_CHECK + OVER_CREDIT - valueAt(release, tasks)) / 2] as const),
    );
  const [release, edfRelease] = [releaseOf('FIXED'), releaseOf('EDF')];
  const [fixed, edf] = [lineNs(switchOf('FIXED', release)), lineNs(switchOf('EDF', edfRelease))];
  const [fixedRelease, edfReleaseNs] = [lineNs(release), lineNs(edfRelease)];

  const locked = lineAboveAll(
    POLICIES.flatMap((policy) =>
      [false, true].map((telemetry) => figures.over(`locked, ${policy}, ${traced(telemetry)}`)),
    ),
  );
  const trace = figures.at('held, traced') - figures.at('held, untraced');
  const recording = Math.max(0, trace / EVENTS_PER_JOB - BYTES_PER_EVENT * (prepared + sent));
  const sectionOf = (holder: Holder): number =>
    figures.most(...POLICIES.map((policy) => `section, ${policy}, ${holder}`)) +
    sectionTrace(recording, prepared + sent);
  const job = 2 * valueAt(switchOf('FIXED', release), 2) + valueAt(release, 2) + trace;
  const watch = constants.cycles('PL_WATCH_TICKS');
  const held = Math.max(constants.cycles('PL_HELD_TICKS'), figures.at('held, traced') - job) + watch;

  const deliveries = DELIVERIES.map(([lines, tasks]) => ({
    ...{ lines, tasks },
    cycles: figures.most(...POLICIES.map((policy) => `delivery, ${policy}, ${lines} lines, ${tasks} tasks`)),
  }));
  const slopeOver = (of: 'lines' | 'tasks', others: (one: (typeof deliveries)[number]) => boolean): number =>
    lineAbove(deliveries.filter(others).map((one) => [one[of], one.cycles] as const)).slope;
  const perLine = slopeOver('lines', ({ tasks }) => tasks === 2);
  const perTask = slopeOver('tasks', ({ lines }) => lines === 1);
  const delivery = Math.max(
    0,
    ...deliveries.map(({ lines, tasks, cycles }) => cycles - perLine * lines - perTask * tasks),
  );
  const trigger = figures.most(...POLICIES.map((policy) => `release, ${policy}, untraced, 2 tasks`));

  return {
    ...switchesAndRelease(fixed, edf, fixedRelease),
    edfReleaseNs: edfReleaseNs.base,
    edfReleasePerTaskNs: edfReleaseNs.slope,
    tickNs: nsUp(constants.cycles('PL_TICK_CYCLES')),
    tickPeriodNs: 1_000_000,
    tracePerJobNs: nsUp(trace),
    blockingNs: nsUp((RING_BYTES / STEP_BYTES) * step + locked.base),
    blockingPerTaskNs: nsUp(locked.slope, 100),
    heldNs: nsUp(held),
    sectionNs: nsUp(sectionOf('usual')),
    raisedSectionNs: nsUp(sectionOf('raised')),
    loads: [
      { name: 'Arduino clock', periodNs: 1_024_000, costNs: superloop.tickNs, jitterNs: 0 },
      beatInSteps(superloop, prepared, preparedAtOnce),
      ...(superloop.loads ?? []).slice(1),
    ],
    libraryLoads: Object.fromEntries(
      Object.entries(superloop.libraryLoads ?? {}).map(([library, loads]) => [
        library,
        // The tick then has the period of Arduino's clock, and analogWrite() can make one come early.
        loads.map((load) => ({ ...load, costNs: load.costNs + nsUp(constants.cycles('PL_TICK_CYCLES')) })),
      ]),
    ),
    interrupts: {
      // A delivery that triggers a handler releases its job.
      deliveryNs: nsUp(constants.deliveryCycles + constants.masking.base + delivery + trigger),
      maskingNs: nsUp(constants.masking.base),
      perInterruptNs: nsUp(constants.masking.perInterrupt + perLine),
      perTaskNs: nsUp(constants.masking.perTask + perTask),
      releaseNs: superloop.interrupts?.releaseNs ?? 0,
      loads: interruptLoads(nsUp(interruptTrace(recording, prepared + sent))),
    },
  };
}
