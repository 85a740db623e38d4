/**
 * The jobs of the analysis worker: the verdict on large sketches, limits, design help, and the
 * comparison of targets.
 */
import { type AdmissionContext, admit } from '../../../generator/analysis/admission.ts';
import { channelFlows } from '../../../generator/analysis/help/flows.ts';
import { designHelp, taskHelp } from '../../../generator/analysis/help/index.ts';
import { cheapestRemedy, measuredRemedy } from '../../../generator/analysis/help/remedy.ts';
import { compareTargets } from '../../../generator/judge/compare.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import { staticFit } from '../../../generator/judge/fit.ts';
import { targetRemedy } from '../../../generator/judge/target-remedy.ts';
import type { AnalysisJobs, Judged } from './analysis-jobs.ts';
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

const contextFor = ({ sketch, ideal, calibrations }: Judged): AdmissionContext =>
  contextOf(sketch, ideal, calibrations);

export const analysisHandlers: JobHandlers<AnalysisJobs> = {
  judge: (asked) => admit(asked.sketch, contextFor(asked)),
  limits: ({ task, ...asked }) => taskHelp(asked.sketch, contextFor(asked), task),
  flows: (asked) => channelFlows(asked.sketch, admit(asked.sketch, contextFor(asked))),
  remedy: (asked) =>
    targetRemedy(asked.sketch, asked.ideal, asked.calibrations) ??
    cheapestRemedy(asked.sketch, contextFor(asked), limited()),
  measuredRemedy: ({ measured, ...asked }) => measuredRemedy(asked.sketch, contextFor(asked), measured, limited()),
  help: (asked) => ({ help: designHelp(asked.sketch, contextFor(asked), limited()), fit: staticFit(asked.sketch) }),
  compare: ({ sketch, ideal, calibrations }) => compareTargets(sketch, ideal, calibrations),
};
