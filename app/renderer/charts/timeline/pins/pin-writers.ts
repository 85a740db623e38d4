/** Finds the tasks that write to pins. A task writes to a pin if one of its jobs runs when the pin changes. */

import type { Lane } from '../lane.ts';
import { jobAt } from '../pointer/hit.ts';
import { type JobColumn, NEVER, spanAt, type TimelineSource } from '../source/source.ts';

/** Returns the pins that the jobs of each task were seen to change. Bottom halves of interrupts do not count. */
export function pinWriters(
  source: TimelineSource,
  lanes: readonly Lane[],
  pins: readonly string[],
): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const pin of pins) {
    for (const time of source.pins?.writesNs(pin) ?? []) {
      const task = runningAt(source, lanes, time);
      if (task !== null) found.set(task, (found.get(task) ?? new Set()).add(pin));
    }
  }
  return found;
}

function runningAt(source: TimelineSource, lanes: readonly Lane[], time: number): number | null {
  if (source.interrupts.some(({ runs }) => spanAt(runs, time) >= 0)) return null;
  return lanes.find(({ taskIndex }) => runsAt(source.column(taskIndex), time))?.taskIndex ?? null;
}

function runsAt(column: JobColumn, time: number): boolean {
  const job = jobAt(column, time);
  if (job < 0) return false;
  for (let i = 0; i < column.segmentCountAt(job); i++) {
    const to = column.segmentToAt(job, i);
    if (column.segmentFromAt(job, i) <= time && to !== NEVER && time <= to) return true;
  }
  return false;
}
