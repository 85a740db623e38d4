/** `<LoadChart jobs={jobs} statistics={statistics} lanes={lanes} />`: a bar for the share of the processor that each task took. */
import type { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import type { TraceStatistics } from '../../../../generator/trace/jobs/statistics.ts';
import { formatLoad } from '../../base/format.ts';
import { statisticsRows } from '../statistics/rows.ts';
import { useStatistics } from '../statistics/use-statistics.ts';
import type { Lane } from '../timeline/lane.ts';

const WIDTH = 240;
const BAR_HEIGHT = 12;
const LANE_HEIGHT = 20;

interface LoadChartProps {
  readonly jobs: JobTracker;
  readonly statistics: TraceStatistics;
  readonly lanes: readonly Lane[];
}

export function LoadChart({ jobs, statistics, lanes }: LoadChartProps) {
  useStatistics(statistics, jobs, null);
  const rows = statisticsRows(statistics, lanes);
  const words = rows.map(({ lane, utilization }) => `${lane.name} ${formatLoad(utilization)}`).join(', ');
  return (
    <svg width={WIDTH} height={rows.length * LANE_HEIGHT} role="img" aria-label={`Load: ${words}`}>
      {rows.map(({ lane, utilization }, index) => (
        <rect
          key={lane.taskIndex}
          y={index * LANE_HEIGHT}
          width={Math.min(1, utilization) * WIDTH}
          height={BAR_HEIGHT}
          fill={lane.colour}
        />
      ))}
    </svg>
  );
}
