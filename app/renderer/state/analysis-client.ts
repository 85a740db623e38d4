/** The workers in which the analysis runs beside the window. */
import type { AnalysisJobs } from '../workers/analysis-jobs.ts';
import { WorkerClient } from '../workers/worker-client.ts';

function newClient(): WorkerClient<AnalysisJobs> {
  return new WorkerClient<AnalysisJobs>(
    () => new Worker(new URL('../workers/analysis-worker.ts', import.meta.url), { type: 'module' }),
  );
}

/*
 * Each is made at its first job. What follows a slider must not wait behind what takes longer, nor the verdict behind the
 * limits, which are hundreds of verdicts.
 */
export const verdictAnalysis = newClient();
export const limitsAnalysis = newClient();
/** For design help and the comparison of targets. */
export const slowAnalysis = newClient();
