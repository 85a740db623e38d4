/** Keeps a component up to date with statistics that change on their own. */
import { useEffect, useState } from 'react';
import type { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import type { TraceStatistics } from '../../../../generator/trace/jobs/statistics.ts';
import type { SpanTracker } from '../../../../generator/trace/store/spans.ts';

const POLL_MS = 250;

/** Reads what is new a few times a second and renders when there was something. */
export function useStatistics(statistics: TraceStatistics, jobs: JobTracker, spans: SpanTracker | null): void {
  const [, setVersion] = useState(-1);
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
  }, [statistics, jobs, spans]);
}
