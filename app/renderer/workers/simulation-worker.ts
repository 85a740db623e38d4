/** The worker in which sketches are played: see simulation-jobs.ts. */
import { type SimulationJobs, simulationHandlers } from './simulation-jobs.ts';
import { serveJobs } from './worker-server.ts';

serveJobs<SimulationJobs>(simulationHandlers);
