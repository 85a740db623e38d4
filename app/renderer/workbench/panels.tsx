/**
 * The panels of the window in one record. The dock's components, its default layout, its tabs and
 * the commands that show a panel are derived from it. If a panel of `PanelId` is missing here, the
 * code does not compile.
 */

import type { IDockviewPanelProps } from 'dockview-react';
import {
  Activity,
  type ComponentType,
  type FunctionComponent,
  lazy,
  Suspense,
  useState,
  useSyncExternalStore,
} from 'react';
import { tr } from '../../../generator/words/tr.ts';
import { useProblems } from '../state/run/problems.ts';
import type { PanelId } from '../state/window/layout.ts';
import { BuildView } from '../views/build/build-view.tsx';
import { CanvasView } from '../views/canvas/canvas-view.tsx';
import { ConsoleView } from '../views/console/console-view.tsx';
import { CodePanel } from '../views/editor/code-panel.tsx';
import { Inspector } from '../views/inspector/inspector.tsx';
import { ProblemsView } from '../views/problems/problems-view.tsx';
import { TimelinePanel } from './chart-panels.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { BoardPanel } from './projector/board-panel.tsx';

interface Panel {
  /** The title on the tab and in the command that shows the panel. */
  readonly title: string;
  /** Subject of the error message of a panel: "The timeline could not be shown". */
  readonly part: string;
  /**
   * Place in the default layout. The panels of `lower` share one group in the order of this record,
   * and so do the panels of `drawer`, beside them. The panels of `side` are stacked in a column.
   */
  readonly place: 'middle' | 'side' | 'lower' | 'drawer';
  readonly View: ComponentType;
  /** Content next to the title on the tab. */
  readonly Badge?: ComponentType;
}

/** A panel that is hidden at the start. Its code is loaded when the panel is first shown. */
function later(load: () => Promise<ComponentType>): ComponentType {
  const View = lazy(async () => ({ default: await load() }));
  return () => (
    <Suspense>
      <View />
    </Suspense>
  );
}

const ChartsPanel = later(async () => (await import('./plots-panel.tsx')).PlotsPanel);
const DesignPanel = later(async () => (await import('../views/design/design-view.tsx')).DesignView);
const ProfilePanel = later(async () => (await import('../views/profile/profile-view.tsx')).ProfileView);
const StatisticsPanel = later(async () => (await import('./statistics-panel.tsx')).StatisticsPanel);
const TargetsPanel = later(async () => (await import('../views/targets/targets-view.tsx')).TargetsView);

export const PANELS: Readonly<Record<PanelId, Panel>> = {
  canvas: { title: tr`Sketch`, part: tr`The sketch`, place: 'middle', View: CanvasView },
  board: { title: tr`Board`, part: tr`The board`, place: 'side', View: BoardPanel },
  inspector: { title: tr`Inspector`, part: tr`The inspector`, place: 'side', View: Inspector },
  timeline: { title: tr`Timeline`, part: tr`The timeline`, place: 'lower', View: TimelinePanel },
  design: { title: tr`Design`, part: tr`Design help`, place: 'lower', View: DesignPanel },
  targets: { title: tr`Targets`, part: tr`The targets`, place: 'lower', View: TargetsPanel },
  build: { title: tr`Build`, part: tr`The build`, place: 'lower', View: BuildView },
  charts: { title: tr`Charts`, part: tr`The charts`, place: 'lower', View: ChartsPanel },
  profile: { title: tr`Profile`, part: tr`The profile`, place: 'lower', View: ProfilePanel },
  statistics: { title: tr`Statistics`, part: tr`The statistics`, place: 'lower', View: StatisticsPanel },
  console: { title: tr`Console`, part: tr`The console`, place: 'drawer', View: ConsoleView },
  problems: { title: tr`Problems`, part: tr`The problems`, place: 'drawer', View: ProblemsView, Badge: ProblemCount },
};

/** Permanent panels. The other panels of the dock are code editors, which open and close. */
export const PANEL_IDS = Object.keys(PANELS) as readonly PanelId[];

export const LOWER_PANELS = PANEL_IDS.filter((id) => PANELS[id].place === 'lower');
export const DRAWER_PANELS = PANEL_IDS.filter((id) => PANELS[id].place === 'drawer');

/** The panels that a command of their own brings to the front. */
export const COMMAND_PANELS: readonly PanelId[] = [...LOWER_PANELS, ...DRAWER_PANELS, 'board'];

/** Null for the panel of a code editor. */
export const panelOf = (id: string): Panel | null => (id in PANELS ? PANELS[id as PanelId] : null);

/** The dock's component name for the panel of a code editor. */
export const BODY_COMPONENT = 'body';

/** The panels that only show results. They are made when they are first shown, and do no work while they are hidden. */
const RESULTS: ReadonlySet<Panel> = new Set([
  PANELS.design,
  PANELS.targets,
  PANELS.charts,
  PANELS.statistics,
  PANELS.profile,
]);

type DockComponent = FunctionComponent<IDockviewPanelProps>;

/**
 * The dock's components by name. Each panel has its own error boundary, so an error in one panel
 * does not affect the others.
 */
export const DOCK_COMPONENTS: Record<string, DockComponent> = {
  ...Object.fromEntries(PANEL_IDS.map((id) => [id, guardedView(PANELS[id])])),
  [BODY_COMPONENT]: guarded(tr`The editor`, BodyPanel),
};

function guardedView(panel: Panel): DockComponent {
  const { part, View } = panel;
  if (!RESULTS.has(panel)) return guarded(part, () => <View />);
  return guarded(part, ({ api }) => {
    const isVisible = usePanelIsVisible(api);
    if (!useWasVisible(api)) return null;
    return (
      <Activity mode={isVisible ? 'visible' : 'hidden'}>
        <View />
      </Activity>
    );
  });
}

/** Whether the panel is visible, or was. Until then its code is not loaded. */
function useWasVisible(api: IDockviewPanelProps['api']): boolean {
  const isVisible = usePanelIsVisible(api);
  const [wasVisible, setWasVisible] = useState(isVisible);
  if (isVisible && !wasVisible) setWasVisible(true);
  return isVisible || wasVisible;
}

/** The dock keeps the components of hidden panels mounted. */
function usePanelIsVisible(api: IDockviewPanelProps['api']): boolean {
  return useSyncExternalStore(
    (changed) => {
      const subscription = api.onDidVisibilityChange(changed);
      return () => subscription.dispose();
    },
    () => api.isVisible,
  );
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

/** Number of errors and warnings. */
export const problemsIn = ({
  diagnostics,
}: {
  readonly diagnostics: readonly { readonly severity: string }[];
}): number => diagnostics.filter(({ severity }) => severity !== 'note').length;

/** The style draws the number, because the text of a tab is only its name. */
function ProblemCount() {
  const count = useProblems(problemsIn);
  return count === 0 ? null : <span className="dock-tab-count" data-count={count} />;
}

function BodyPanel({ api }: IDockviewPanelProps) {
  return <CodePanel bodyId={api.id} visible={usePanelIsVisible(api)} />;
}
