/** The overheads of the super-loop on the Cortex-M3 in QEMU, and the figures that they follow from. */
import type { Overheads } from '../../generator/platform/overheads.ts';
import { onCortex as deliveredOn } from '../interrupts/cortex.ts';
import { onCortex } from '../threads/cortex.ts';
import type { Variant } from '../threads/variant.ts';
import { cortexConstants, instructionsNs, lineNsOf, POLICIES, type Policy, traced, usUp } from './cortex.ts';
import { Figures, lineAbove, once, type Point, type Points } from './point.ts';
import {
  BEAT_BYTES,
  BYTES_PER_JOB,
  INTERRUPT_BYTES,
  INTERRUPT_EVENTS,
  OPEN_BYTES,
  OPEN_BYTES_PER_TASK,
} from './telemetry.ts';

const SIZES = [2, 16, 30] as const;
/** A release for which a job still waits is dropped, and the dropped one is recorded. Unit: instructions. */
const DROPPED = 160;
/** Accounting for the interrupted body, in a program with telemetry. Unit: instructions. */
const ACCOUNTED = 11;

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
  const interruptEvents = (INTERRUPT_EVENTS * recording) / 2 + INTERRUPT_BYTES * (prepared + sent);
  return {
    contextSwitchNs: fixed.base,
    contextSwitchPerTaskNs: fixed.slope,
    // With one task no deadlines are compared.
    edfSwitchNs: Math.max(edf.base, fixed.base + fixed.slope - edf.slope),
    edfSwitchPerTaskNs: edf.slope,
    releaseNs: release.base,
    releasePerTaskNs: release.slope,
    // SysTick, which drives the beat.
    tickNs: port.tickNs,
    tickPeriodNs: 32_000_000,
    tracePerJobNs: usUp(recording + BYTES_PER_JOB * (prepared + sent)),
    blockingNs: usUp(OPEN_BYTES * prepared),
    blockingPerTaskNs: usUp(OPEN_BYTES_PER_TASK * prepared, 100),
    loads: [
      { name: 'telemetry beat', periodNs: 32_000_000, costNs: usUp(beat + BEAT_BYTES * sent), jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20_000, costNs: usUp(sent), jitterNs: 20_000, most: 128 },
    ],
    interrupts: {
      // A delivery that triggers a handler releases its job.
      deliveryNs: usUp(figures.at('delivery')) + release.base + port.deliveryNs + port.loopMasking.baseNs,
      maskingNs: port.loopMasking.baseNs,
      perInterruptNs: usUp(withKernel.perLine) + port.loopMasking.perInterruptNs,
      perTaskNs: release.slope,
      releaseNs: usUp(withKernel.addedToAlarm),
      loads: [
        { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: usUp(interruptEvents), jitterNs: 31_250_000 },
      ],
    },
  };
}
