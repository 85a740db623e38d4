/** The strip at the top: the sketch's name, board and target, its verdict, and Run. */
import { TriangleAlert } from 'lucide-react';
import { BOARDS, boardById } from '../../../generator/boards/index.ts';
import { updateSketch } from '../../../generator/sketch/edits.ts';
import { POLICIES, type Policy, type TargetName } from '../../../generator/sketch/model.ts';
import { TARGETS, targetById } from '../../../generator/targets/index.ts';
import { useSession } from '../state/session/use-session.ts';
import { isDirty, useDocument, useSketch } from '../state/sketch/document.ts';
import { useKernel } from '../state/window/tools.ts';
import { AdmissionMeter } from '../views/admission/meter.tsx';
import { Hint, IconButton } from '../views/controls/button.tsx';
import { Mark } from '../views/controls/icons.tsx';
import { Choice } from '../views/controls/select-field.tsx';
import { POLICY_LABELS } from '../views/controls/words.ts';
import { RunControls } from './run-controls.tsx';
import { SketchName } from './sketch-name.tsx';

export function TopStrip() {
  return (
    <header className="strip">
      <div className="strip-mark">
        <Mark />
      </div>
      <div className="strip-left">
        <SketchName />
        <Unsaved />
        <Pickers />
      </div>
      <div className="strip-middle">
        <AdmissionMeter />
      </div>
      <RunControls />
    </header>
  );
}

function Unsaved() {
  const dirty = useDocument(isDirty);
  if (!dirty) return null;
  return (
    <Hint text="There are unsaved changes.">
      <span className="strip-unsaved" role="img" aria-label="Unsaved changes" />
    </Hint>
  );
}

/** A click shows the sketch's form, which contains the full message. */
function MissingKernel() {
  const { showSketchForm } = useSession().selection;
  const kernel = useKernel();
  if (kernel === null || kernel.problem === null) return null;
  return (
    <IconButton label={kernel.problem} className="strip-missing" onClick={showSketchForm} data-testid="kernel-missing">
      <TriangleAlert />
    </IconButton>
  );
}

function Pickers() {
  const { edit } = useSession().document;
  const board = useSketch((sketch) => sketch.board);
  const target = useSketch((sketch) => sketch.target);
  const policy = useSketch((sketch) => sketch.policy);
  const known = boardById(board) === undefined ? [{ value: board, label: board }] : [];
  return (
    <div className="strip-pick">
      <Choice
        label="Board"
        value={board}
        options={[...known, ...BOARDS.map(({ id, label, mcu }) => ({ value: id, label, title: mcu }))]}
        onChange={(next) => edit('Change board', (sketch) => updateSketch(sketch, { board: next }))}
      />
      <Choice<TargetName>
        label="Target"
        value={target}
        options={TARGETS.map(({ id, label, summary }) => ({ value: id, label, title: summary }))}
        onChange={(next) => edit('Change target', (sketch) => updateSketch(sketch, { target: next }))}
      />
      <MissingKernel />
      <Choice<Policy>
        label="Scheduling policy"
        value={policy}
        options={POLICIES.map((each) => ({
          value: each,
          label: POLICY_LABELS[each].short,
          title: POLICY_LABELS[each].title,
          disabled: !targetById(target).policies.includes(each),
        }))}
        onChange={(next) => edit('Change policy', (sketch) => updateSketch(sketch, { policy: next }))}
      />
    </div>
  );
}
