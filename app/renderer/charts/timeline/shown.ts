/** Counts what a view shows, over all lanes including those that are scrolled out of view. */
import type { TimeSpan } from '../../base/time.ts';
import { jobsIn, tallyRange } from './density.ts';
import type { Lane } from './lane.ts';
import type { JobColumn, TimelineSource } from './source/source.ts';
import { emptyTally, type LaneSummary } from './summary.ts';

export interface Shown {
  readonly jobs: number;
  readonly misses: number;
  /** Jobs and misses (late jobs and dropped releases) in the whole trace. */
  readonly allJobs: number;
  readonly allMisses: number;
  /** Canvas calls of the frame. */
  readonly paints: number;
}

export function countShown(
  data: { readonly source: TimelineSource; readonly lanes: readonly Lane[] },
  summaryOf: (column: JobColumn) => LaneSummary,
  view: TimeSpan,
  paints: number,
): Shown {
  const shown = emptyTally();
  const all = emptyTally();
  for (const lane of data.lanes) {
    const column = data.source.column(lane.taskIndex);
    const summary = summaryOf(column);
    tallyRange(column, summary, jobsIn(column, view), shown);
    tallyRange(column, summary, { first: column.first, last: column.count }, all);
    const { droppedReleases } = column;
    shown.misses +=
      droppedReleases?.countIn(droppedReleases.firstFrom(view.from), droppedReleases.firstFrom(view.to)) ?? 0;
    all.misses += droppedReleases?.total ?? 0;
  }
  return { jobs: shown.jobs, misses: shown.misses, allJobs: all.jobs, allMisses: all.misses, paints };
}
