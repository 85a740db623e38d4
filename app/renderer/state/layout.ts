/** Which parts of the window are shown. The dock itself keeps their sizes. */
import { create } from 'zustand';

export const PANELS = ['timeline', 'design', 'targets', 'console', 'problems', 'build', 'statistics', 'board'] as const;
export type PanelId = (typeof PANELS)[number];

interface LayoutState {
  readonly inspector: boolean;
  readonly dock: boolean;
  /** For a projector: nothing but the sketch, the meter and what the dock shows. */
  readonly projector: boolean;
  /** A panel that was asked for, with a number that makes each request new. */
  readonly wanted: { readonly panel: PanelId | 'canvas'; readonly serial: number } | null;
  /** Counts requests for the first layout. */
  readonly resets: number;
}

export const useLayout = create<LayoutState>(() => ({
  inspector: true,
  dock: true,
  projector: false,
  wanted: null,
  resets: 0,
}));

let serial = 0;

/** Brings a panel to the front, showing the dock when it is hidden. */
export function showPanel(panel: PanelId | 'canvas'): void {
  const dock = panel === 'canvas' ? useLayout.getState().dock : true;
  useLayout.setState({ wanted: { panel, serial: ++serial }, dock });
}

export const toggleDock = (): void => useLayout.setState(({ dock }) => ({ dock: !dock }));
export const toggleInspector = (): void => useLayout.setState(({ inspector }) => ({ inspector: !inspector }));
export const toggleProjector = (): void => useLayout.setState(({ projector }) => ({ projector: !projector }));
export const resetLayout = (): void =>
  useLayout.setState(({ resets }) => ({ inspector: true, dock: true, projector: false, resets: resets + 1 }));
