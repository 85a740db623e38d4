/**
 * The jobs of the analysis worker: the verdict on large sketches, limits, design help, and the
 * comparison of targets.
 */
import { admit } from '../../../generator/analysis/admission.ts';
import { channelFlows } from '../../../generator/analysis/help/flows.ts';
import { designHelp, taskHelp } from '../../../generator/analysis/help/index.ts';
import { cheapestRemedy, measuredRemedy } from '../../../generator/analysis/help/remedy.ts';
import type { DesignHelp } from '../../../generator/analysis/help/types.ts';
import { compareTargets } from '../../../generator/judge/compare.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import { staticFit } from '../../../generator/judge/fit.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import type { AnalysisJobs } from './analysis-jobs.ts';
import type { JobHandlers } from './worker-server.ts';

/**
 * Time limit of the search for the limits of all tasks. The limits of the selected task are a
 * separate job.
 */
const MOST_HELP_MS = 2000;

const limited = () => {
  const until = performance.now() + MOST_HELP_MS;
  return { enough: () => performance.now() > until };
};

const helpFor = (sketch: Sketch, ideal: boolean): DesignHelp => designHelp(sketch, contextOf(sketch, ideal), limited());

export const analysisHandlers: JobHandlers<AnalysisJobs> = {
  judge: ({ sketch, ideal }) => admit(sketch, contextOf(sketch, ideal)),
  limits: ({ sketch, ideal, task }) => taskHelp(sketch, contextOf(sketch, ideal), task),
  flows: ({ sketch, ideal }) => channelFlows(sketch, admit(sketch, contextOf(sketch, ideal))),
  remedy: ({ sketch, ideal }) => cheapestRemedy(sketch, contextOf(sketch, ideal), limited()),
  measuredRemedy: ({ sketch, ideal, measured }) =>
    measuredRemedy(sketch, contextOf(sketch, ideal), measured, limited()),
  help: ({ sketch, ideal }) => ({ help: helpFor(sketch, ideal), fit: staticFit(sketch) }),
  compare: ({ sketch, ideal }) => compareTargets(sketch, ideal),
};
