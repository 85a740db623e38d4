/** What the chart tells of one task in particular: the one under the pointer, else the one that is selected. Pure. */
import type { TimeSpan } from '../../base/time.ts';
import type { Lane } from './lane.ts';
import type { ScheduleMarks } from './paint/scene.ts';
import { NEVER, type TimelineSource } from './source/source.ts';

export interface Attention {
  readonly lane: Lane;
  /** The pointer's, or the playhead's; null: neither is there. */
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

/** Marks of a schedule that was played; null where nothing is known but what was measured. */
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
 * How much later on the axis the jobs of `source` arrive than those of `predicted`: taken from the first job, of a task that has a
 * period, that both have. 0 where they have none.
 */
export function shiftOf(source: TimelineSource, predicted: TimelineSource, lanes: readonly Lane[]): number {
  for (const { taskIndex, periodNs, offsetNs } of lanes) {
    const [measured, played] = [source.column(taskIndex), predicted.column(taskIndex)];
    if (periodNs === null || offsetNs === null || measured.count <= measured.first || played.count <= played.first)
      continue;
    const arrival = measured.arrivalAt(measured.first) - measured.numberAt(measured.first) * periodNs;
    const expected = played.arrivalAt(played.first) - played.numberAt(played.first) * periodNs;
    if (arrival !== NEVER) return arrival - expected;
  }
  return 0;
}
