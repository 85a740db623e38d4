/** What each panel of the dock shows. The code editor is loaded when a body is first opened. */
import type { IDockviewPanelProps } from 'dockview-react';
import { lazy, Suspense } from 'react';
import { BoardView } from '../views/board/board-view.tsx';
import { BuildView } from '../views/build/build-view.tsx';
import { CanvasView } from '../views/canvas/canvas-view.tsx';
import { ConsoleView } from '../views/console/console-view.tsx';
import { Inspector } from '../views/inspector/inspector.tsx';
import { ProblemsView } from '../views/problems/problems-view.tsx';
import { StatisticsPanel, TimelinePanel } from './chart-panels.tsx';

const BodyEditor = lazy(() => import('../views/editor/body-editor.tsx'));

function BodyPanel({ api }: IDockviewPanelProps) {
  return (
    <Suspense fallback={<div className="empty">The editor is being loaded.</div>}>
      <BodyEditor bodyId={api.id} />
    </Suspense>
  );
}

export const PANEL_COMPONENTS = {
  canvas: CanvasView,
  inspector: Inspector,
  body: BodyPanel,
  timeline: TimelinePanel,
  statistics: StatisticsPanel,
  console: ConsoleView,
  problems: ProblemsView,
  build: BuildView,
  board: BoardView,
} as const;
