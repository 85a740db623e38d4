/** Says where the counted overheads are from, and measures them on the sketch's board. */
import { boardOf } from '../../../../generator/boards/index.ts';
import { calibrationObstacle } from '../../../../generator/calibration/obstacle.ts';
import { countedOverheads, overheadSource } from '../../../../generator/judge/overheads.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useJudgement } from '../../state/sketch/admission.ts';
import { useCalibrations } from '../../state/sketch/calibrations.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useShowsSection } from '../../state/window/use-detail.ts';

export function OverheadSource() {
  const boardId = useSketch((sketch) => sketch.board);
  const boardFacts = useSketch((sketch) => sketch.boardFacts);
  const target = useSketch((sketch) => sketch.target);
  const calibrations = useCalibrations((state) => state.calibrations);
  const ideal = useJudgement((options) => options.ideal);
  const sketch = { board: boardId, boardFacts, target };
  const board = boardOf(sketch);
  const { overheads, calibration, stale } = countedOverheads(sketch, calibrations);
  const isMeasured = calibration !== null || stale !== null;
  const isShown = useShowsSection('textbook', isMeasured || overheads === null);
  if (ideal || board === undefined || !isShown) return null;
  const source = overheadSource(sketch, calibrations);
  const isAble = calibrationObstacle(board, target) === null;
  return (
    <p className="explanation-note overhead-source">
      <span>{overheads === null ? tr`Note: ${source}.` : tr`The verdict counts ${source}.`}</span>
      {stale === null ? null : <span>{stale.stale}</span>}
      {isAble ? <Measure isMeasured={isMeasured} /> : null}
    </p>
  );
}

function Measure({ isMeasured }: { readonly isMeasured: boolean }) {
  const { start, cancel, remove } = useSession().calibrations;
  const step = useCalibrations((state) => state.step);
  if (step !== null) {
    return (
      <>
        <span role="status">{step}…</span>
        <button type="button" className="text-button" onClick={cancel}>
          {tr`Cancel`}
        </button>
      </>
    );
  }
  return (
    <>
      <button type="button" className="text-button" onClick={() => void start()}>
        {isMeasured ? tr`Measure again` : tr`Measure on the board`}
      </button>
      {isMeasured ? (
        <button type="button" className="text-button" onClick={remove}>
          {tr`Use the shipped overheads`}
        </button>
      ) : null}
    </>
  );
}
