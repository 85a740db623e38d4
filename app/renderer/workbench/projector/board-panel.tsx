/** The panel of the board. In projector view it also contains the formula, next to the schedule above it. */
import { formulaOf } from '../../../../generator/analysis/registry.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useJudged } from '../../state/sketch/admission.ts';
import { useLayout } from '../../state/window/layout.ts';
import { Symbolic } from '../../views/admission/symbolic.tsx';
import { BoardView } from '../../views/board/board-view.tsx';

export function BoardPanel() {
  const projector = useLayout((layout) => layout.projector);
  return (
    <div className="board-panel" data-projector={projector}>
      {projector ? <ProjectedFormula /> : null}
      <BoardView />
    </div>
  );
}

/** The equation of the test that decided. */
function ProjectedFormula() {
  const { methods, decidedBy } = useJudged(({ admission }) => admission);
  const result = methods.find(({ method }) => method === decidedBy) ?? methods.find(({ applies }) => applies);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a long formula
    <aside className="projected-formula" aria-label={tr`Formula`} tabIndex={0}>
      {result === undefined ? null : (
        <>
          <h3>{result.label}</h3>
          <Symbolic formula={formulaOf(result.method)} />
        </>
      )}
    </aside>
  );
}
