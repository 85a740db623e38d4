/** The workers in which the analysis runs beside the window. */
import type { AnalysisJobs } from '../workers/analysis-jobs.ts';
import { WorkerClient } from '../workers/worker-client.ts';
import type { Environment } from './environment.ts';
import type { Scope } from './scope.ts';

export type AnalysisWorkers = ReturnType<typeof createAnalysisWorkers>;

/**
 * Each worker is started at its first job. There are three of them: what follows a slider must not wait behind what takes
 * longer, nor the verdict behind the limits, which are hundreds of verdicts.
 */
export function createAnalysisWorkers(environment: Pick<Environment, 'startAnalysisWorker'>, scope: Scope) {
  const newClient = (): WorkerClient<AnalysisJobs> => {
    const client = new WorkerClient<AnalysisJobs>(() => environment.startAnalysisWorker());
    scope.own(() => client.dispose());
    return client;
  };
  return {
    verdict: newClient(),
    limits: newClient(),
    /** For design help and the comparison of targets. */
    slow: newClient(),
  };
}
