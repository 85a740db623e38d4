/**
 * The overheads of FreeRTOS on the Cortex-M3 in QEMU, and the figures that they follow from. docs/decisions.md,
 * "What each overhead of FreeRTOS on the Cortex-M3 covers", says what each of them covers.
 */
import type { Overheads } from '../../generator/platform/overheads.ts';
import { freertosOnCortexUnchecked } from '../../test/conformance/freertos.ts';
import { alarmsOf, deliveryOf, followCortex } from '../interrupts/cortex.ts';
import { heldOnCortex, onCortex } from '../threads/cortex.ts';
import { type Holder, waitOnCortex } from '../threads/sections.ts';
import type { Variant } from '../threads/variant.ts';
import { cortexConstants, lineNsOf, usUp } from './cortex.ts';
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
  switchesAndRelease,
  traced,
  valueAt,
} from './point.ts';
import {
  beatLoad,
  interruptLoads,
  interruptTrace,
  leftOverLoad,
  RING_BYTES,
  sectionTrace,
  THREAD_SECTION_EVENT_BYTES,
} from './telemetry.ts';

const SIZES = [2, 9, 16, 30] as const;
/** The releases of programs/accounts.c, which wake a task. */
const FOLLOWED = [4, 9, 16] as const;
const HOLDERS = ['usual', 'raised'] as const satisfies readonly Holder[];
/** Lines and tasks of the programs with interrupts, without a handler. */
const DELIVERIES = [
  [1, 5],
  [2, 5],
  [1, 11],
] as const;
const FEW = 5;

/** By which the runtime over-credits an interrupted job, for an alarm and for a preemption. Unit: instructions. */
const OVER_CREDITED = { alarm: 110, preemption: 172 };
/** One early check of the end of a budget, in a preemption or after a beat. Unit: instructions. */
const EARLY_CHECK = 280;
/** A release of `fast` finds a job that is ready already; to wake its thread takes longer. Unit: instructions. */
const WAKE = 150;
/** Events of a job beside its release, and the bytes that they send with their share of a frame. */
const EVENTS_PER_JOB = 4;
const BYTES_PER_JOB = 22;
/** The events between the witness and the job: its release, the switch and its start. */
const EVENTS_BEFORE = 3;
/** Preparing and sending the event of a release, as test/conformance/accounts.test.ts counts it. Unit: instructions. */
const RELEASE_EVENT = 250;
/** Preparing a byte in steps, which the port charges with 39. Unit: instructions. */
const PREPARED = 34;
/** The kernel's own switch back from a job, at most 270, which the preemption of the next job counts. Unit: instructions. */
const SWITCH_BACK = 250;
/** The replenishment of a less urgent task takes an alarm's check and a turn of the manager. Unit: ns for a task. */
const REPLENISHED_NS = 10_000;

/** The other tasks sleep, wait with a job, or have exhausted their budgets. */
const variantsOf = (policy: Policy, telemetry: boolean, tasks: number): readonly Variant[] => {
  const variant = { tasks, telemetry, policy, preemptive: true };
  return tasks === 2 ? [variant] : (['PENDING', 'HELD'] as const).map((others) => ({ ...variant, others }));
};

const kernel = freertosOnCortexUnchecked;
const most = (figures: readonly number[]): number => {
  if (figures.length === 0) throw new Error('not seen');
  return Math.max(...figures);
};

function pointsOfWitness(policy: Policy, telemetry: boolean, tasks: number): readonly Point[] {
  const title = `${policy}, ${traced(telemetry)}, ${tasks} tasks`;
  const runs = once(() =>
    Promise.all(variantsOf(policy, telemetry, tasks).map((variant) => onCortex(variant, kernel))),
  );
  const mostOf = async (of: (figures: Awaited<ReturnType<typeof onCortex>>) => number) => most((await runs()).map(of));
  const points: Point[] = [
    // Interrupts without a release: ticks, and with telemetry the beats.
    { name: `other, ${title}`, measure: () => mostOf(({ other, loop }) => other - loop) },
  ];
  if (telemetry) {
    const endless = async () =>
      most(await Promise.all(variantsOf(policy, telemetry, tasks).map((variant) => heldOnCortex(variant, kernel))));
    points.push({ name: `endless, ${title}`, measure: endless });
    if (tasks === 2)
      points.push({ name: `before, ${title}`, measure: () => mostOf(({ before, loop }) => before - loop) });
    return points;
  }
  points.push(
    { name: `before, ${title}`, measure: () => mostOf(({ before, loop }) => before - loop) },
    { name: `after, ${title}`, measure: () => mostOf(({ after, loop }) => after - loop) },
    {
      name: `preemption, ${title}`,
      measure: () => mostOf(({ before, after, loop }) => before + after - 2 * loop),
    },
  );
  // Under EDF the witness cannot be the more urgent task.
  if (policy === 'FIXED') {
    const first = async () =>
      most(
        await Promise.all(
          variantsOf(policy, telemetry, tasks).map(async (variant) => {
            const { other, loop } = await onCortex({ ...variant, witnessFirst: true }, kernel);
            return other - loop;
          }),
        ),
      );
    points.push({ name: `release alone, ${title}`, measure: first });
  }
  return points;
}

export function pointsOfCortexKernel(): readonly Point[] {
  const points: Point[] = [];
  for (const policy of POLICIES) {
    for (const telemetry of [false, true]) {
      for (const tasks of SIZES) points.push(...pointsOfWitness(policy, telemetry, tasks));
    }
    for (const tasks of FOLLOWED) {
      for (const telemetry of [false, true]) {
        points.push({
          name: `release, ${policy}, ${traced(telemetry)}, ${tasks} tasks`,
          measure: async () => most(alarmsOf(await followCortex(policy, tasks, 0, false, telemetry))),
        });
      }
    }
    for (const holder of HOLDERS) {
      points.push({
        name: `section, ${policy}, ${holder}`,
        measure: async () => most([await waitOnCortex(holder, policy)].flatMap((wait) => wait ?? [])),
      });
    }
    const quiet = { name: `alarm, ${policy}, 0 lines`, lines: 0, tasks: FEW };
    points.push({
      name: quiet.name,
      measure: async () => most(alarmsOf(await followCortex(policy, quiet.tasks, quiet.lines, false))),
    });
    for (const [lines, tasks] of DELIVERIES) {
      const gaps = once(() => followCortex(policy, tasks, lines, false));
      points.push({
        name: `delivery, ${policy}, ${lines} lines, ${tasks} tasks`,
        measure: async () => most((await gaps()).flatMap((gap) => deliveryOf(gap)?.inside ?? [])),
      });
      if (tasks === FEW) {
        points.push({ name: `alarm, ${policy}, ${lines} lines`, measure: async () => most(alarmsOf(await gaps())) });
      }
    }
  }
  return points;
}

/** Instructions by which each further line makes a delivery longer. */
export function perLineOf(points: Points): number {
  const figures = new Figures(points);
  return Math.max(
    0,
    ...POLICIES.map(
      (policy) =>
        figures.at(`delivery, ${policy}, 2 lines, ${FEW} tasks`) -
        figures.at(`delivery, ${policy}, 1 lines, ${FEW} tasks`),
    ),
  );
}

/** Instructions that interrupts add to an alarm. */
export function addedToAlarm(points: Points): number {
  const figures = new Figures(points);
  return Math.max(
    0,
    ...POLICIES.flatMap((policy) =>
      [1, 2].map((lines) => figures.at(`alarm, ${policy}, ${lines} lines`) - figures.at(`alarm, ${policy}, 0 lines`)),
    ),
  );
}

export function cortexKernelOverheadsOf(points: Points): Overheads {
  const figures = new Figures(points);
  const port = cortexConstants();
  const [sent, prepared] = [port.sent, PREPARED];
  const recording =
    most(
      POLICIES.map(
        (policy) =>
          figures.at(`before, ${policy}, traced, 2 tasks`) - figures.at(`before, ${policy}, untraced, 2 tasks`),
      ),
    ) / EVENTS_BEFORE;
  const aloneWith = (more: number) =>
    figures.over('release alone, FIXED, untraced').map(([tasks, figure]) => [tasks, figure + more] as const);
  const bare: Readonly<Record<Policy, Line>> = {
    FIXED: lineAboveAll([aloneWith(WAKE), figures.over('release, FIXED, untraced')]),
    EDF: lineAbove(figures.over('release, EDF, untraced')),
  };
  const recorded: Readonly<Record<Policy, Line>> = {
    FIXED: lineAboveAll([aloneWith(WAKE + recording), figures.over('release, FIXED, traced')]),
    EDF: lineAbove(figures.over('release, EDF, traced')),
  };
  const releaseOf = (policy: Policy): Line => {
    const { base, slope } = recorded[policy];
    return { base: base + RELEASE_EVENT + OVER_CREDITED.alarm, slope };
  };
  /** The analysis counts two switches and a release for a preemption, and the release contains its event. */
  const switchOf = (policy: Policy): Line =>
    lineAbove(
      figures
        .over(`preemption, ${policy}, untraced`)
        .map(
          ([tasks, figure]) =>
            [
              tasks,
              Math.max(0, figure + EARLY_CHECK + OVER_CREDITED.preemption - valueAt(bare[policy], tasks)) / 2,
            ] as const,
        ),
    );
  const [release, edfRelease] = [lineNsOf(releaseOf('FIXED')), lineNsOf(releaseOf('EDF'))];
  const [fixed, edf] = [lineNsOf(switchOf('FIXED')), lineNsOf(switchOf('EDF'))];
  const trace = EVENTS_PER_JOB * recording + BYTES_PER_JOB * (prepared + sent);

  const otherOf = (telemetry: boolean): number =>
    most(
      POLICIES.flatMap((policy) => figures.over(`other, ${policy}, ${traced(telemetry)}`).map(([, figure]) => figure)),
    );
  // The end of a job with the manager's turn, which a more urgent job waits for.
  const after = lineNsOf(
    lineAboveAll(
      POLICIES.map((policy) =>
        figures.over(`after, ${policy}, untraced`).map(([tasks, figure]) => [tasks, figure - SWITCH_BACK] as const),
      ),
    ),
  );
  const watchNs = port.ns('PL_WATCH_TICKS');
  const held = lineAbove(
    POLICIES.flatMap((policy) =>
      figures.over(`endless, ${policy}, traced`).map(([tasks, figure]) => {
        const job = 2 * valueAt(switchOf(policy), tasks) + valueAt(releaseOf(policy), tasks) + trace;
        const endlessNs = usUp(Math.max(0, figure - job));
        return [tasks, Math.max(port.ns('PL_HELD_TICKS', tasks), endlessNs) + watchNs] as const;
      }),
    ),
  );
  const sectionOf = (holder: Holder): number =>
    most(POLICIES.map((policy) => figures.at(`section, ${policy}, ${holder}`))) +
    sectionTrace(recording, prepared + sent, THREAD_SECTION_EVENT_BYTES);
  const delivery = most(
    POLICIES.flatMap((policy) =>
      DELIVERIES.map(([lines, tasks]) => figures.at(`delivery, ${policy}, ${lines} lines, ${tasks} tasks`)),
    ),
  );
  const trigger = lineNsOf(
    lineAboveAll(POLICIES.map((policy) => [2, 16].map((at) => [at, valueAt(bare[policy], at)] as const))),
  );
  const { masking } = port;

  return {
    ...switchesAndRelease(fixed, edf, release),
    edfReleaseNs: edfRelease.base,
    edfReleasePerTaskNs: edfRelease.slope,
    tickNs: Math.max(port.tickNs, usUp(otherOf(false), 100)),
    tickPeriodNs: 1_000_000,
    tracePerJobNs: usUp(trace),
    // What a less urgent job left: a full ring to prepare, and its end.
    blockingNs: usUp(RING_BYTES * PREPARED) + after.base,
    blockingPerTaskNs: after.slope,
    heldNs: Math.ceil(held.base),
    heldPerTaskNs: Math.max(Math.ceil(held.slope), REPLENISHED_NS),
    sectionNs: usUp(sectionOf('usual')),
    raisedSectionNs: usUp(sectionOf('raised')),
    loads: [beatLoad(32_000_000, usUp(otherOf(true) + EARLY_CHECK)), leftOverLoad(usUp(sent))],
    interrupts: {
      // A delivery that triggers a handler releases its job.
      deliveryNs: port.kernelDeliveryNs + masking.baseNs + usUp(delivery) + trigger.base,
      maskingNs: masking.baseNs,
      perInterruptNs: masking.perInterruptNs + usUp(perLineOf(points)),
      perTaskNs: masking.perTaskNs + trigger.slope,
      releaseNs: usUp(addedToAlarm(points)),
      loads: interruptLoads(usUp(interruptTrace(recording, prepared + sent))),
    },
  };
}
