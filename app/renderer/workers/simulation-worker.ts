/** The worker in which simulations run. See simulation-jobs.ts. */
import { type SimulationJobs, simulationHandlers } from './simulation-jobs.ts';
import { serveJobs } from './worker-server.ts';

serveJobs<SimulationJobs>(simulationHandlers);
