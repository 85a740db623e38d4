/** The overheads of the super-loop on the Cortex-M3 in QEMU, and the figures that they follow from. */
import type { Overheads } from '../../generator/platform/overheads.ts';
import { onCortex as deliveredOn } from '../interrupts/cortex.ts';
import { onCortex } from '../threads/cortex.ts';
import type { Variant } from '../threads/variant.ts';
import { cortexConstants, instructionsNs, lineNsOf, usUp } from './cortex.ts';
import {
  dispatchesAndRelease,
  Figures,
  lineAbove,
  once,
  POLICIES,
  type Point,
  type Points,
  type Policy,
  traced,
} from './point.ts';
import {
  BEAT_BYTES,
  BYTES_PER_JOB,
  beatLoad,
  interruptLoads,
  interruptTrace,
  leftOverLoad,
  OPEN_BYTES,
  OPEN_BYTES_PER_TASK,
} from './telemetry.ts';

const SIZES = [2, 16, 30] as const;
/** A release for which a job still waits is dropped, and the dropped one is recorded. Unit: instructions. */
const DROPPED = 160;
/** Accounting for the interrupted body, in a program with telemetry. Unit: instructions. */
const ACCOUNTED = 11;
/** Events of a job beside its release: its start and its end. */
const EVENTS_PER_JOB = 2;

const variantOf = (policy: Policy, telemetry: boolean, tasks: number): Variant => ({
  ...{ tasks, telemetry, policy, preemptive: false, burst: true },
});

export function pointsOfCortexLoop(): readonly Point[] {
  const points: Point[] = [];
  for (const telemetry of [false, true]) {
    for (const tasks of SIZES) {
      for (const policy of POLICIES) {
        points.push({
          name: `to the job, ${policy}, ${traced(telemetry)}, ${tasks} tasks`,
          measure: async () => (await onCortex(variantOf(policy, telemetry, tasks), null)).before,
        });
      }
      points.push({
        name: `release alone, ${traced(telemetry)}, ${tasks} tasks`,
        measure: async () => {
          const variant = { ...variantOf('FIXED', telemetry, tasks), burst: false, witnessFirst: true };
          const { other, loop } = await onCortex(variant, null);
          return other - loop;
        },
      });
    }
  }
  const delivered = once(() => deliveredOn(0, { kernel: null, policy: 'FIXED', tasks: 1 }));
  points.push({ name: 'delivery', measure: async () => Math.ceil(instructionsNs(await delivered())) });
  return points;
}

/** @param withKernel what interrupts cost with a kernel, where the same code scans the lines. Unit: instructions */
export function cortexLoopOverheadsOf(
  points: Points,
  withKernel: { readonly perLine: number; readonly addedToAlarm: number },
): Overheads {
  const figures = new Figures(points);
  const port = cortexConstants();
  const [sent, prepared] = [port.sent, port.preparedAtOnce];
  const fixed = lineNsOf(lineAbove(figures.over('to the job, FIXED, untraced')));
  const edf = lineNsOf(lineAbove(figures.over('to the job, EDF, untraced')));
  const alone = lineAbove(figures.over('release alone, untraced'));
  const release = lineNsOf({ ...alone, base: alone.base + DROPPED + ACCOUNTED });
  const [few] = SIZES;
  const recording = Math.max(
    ...POLICIES.map(
      (policy) =>
        figures.at(`to the job, ${policy}, traced, ${few} tasks`) -
        figures.at(`to the job, ${policy}, untraced, ${few} tasks`),
    ),
  );
  // With more tasks a release and a dispatch also prepare the events of other jobs, which these pay for.
  const beat = Math.max(
    ...SIZES.map(
      (tasks) =>
        figures.at(`release alone, traced, ${tasks} tasks`) - figures.at(`release alone, untraced, ${tasks} tasks`),
    ),
  );
  return {
    ...dispatchesAndRelease(fixed, edf, release),
    // SysTick, which drives the beat.
    tickNs: port.tickNs,
    tickPeriodNs: 32_000_000,
    tracePerJobNs: usUp(recording + BYTES_PER_JOB * (prepared + sent)),
    blockingNs: usUp(OPEN_BYTES * prepared),
    blockingPerTaskNs: usUp(OPEN_BYTES_PER_TASK * prepared, 100),
    loads: [beatLoad(32_000_000, usUp(beat + BEAT_BYTES * sent)), leftOverLoad(usUp(sent))],
    interrupts: {
      // A delivery that triggers a handler releases its job.
      deliveryNs: usUp(figures.at('delivery')) + release.base + port.deliveryNs + port.loopMasking.baseNs,
      maskingNs: port.loopMasking.baseNs,
      perInterruptNs: usUp(withKernel.perLine) + port.loopMasking.perInterruptNs,
      perTaskNs: release.slope,
      releaseNs: usUp(withKernel.addedToAlarm),
      loads: interruptLoads(usUp(interruptTrace(recording / EVENTS_PER_JOB, prepared + sent))),
    },
  };
}
