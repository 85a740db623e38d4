/** Which parts of the window are visible. The dock stores their sizes. */
import { createStore } from 'zustand/vanilla';
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
  | 'statistics'
  | 'board';

interface LayoutState {
  readonly inspector: boolean;
  readonly dock: boolean;
  /** For a projector: only the sketch, the meter and the lower panels are shown. */
  readonly projector: boolean;
  /** Whether the canvas shows a small map of the whole sketch. */
  readonly minimap: boolean;
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
    minimap: false,
    wanted: null,
    opened: new Set(),
    resets: 0,
  }));

  /** Activates a panel, and shows the part of the window that contains it. */
  function showPanel(panel: PanelId): void {
    store.setState(({ inspector, dock, wanted }) => ({
      wanted: { panel, serial: (wanted?.serial ?? 0) + 1 },
      inspector: panel === 'inspector' ? true : inspector,
      dock: UPPER.has(panel) ? dock : true,
    }));
  }

  /** Activates a panel, and keeps it in the window. */
  function openPanel(panel: PanelId): void {
    store.setState(({ opened }) => ({ opened: new Set(opened).add(panel) }));
    showPanel(panel);
  }

  return {
    store,
    showPanel,
    openPanel,
    showInspector: (): void => store.setState({ inspector: true }),
    toggleDock: (): void => store.setState(({ dock }) => ({ dock: !dock })),
    toggleInspector: (): void => store.setState(({ inspector }) => ({ inspector: !inspector })),
    toggleMinimap: (): void => store.setState(({ minimap }) => ({ minimap: !minimap })),
    toggleProjector: (): void => store.setState(({ projector }) => ({ projector: !projector })),
    resetLayout: (): void =>
      store.setState(({ resets }) => ({
        inspector: true,
        dock: true,
        projector: false,
        opened: new Set(),
        resets: resets + 1,
      })),
  };
}

export const useLayout = storeHook(({ layout }) => layout.store);
