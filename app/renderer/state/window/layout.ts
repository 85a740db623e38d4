/**
 * Which parts of the window are visible, and which part of the drawing and of the timeline is. The dock
 * stores the sizes of the parts.
 */
import { createStore } from 'zustand/vanilla';
import type { KeptViews } from '../../base/kept-view.ts';
import { sharedTimes } from '../../base/shared-time.ts';
import { storeHook } from '../session/use-session.ts';

/** Panels that do not disappear when the lower panels are hidden. */
const UPPER: ReadonlySet<PanelId> = new Set<PanelId>(['canvas', 'board', 'inspector']);

/** The panels of the dock. workbench/panels.tsx describes each of them. */
export type PanelId =
  | 'canvas'
  | 'inspector'
  | 'timeline'
  | 'design'
  | 'targets'
  | 'console'
  | 'problems'
  | 'build'
  | 'charts'
  | 'profile'
  | 'statistics'
  | 'board';

interface LayoutState {
  readonly inspector: boolean;
  readonly dock: boolean;
  /** For a projector: only the sketch, the meter and the lower panels are shown. */
  readonly projector: boolean;
  /** The board fills the dock, in place of all other panels. */
  readonly boardAlone: boolean;
  /** Whether the canvas shows a small map of the whole sketch. */
  readonly minimap: boolean;
  /** What the user sees of the drawing. Null while the whole drawing is fitted into its panel. */
  readonly drawingView: { readonly x: number; readonly y: number; readonly zoom: number } | null;
  /** The panel that was last requested. The serial number makes each request distinct. */
  readonly wanted: { readonly panel: PanelId; readonly serial: number } | null;
  /** Panels that the user opened, although simple does not show them. */
  readonly opened: ReadonlySet<PanelId>;
  /** Number of requests for the default layout. */
  readonly resets: number;
}

export type Layout = ReturnType<typeof createLayout>;

export function createLayout() {
  const store = createStore<LayoutState>(() => ({
    inspector: true,
    dock: true,
    projector: false,
    boardAlone: false,
    minimap: false,
    drawingView: null,
    wanted: null,
    opened: new Set(),
    resets: 0,
  }));

  /** The last views of the timeline, for a timeline that is drawn again. */
  const timelineViews: KeptViews = new Map();
  /** What the timeline and the charts show in common. */
  const times = sharedTimes();

  /** Activates a panel, and shows the part of the window that contains it. */
  function showPanel(panel: PanelId): void {
    store.setState(({ inspector, dock, wanted }) => ({
      wanted: { panel, serial: (wanted?.serial ?? 0) + 1 },
      inspector: panel === 'inspector' ? true : inspector,
      dock: UPPER.has(panel) ? dock : true,
      boardAlone: false,
    }));
  }

  /** Activates a panel, and keeps it in the window. */
  function openPanel(panel: PanelId): void {
    store.setState(({ opened }) => ({ opened: new Set(opened).add(panel) }));
    showPanel(panel);
  }

  return {
    store,
    timelineViews,
    times,
    keepDrawingView: (drawingView: LayoutState['drawingView']): void => store.setState({ drawingView }),
    showPanel,
    openPanel,
    showInspector: (): void => store.setState({ inspector: true, boardAlone: false }),
    toggleDock: (): void => store.setState(({ dock }) => ({ dock: !dock, boardAlone: false })),
    toggleInspector: (): void => store.setState(({ inspector }) => ({ inspector: !inspector, boardAlone: false })),
    toggleMinimap: (): void => store.setState(({ minimap }) => ({ minimap: !minimap })),
    toggleProjector: (): void => store.setState(({ projector }) => ({ projector: !projector, boardAlone: false })),
    showBoardAlone: (boardAlone: boolean): void => store.setState({ boardAlone }),
    resetLayout: (): void =>
      store.setState(({ resets }) => ({
        inspector: true,
        dock: true,
        projector: false,
        boardAlone: false,
        opened: new Set(),
        resets: resets + 1,
      })),
  };
}

export const useLayout = storeHook(({ layout }) => layout.store);
