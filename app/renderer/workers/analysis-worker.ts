/** Searches what takes longer than a frame: the verdict on large sketches, limits, design help, the targets compared. */
import { admit } from '../../../generator/analysis/admission.ts';
import { designHelp, taskHelp } from '../../../generator/analysis/help/index.ts';
import { compareTargets } from '../../../generator/judge/compare.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import { staticFit } from '../../../generator/judge/fit.ts';
import type { AnalysisJobs } from './analysis-jobs.ts';
import { serveJobs } from './worker-server.ts';

serveJobs<AnalysisJobs>({
  judge: ({ sketch, ideal }) => admit(sketch, contextOf(sketch, ideal)),
  limits: ({ sketch, ideal, task }) => taskHelp(sketch, contextOf(sketch, ideal), task),
  help: ({ sketch, ideal }) => ({ help: designHelp(sketch, contextOf(sketch, ideal)), fit: staticFit(sketch) }),
  compare: ({ sketch, ideal }) => compareTargets(sketch, ideal),
});
