/** What each panel of the dock shows. The code editor is loaded when a body is first opened. */
import type { IDockviewPanelProps } from 'dockview-react';
import { type ComponentType, type FunctionComponent, lazy, Suspense } from 'react';
import { BoardView } from '../views/board/board-view.tsx';
import { BuildView } from '../views/build/build-view.tsx';
import { CanvasView } from '../views/canvas/canvas-view.tsx';
import { ConsoleView } from '../views/console/console-view.tsx';
import { DesignView } from '../views/design/design-view.tsx';
import { Inspector } from '../views/inspector/inspector.tsx';
import { ProblemsView } from '../views/problems/problems-view.tsx';
import { TargetsView } from '../views/targets/targets-view.tsx';
import { StatisticsPanel, TimelinePanel } from './chart-panels.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const BodyEditor = lazy(() => import('../views/editor/body-editor.tsx'));

function BodyPanel({ api }: IDockviewPanelProps) {
  return (
    <Suspense fallback={<div className="empty">The editor is being loaded.</div>}>
      <BodyEditor bodyId={api.id} />
    </Suspense>
  );
}

/** Each panel on its own, so that a mistake in one leaves the others. */
function guarded(part: string, Panel: ComponentType<IDockviewPanelProps>): FunctionComponent<IDockviewPanelProps> {
  return function GuardedPanel(props) {
    return (
      <ErrorBoundary part={part}>
        <Panel {...props} />
      </ErrorBoundary>
    );
  };
}

export const PANEL_COMPONENTS: Record<string, FunctionComponent<IDockviewPanelProps>> = {
  canvas: guarded('The sketch', CanvasView),
  inspector: guarded('The inspector', Inspector),
  body: guarded('The editor', BodyPanel),
  timeline: guarded('The timeline', TimelinePanel),
  design: guarded('Design help', DesignView),
  targets: guarded('The targets', TargetsView),
  statistics: guarded('The statistics', StatisticsPanel),
  console: guarded('The console', ConsoleView),
  problems: guarded('The problems', ProblemsView),
  build: guarded('The build', BuildView),
  board: guarded('The board', BoardView),
};
