/** The worker in which the analysis runs. See analysis-jobs.ts. */
import { analysisHandlers } from './analysis-handlers.ts';
import type { AnalysisJobs } from './analysis-jobs.ts';
import { serveJobs } from './worker-server.ts';

serveJobs<AnalysisJobs>(analysisHandlers);
