/** The workers in which the analysis runs beside the window. */
import type { AnalysisJobs } from '../workers/analysis-jobs.ts';
import { WorkerClient } from '../workers/worker-client.ts';

function newClient(): WorkerClient<AnalysisJobs> {
  return new WorkerClient<AnalysisJobs>(
    () => new Worker(new URL('../workers/analysis-worker.ts', import.meta.url), { type: 'module' }),
  );
}

/** For what follows a slider, and must not wait behind what takes longer. */
export const quickAnalysis = newClient();
/** For design help and the comparison of targets. */
export const slowAnalysis = newClient();
