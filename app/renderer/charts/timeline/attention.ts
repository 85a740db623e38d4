/**
 * Determines the focused task of the chart, which is the task under the pointer or else the
 * selected task, and what is marked for it. Pure functions.
 */
import type { TimeSpan } from '../../base/time.ts';
import type { Lane } from './lane.ts';
import type { ScheduleMarks } from './paint/scene.ts';
import { NEVER, type TimelineSource } from './source/source.ts';

export interface Attention {
  readonly lane: Lane;
  /** The time of the pointer or of the playhead. Null when there is neither. */
  readonly time: number | null;
}

export function attentionOf(
  lanes: readonly Lane[],
  hovered: { readonly lane: number; readonly time: number } | null,
  selectedTask: number | null,
  playhead: number | null,
): Attention | null {
  const under = hovered === null ? undefined : lanes[hovered.lane];
  if (under !== undefined && hovered !== null) return { lane: under, time: hovered.time };
  const selected = lanes.find(({ taskIndex }) => taskIndex === selectedTask);
  return selected === undefined ? null : { lane: selected, time: playhead };
}

/** Returns the marks of a simulated schedule. Null for measured data, which has no marks. */
export function marksOf(source: TimelineSource, view: TimeSpan, attention: Attention | null): ScheduleMarks | null {
  const { facts } = source;
  if (facts == null || attention === null) return null;
  const { lane, time } = attention;
  return {
    lane,
    level: new Set(facts.level(lane.taskIndex)),
    busy: time === null ? null : facts.busyPeriod(lane.taskIndex, time),
    instants: facts.criticalInstants(lane.taskIndex, view),
  };
}

/**
 * Returns how much later on the axis the jobs of `source` arrive than those of `predicted`,
 * measured at the first job of a periodic task that both contain. 0 when there is no such job.
 */
export function shiftOf(source: TimelineSource, predicted: TimelineSource, lanes: readonly Lane[]): number {
  for (const { taskIndex, periodNs, offsetNs } of lanes) {
    const [measured, simulated] = [source.column(taskIndex), predicted.column(taskIndex)];
    if (
      periodNs === null ||
      offsetNs === null ||
      measured.count <= measured.first ||
      simulated.count <= simulated.first
    )
      continue;
    const arrival = measured.arrivalAt(measured.first) - measured.numberAt(measured.first) * periodNs;
    const expected = simulated.arrivalAt(simulated.first) - simulated.numberAt(simulated.first) * periodNs;
    if (arrival !== NEVER) return arrival - expected;
  }
  return 0;
}
