/** Re-renders a component when statistics change. */
import { useEffect } from 'react';
import type { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import type { TraceStatistics } from '../../../../generator/trace/jobs/statistics.ts';
import type { SpanTracker } from '../../../../generator/trace/store/spans.ts';
import { useRepeatedState } from '../../base/use-repeated-state.ts';

const POLL_MS = 250;

/** Reads new events a few times per second, and re-renders if there were any. */
export function useStatistics(statistics: TraceStatistics, jobs: JobTracker, spans: SpanTracker | null): void {
  const [, setVersion] = useRepeatedState<number>(-1);
  useEffect(() => {
    const look = (): void => {
      jobs.update();
      statistics.update();
      spans?.update();
      setVersion(jobs.version);
    };
    look();
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [statistics, jobs, spans, setVersion]);
}
