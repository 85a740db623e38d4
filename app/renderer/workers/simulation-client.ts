/**
 * Simulates sketches in a worker. If no worker is available, the simulation runs in the window, in
 * slices between frames.
 */
import {
  runSimulation,
  type SimulationJobs,
  type SimulationProgress,
  type SimulationRequest,
  type SimulationResult,
} from './simulation-jobs.ts';
import { type RunOptions, WorkerClient, type WorkerEnd, WorkerUnavailable } from './worker-client.ts';

export class SimulationClient {
  readonly #client: WorkerClient<SimulationJobs>;

  constructor(startWorker: () => WorkerEnd) {
    this.#client = new WorkerClient<SimulationJobs>(startWorker);
  }

  async simulate(request: SimulationRequest, options: RunOptions<SimulationProgress>): Promise<SimulationResult> {
    try {
      return await this.#client.run('simulate', request, options);
    } catch (error) {
      if (!(error instanceof WorkerUnavailable)) throw error;
      return simulateHere(request, options);
    }
  }

  dispose(): void {
    this.#client.dispose();
  }
}

/** Event limit without a worker, because the simulation then shares the thread with the window. */
const MOST_EVENTS_HERE = 20_000;

/** @throws the signal's reason when it is cancelled */
export function simulateHere(
  request: SimulationRequest,
  options: RunOptions<SimulationProgress>,
): Promise<SimulationResult> {
  const { signal = new AbortController().signal, onProgress } = options;
  return runSimulation(
    { ...request, mostEvents: Math.min(request.mostEvents, MOST_EVENTS_HERE) },
    {
      signal,
      progress: (value) => onProgress?.(value),
      turn: () =>
        new Promise((resolve, reject) => {
          setTimeout(() => (signal.aborted ? reject(signal.reason) : resolve()), 0);
        }),
    },
  );
}
