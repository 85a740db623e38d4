/** The workers that run the analysis outside the window's thread. */
import type { AnalysisJobs } from '../../workers/analysis-jobs.ts';
import { WorkerClient } from '../../workers/worker-client.ts';
import type { Environment } from './environment.ts';
import type { Scope } from './scope.ts';

export type AnalysisWorkers = ReturnType<typeof createAnalysisWorkers>;

/**
 * Each worker starts with its first job. There are three workers, because a verdict must not wait
 * for the search for limits (hundreds of verdicts), and neither of them must wait for design help.
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
    /** Design help and the comparison of targets. */
    slow: newClient(),
  };
}
