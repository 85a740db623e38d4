/** Explains the verdict: each task's R and D, and each test with its numbers. */

import { Switch } from 'radix-ui';
import { proofOf } from '../../../../generator/analysis/admission.ts';
import { courseOf } from '../../../../generator/analysis/failure-course.ts';
import { estimateNote } from '../../../../generator/estimate/words.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatLoad } from '../../base/format.ts';
import { QUANTITIES, Quantity } from '../../base/quantity.tsx';
import { trNodes } from '../../base/tr-nodes.tsx';
import { useSession } from '../../state/session/use-session.ts';
import { useJudged, useJudgement } from '../../state/sketch/admission.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useShowsSection } from '../../state/window/use-detail.ts';
import { Methods } from './methods.tsx';
import { OverheadSource } from './overhead-source.tsx';
import { ResponseTable } from './response-table.tsx';

/** Says that some budgets are estimates. */
function EstimateNote() {
  const note = useSketch(estimateNote);
  return note === null ? null : <p className="explanation-note">{note}</p>;
}

export function Explanation() {
  const admission = useJudged((judgement) => judgement.admission);
  const course = courseOf(admission);
  const { cores } = admission.set;
  const load = <Quantity {...QUANTITIES.load} />;
  const declared = formatLoad(admission.declaredUtilization);
  return (
    <div className="explanation-inner" data-testid="admission-explanation">
      <header className="explanation-head">
        <p className="explanation-sentence">
          {admission.sentence} <span className="explanation-proof">{proofOf(admission)}</span>
        </p>
        {course === null ? null : <p className="explanation-course">{course}</p>}
        <p className="explanation-note">
          {cores > 1
            ? trNodes`${load}: ${declared} declared of the ${cores * 100}\u00a0% of ${cores} cores`
            : trNodes`${load}: ${declared} declared`}
          {admission.utilization > admission.declaredUtilization
            ? ` · ${tr`${formatLoad(admission.utilization)} with runtime overheads`}`
            : ''}
        </p>
        <OverheadSource />
        <EstimateNote />
      </header>
      <ResponseTable />
      <Methods admission={admission} />
      <IdealSwitch />
    </div>
  );
}

function IdealSwitch() {
  const { setIdeal } = useSession().admission;
  const ideal = useJudgement((options) => options.ideal);
  const isShown = useShowsSection('textbook', ideal);
  if (!isShown) return null;
  return (
    <label className="ideal" htmlFor="judge-ideal">
      <Switch.Root id="judge-ideal" className="switch" checked={ideal} onCheckedChange={setIdeal}>
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
      {tr`Without runtime overheads, as in textbooks`}
    </label>
  );
}
