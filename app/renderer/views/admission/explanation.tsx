/** Explains the verdict: each task's R and D, and each test with its numbers. */

import { Switch } from 'radix-ui';
import { proofOf } from '../../../../generator/analysis/admission.ts';
import { courseOf } from '../../../../generator/analysis/failure-course.ts';
import { boardById } from '../../../../generator/boards/index.ts';
import { estimateNote } from '../../../../generator/estimate/words.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatLoad } from '../../base/format.ts';
import { QUANTITIES, Quantity } from '../../base/quantity.tsx';
import { trNodes } from '../../base/tr-nodes.tsx';
import { useSession } from '../../state/session/use-session.ts';
import { useJudged, useJudgement } from '../../state/sketch/admission.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useShowsSection } from '../../state/window/use-detail.ts';
import { Methods } from './methods.tsx';
import { ResponseTable } from './response-table.tsx';

/** Shown when the verdict ignores overheads because they have not been measured. */
function UnmeasuredNote() {
  const board = useSketch((sketch) => boardById(sketch.board));
  const target = useSketch((sketch) => sketch.target);
  const ideal = useJudgement((options) => options.ideal);
  if (ideal || board === undefined || (board.targets[target]?.overheads ?? null) !== null) return null;
  return ` · ${tr`the overheads of ${targetById(target).label} on this board are not measured and not counted`}`;
}

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
          <UnmeasuredNote />
        </p>
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
