/**
 * The panels of the window: one record, from which the dock's components, its first layout, its tabs and the commands
 * that show a panel are derived. A panel of `PanelId` that is missing here does not compile.
 */
import type { IDockviewPanelProps } from 'dockview-react';
import { type ComponentType, type FunctionComponent, lazy, Suspense } from 'react';
import { useBuild } from '../state/run/build.ts';
import type { PanelId } from '../state/window/layout.ts';
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

interface Panel {
  /** On its tab, and in the command that shows it. */
  readonly title: string;
  /** In the message of a panel that fails: "The timeline could not be shown". */
  readonly part: string;
  /** Where the first layout has it. Lower panels share one group, in the order of this record. */
  readonly place: 'middle' | 'lower' | 'side';
  readonly View: ComponentType;
  /** Beside the title on its tab. */
  readonly Badge?: ComponentType;
}

export const PANELS: Readonly<Record<PanelId, Panel>> = {
  canvas: { title: 'Sketch', part: 'The sketch', place: 'middle', View: CanvasView },
  timeline: { title: 'Timeline', part: 'The timeline', place: 'lower', View: TimelinePanel },
  design: { title: 'Design', part: 'Design help', place: 'lower', View: DesignView },
  targets: { title: 'Targets', part: 'The targets', place: 'lower', View: TargetsView },
  console: { title: 'Console', part: 'The console', place: 'lower', View: ConsoleView },
  problems: { title: 'Problems', part: 'The problems', place: 'lower', View: ProblemsView, Badge: ProblemCount },
  build: { title: 'Build', part: 'The build', place: 'lower', View: BuildView },
  statistics: { title: 'Statistics', part: 'The statistics', place: 'lower', View: StatisticsPanel },
  board: { title: 'Board', part: 'The board', place: 'lower', View: BoardView },
  inspector: { title: 'Inspector', part: 'The inspector', place: 'side', View: Inspector },
};

/** Panels that are always there. Other panels of the dock are bodies, which come and go. */
export const PANEL_IDS = Object.keys(PANELS) as readonly PanelId[];

export const LOWER_PANELS = PANEL_IDS.filter((id) => PANELS[id].place === 'lower');

/** null: it is the panel of a body. */
export const panelOf = (id: string): Panel | null => (id in PANELS ? PANELS[id as PanelId] : null);

/** What the dock calls the component of a body's panel. */
export const BODY_COMPONENT = 'body';

type DockComponent = FunctionComponent<IDockviewPanelProps>;

/** For the dock, by the name of the component. Each panel is guarded on its own, so that a mistake in one leaves the others. */
export const DOCK_COMPONENTS: Record<string, DockComponent> = {
  ...Object.fromEntries(PANEL_IDS.map((id) => [id, guardedView(PANELS[id])])),
  [BODY_COMPONENT]: guarded('The editor', BodyPanel),
};

function guardedView({ part, View }: Panel): DockComponent {
  return guarded(part, () => <View />);
}

function guarded(part: string, View: ComponentType<IDockviewPanelProps>): DockComponent {
  return function GuardedPanel(props) {
    return (
      <ErrorBoundary part={part}>
        <View {...props} />
      </ErrorBoundary>
    );
  };
}

function ProblemCount() {
  const count = useBuild(({ diagnostics }) => diagnostics.filter(({ severity }) => severity !== 'note').length);
  return count === 0 ? null : <span className="dock-tab-count">{count}</span>;
}

/** The code editor is loaded when a body is first opened. */
const BodyEditor = lazy(() => import('../views/editor/body-editor.tsx'));

function BodyPanel({ api }: IDockviewPanelProps) {
  return (
    <Suspense fallback={<div className="empty">The editor is being loaded.</div>}>
      <BodyEditor bodyId={api.id} />
    </Suspense>
  );
}
