/** Searches what takes longer than a frame: limits, design help, the targets compared. */
import type { AdmissionContext } from '../../../generator/analysis/admission.ts';
import { designHelp, taskHelp } from '../../../generator/analysis/help/index.ts';
import { boardById } from '../../../generator/boards/index.ts';
import { targetById } from '../../../generator/targets/index.ts';
import type { AnalysisJobs, Judged } from './analysis-jobs.ts';
import { serveJobs } from './worker-server.ts';

function contextOf({ sketch, ideal }: Judged): AdmissionContext {
  const overheads = ideal ? null : (boardById(sketch.board)?.overheads[sketch.target] ?? null);
  return { capabilities: targetById(sketch.target), overheads };
}

serveJobs<AnalysisJobs>({
  limits: (question) => taskHelp(question.sketch, contextOf(question), question.task),
  help: (question) => designHelp(question.sketch, contextOf(question)),
  compare: () => [],
});
