/**
 * The overheads of RTEMS on the RealView PBX-A9 in QEMU, and the figures that they follow from. Unit of the figures:
 * instructions of 16 ns.
 */
import path from 'node:path';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { constantsOf } from '../../test/conformance/port-constants.ts';
import { runOnRtems } from '../../test/conformance/rtems.ts';
import { heldOnRtems, onRtems } from '../threads/rtems.ts';
import type { Variant } from '../threads/variant.ts';
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
  RING_BYTES,
  sectionTrace,
  THREAD_SECTION_EVENT_BYTES,
} from './telemetry.ts';

const INSTRUCTION_NS = 16;
const TICK_NS = 1000;
const SIZES = [2, 16] as const;
const FILES = ['realview-pbx-a9/polyloop_target.h', 'realview-pbx-a9/uart.c'] as const;

/** Tasks of the programs with an interrupt. */
const DELIVERED = [1, 11] as const;
/** Events of a job beside its release, and the bytes that they send with their share of a frame. */
const EVENTS_PER_JOB = 4;
const BYTES_PER_JOB = 22;
/** The events between the witness and the job: its release, the switch and its start. */
const EVENTS_BEFORE = 3;
/** Preparing a byte, as on the Cortex-M3, whose instructions are the same. */
const PREPARED = 34;
/** Bytes that one interrupt of the serial line sends. */
const BYTES_PER_INTERRUPT = 16;
/** To mask a line of the same server, as the port charges it. An alarm looks at each server, as on the Cortex-M3. */
const PER_LINE_NS = 4 * TICK_NS;
const SERVER_NS = 2 * TICK_NS;

const most = (figures: readonly number[]): number => {
  if (figures.length === 0) throw new Error('not seen');
  return Math.max(...figures);
};
const nsUp = (instructions: number, unit = 1000): number => Math.ceil((instructions * INSTRUCTION_NS) / unit) * unit;
const lineNsOf = ({ base, slope }: Line): Line => ({ base: nsUp(base), slope: nsUp(slope, 100) });

/** The other tasks sleep, or wait with a job. */
const variantOf = (policy: Policy, telemetry: boolean, tasks: number): Variant => ({
  ...{ tasks, telemetry, policy, preemptive: true },
  ...(tasks > 2 && { others: 'PENDING' as const }),
});

function pointsOfWitness(policy: Policy, telemetry: boolean, tasks: number): Point[] {
  const title = `${policy}, ${traced(telemetry)}, ${tasks} tasks`;
  const variant = variantOf(policy, telemetry, tasks);
  const run = once(() => onRtems(variant));
  const points: Point[] = (['before', 'after', 'other'] as const).map((name) => ({
    name: `${name}, ${title}`,
    measure: async () => (await run())[name] - (await run()).loop,
  }));
  if (telemetry) points.push({ name: `endless, ${title}`, measure: () => heldOnRtems(variant) });
  else if (policy === 'FIXED') {
    const alone = async () => {
      const { other, loop } = await onRtems({ ...variant, witnessFirst: true });
      return other - loop;
    };
    points.push({ name: `release alone, ${title}`, measure: alone });
  }
  return points;
}

/** The program ends with the instructions that a delivery takes, without and with masking. */
async function deliveryOf(policy: Policy, tasks: number, SCARCE: number): Promise<number> {
  const name = path.join('..', '..', '..', 'bench', 'interrupts', 'cortex');
  const others = Array.from({ length: tasks - 1 }, (_, index) => `OTHER(${index + 1}),`);
  const { verdict } = await runOnRtems({
    name,
    config: {
      ...{ PL_TASK_COUNT: tasks, MORE_TASKS: others.join(' '), PL_POLICY: `PL_POLICY_${policy}`, PL_PREEMPTIVE: 1 },
      ...{ PL_TELEMETRY: 0, PL_INTERRUPT_COUNT: 1, PL_IO_SERVER_COUNT: 1, SCARCE, CONFORM_STACK_BYTES: 8192 },
    },
  });
  return Number(/\d+$/.exec(verdict)?.[0]);
}

export function pointsOfRtems(): readonly Point[] {
  const witness = POLICIES.flatMap((policy) =>
    [false, true].flatMap((telemetry) => SIZES.flatMap((tasks) => pointsOfWitness(policy, telemetry, tasks))),
  );
  const deliveries = POLICIES.flatMap((policy) =>
    DELIVERED.flatMap((tasks): Point[] => [
      { name: `delivery, ${policy}, ${tasks} tasks`, measure: () => deliveryOf(policy, tasks, 0) },
      { name: `masked delivery, ${policy}, ${tasks} tasks`, measure: () => deliveryOf(policy, tasks, 1) },
    ]),
  );
  return [...witness, ...deliveries];
}

export function rtemsOverheadsOf(points: Points): Overheads {
  const figures = new Figures(points);
  const constant = constantsOf(...FILES);
  const ns = (name: string, tasks?: number) => constant(name, tasks) * TICK_NS;
  const sent = ns('UART_TICKS') / BYTES_PER_INTERRUPT / INSTRUCTION_NS;
  const recording =
    most(
      POLICIES.map(
        (policy) =>
          figures.at(`before, ${policy}, traced, 2 tasks`) - figures.at(`before, ${policy}, untraced, 2 tasks`),
      ),
    ) / EVENTS_BEFORE;
  const trace = EVENTS_PER_JOB * recording + BYTES_PER_JOB * (PREPARED + sent);
  const release = lineAbove(
    figures.over('release alone, FIXED, untraced').map(([at, figure]) => [at, figure + recording]),
  );
  /** The analysis counts two switches and a release for a preemption. */
  const switchOf = (policy: Policy): Line => {
    const after = new Map(figures.over(`after, ${policy}, untraced`));
    return lineAbove(
      figures
        .over(`before, ${policy}, untraced`)
        .map(([at, before]) => [at, Math.max(0, before + (after.get(at) ?? 0) - valueAt(release, at) + recording) / 2]),
    );
  };
  const [fixed, edf] = [lineNsOf(switchOf('FIXED')), lineNsOf(switchOf('EDF'))];
  const released = lineNsOf(release);
  const after = lineNsOf(lineAboveAll(POLICIES.map((policy) => figures.over(`after, ${policy}, untraced`))));
  const otherOf = (telemetry: boolean): number =>
    most(
      POLICIES.flatMap((policy) => figures.over(`other, ${policy}, ${traced(telemetry)}`).map(([, figure]) => figure)),
    );
  const watchNs = ns('PL_WATCH_TICKS');
  const held = lineAbove(
    POLICIES.flatMap((policy) =>
      figures.over(`endless, ${policy}, traced`).map(([at, figure]) => {
        const job = 2 * valueAt(switchOf(policy), at) + valueAt(release, at) + trace;
        return [at, Math.max(ns('PL_HELD_TICKS', at), nsUp(Math.max(0, figure - job))) + watchNs] as const;
      }),
    ),
  );
  // A lock, its end and the switch are no longer than a preemption.
  const section =
    most(POLICIES.flatMap((policy) => SIZES.map((tasks) => 2 * valueAt(switchOf(policy), tasks)))) +
    sectionTrace(recording, PREPARED + sent, THREAD_SECTION_EVENT_BYTES);
  const delivery = lineNsOf(lineAboveAll(POLICIES.map((policy) => figures.over(`delivery, ${policy}`))));
  const masked = lineNsOf(lineAboveAll(POLICIES.map((policy) => figures.over(`masked delivery, ${policy}`))));
  const maskingNs = Math.max(masked.base - delivery.base, 0);
  return {
    ...switchesAndRelease(fixed, edf, released),
    tickNs: nsUp(otherOf(false)),
    tickPeriodNs: 1_000_000,
    tracePerJobNs: nsUp(trace),
    // What a less urgent job left: a full ring to prepare, and its end.
    blockingNs: nsUp(RING_BYTES * PREPARED) + after.base,
    blockingPerTaskNs: after.slope,
    heldNs: Math.ceil(held.base),
    heldPerTaskNs: Math.ceil(held.slope),
    sectionNs: nsUp(section),
    loads: [
      beatLoad(20_000_000, nsUp(otherOf(true))),
      { name: 'telemetry left over', periodNs: 100_000, costNs: ns('UART_TICKS'), jitterNs: 100_000, most: 8 },
    ],
    interrupts: {
      // A delivery that triggers a handler releases its job.
      deliveryNs: Math.max(masked.base, delivery.base) + released.base,
      maskingNs,
      perInterruptNs: PER_LINE_NS,
      perTaskNs: Math.max(masked.slope, delivery.slope) + released.slope,
      releaseNs: SERVER_NS,
      loads: interruptLoads(nsUp(interruptTrace(recording, PREPARED + sent))),
    },
  };
}
