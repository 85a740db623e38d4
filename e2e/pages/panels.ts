/** The panels that have a tab. A panel of the window that is missing here does not compile. */
import type { PanelId } from '../../app/renderer/state/window/layout.ts';

export type TabbedPanel = Exclude<PanelId, 'canvas' | 'inspector'>;

const TABBED: Readonly<Record<TabbedPanel, true>> = {
  timeline: true,
  design: true,
  targets: true,
  build: true,
  statistics: true,
  charts: true,
  profile: true,
  console: true,
  problems: true,
  board: true,
};

export const PANELS = Object.keys(TABBED) as readonly TabbedPanel[];
