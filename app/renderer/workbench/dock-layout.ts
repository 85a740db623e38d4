/** The default layout of the dock, and saved layouts. */
import type { DockviewApi, SerializedDockview } from 'dockview-react';
import type { PanelId } from '../state/window/layout.ts';
import { LOWER_PANELS, PANEL_IDS, PANELS, panelOf } from './panels.tsx';

const INSPECTOR_WIDTH = 320;
const DOCK_SHARE = 0.36;
const DOCK_HEIGHT = { least: 160, most: 380 };

/** Identifies the group of lower panels. */
const FIRST_LOWER: PanelId = LOWER_PANELS[0] ?? 'timeline';

const panelOptions = (id: PanelId) => ({ id, component: id, title: PANELS[id].title });

export function buildLayout(api: DockviewApi): void {
  api.clear();
  const height = window.innerHeight || 720;
  api.addPanel({ ...panelOptions('canvas'), minimumWidth: 200 });
  const dockHeight = Math.min(DOCK_HEIGHT.most, Math.max(DOCK_HEIGHT.least, Math.round(height * DOCK_SHARE)));
  LOWER_PANELS.forEach((id, index) => {
    const position = index === 0 ? ({ direction: 'below' } as const) : ({ referencePanel: FIRST_LOWER } as const);
    api.addPanel({
      ...panelOptions(id),
      position,
      inactive: index > 0,
      ...(index === 0 ? { initialHeight: dockHeight, minimumHeight: 80 } : {}),
    });
  });
  api.addPanel({
    ...panelOptions('inspector'),
    position: { referencePanel: 'canvas', direction: 'right' },
    initialWidth: INSPECTOR_WIDTH,
    minimumWidth: 240,
    maximumWidth: 560,
  });
  api.getPanel('canvas')?.api.setActive();
}

const VERSION = 3;

/**
 * Sizes of the inspector and the lower panels, which stay constant when the window is resized. The
 * canvas takes the remaining space.
 */
export interface DockSizes {
  readonly inspectorWidth: number;
  readonly dockHeight: number;
}

/** Null for a part that is hidden or that was moved next to the canvas. */
export function sizesOf(api: DockviewApi): Partial<DockSizes> {
  const inspector = ownGroup(api, 'inspector');
  const dock = ownGroup(api, FIRST_LOWER);
  return {
    ...(inspector === undefined ? {} : { inspectorWidth: inspector.width }),
    ...(dock === undefined ? {} : { dockHeight: dock.height }),
  };
}

export function applySizes(api: DockviewApi, sizes: Partial<DockSizes>): void {
  const { inspectorWidth, dockHeight } = sizes;
  if (dockHeight !== undefined) ownGroup(api, FIRST_LOWER)?.setSize({ height: Math.min(dockHeight, api.height * 0.6) });
  if (inspectorWidth !== undefined) ownGroup(api, 'inspector')?.setSize({ width: inspectorWidth });
}

function ownGroup(api: DockviewApi, panel: PanelId) {
  const group = api.getPanel(panel)?.group;
  const besideCanvas = group?.panels.some(({ id }) => id === 'canvas') === true;
  return group?.api.isVisible === true && !besideCanvas ? group.api : undefined;
}

export function layoutText(api: DockviewApi): string {
  return JSON.stringify({ version: VERSION, dock: api.toJSON(), sizes: sizesOf(api) });
}

/** Adds panels that did not exist when the layout was saved, after the other lower panels. */
function addMissing(api: DockviewApi): void {
  if (api.getPanel(FIRST_LOWER) === undefined) return;
  for (const id of LOWER_PANELS) {
    if (api.getPanel(id) !== undefined) continue;
    api.addPanel({ ...panelOptions(id), position: { referencePanel: FIRST_LOWER }, inactive: true });
  }
}

/**
 * Restores a saved layout. If it does not fit this window, builds the default layout and returns
 * false.
 */
export function restoreLayout(api: DockviewApi, text: string): boolean {
  try {
    const kept = JSON.parse(text) as { version?: unknown; dock?: SerializedDockview; sizes?: Partial<DockSizes> };
    if (kept.version !== VERSION || kept.dock === undefined) return false;
    api.fromJSON(kept.dock);
    for (const panel of [...api.panels]) if (panelOf(panel.id) === null) api.removePanel(panel);
    addMissing(api);
    if (PANEL_IDS.every((id) => api.getPanel(id) !== undefined)) {
      applySizes(api, kept.sizes ?? {});
      return true;
    }
  } catch {
    // The layout has another version or is invalid. The default layout replaces it.
  }
  buildLayout(api);
  return false;
}
