/** The default layout of the dock, and saved layouts. */
import type { DockviewApi, SerializedDockview } from 'dockview-react';
import type { PanelId } from '../state/window/layout.ts';
import { DRAWER_PANELS, LOWER_PANELS, PANEL_IDS, PANELS, panelOf } from './panels.tsx';

/** The column at the right: the board above, the inspector below. */
const SIDE = { share: 0.28, least: 340, most: 420 };
/** The board's share of the height of its column. */
const BOARD_SHARE = 0.48;
/** The lower panels, over the full width. */
const DOCK = { share: 0.385, least: 190, most: 400 };
/** The console, beside the timeline. */
const DRAWER = { share: 0.25, least: 220, most: 480 };

/** The first panel of each group identifies the group. */
const FIRST_LOWER: PanelId = LOWER_PANELS[0] ?? 'timeline';
const FIRST_DRAWER: PanelId = DRAWER_PANELS[0] ?? 'console';

const panelOptions = (id: PanelId) => ({ id, component: id, title: PANELS[id].title });

const sizeIn = (whole: number, { share, least, most }: { share: number; least: number; most: number }): number =>
  Math.min(most, Math.max(least, Math.round(whole * share)));

/**
 * The sketch at the left, the board and the inspector at the right, and over the full width below
 * them the timeline with the console beside it.
 */
export function buildLayout(api: DockviewApi, shown: ReadonlySet<PanelId>): void {
  api.clear();
  const [width, height] = [api.width || window.innerWidth || 1280, api.height || window.innerHeight || 720];
  const dockHeight = sizeIn(height, DOCK);
  api.addPanel({ ...panelOptions('canvas'), minimumWidth: 200, minimumHeight: 100 });
  addGroup(
    api,
    LOWER_PANELS.filter(isIn(shown)),
    { direction: 'below' },
    { initialHeight: dockHeight, minimumHeight: 90 },
  );
  addGroup(
    api,
    DRAWER_PANELS.filter(isIn(shown)),
    { referencePanel: FIRST_LOWER, direction: 'right' },
    { initialWidth: sizeIn(width, DRAWER), minimumWidth: 160 },
  );
  api.addPanel({
    ...panelOptions('board'),
    position: { referencePanel: 'canvas', direction: 'right' },
    initialWidth: sizeIn(width, SIDE),
    minimumWidth: 240,
    minimumHeight: 90,
  });
  api.addPanel({
    ...panelOptions('inspector'),
    position: { referencePanel: 'board', direction: 'below' },
    initialHeight: Math.round((height - dockHeight) * (1 - BOARD_SHARE)),
    minimumWidth: 240,
    minimumHeight: 90,
  });
  api.getPanel('canvas')?.api.setActive();
}

const isIn =
  (shown: ReadonlySet<PanelId>) =>
  (id: PanelId): boolean =>
    shown.has(id);

type Position = NonNullable<Parameters<DockviewApi['addPanel']>[0]['position']>;
type Sizes = Pick<
  Parameters<DockviewApi['addPanel']>[0],
  'initialHeight' | 'minimumHeight' | 'initialWidth' | 'minimumWidth'
>;

/** Adds panels as the tabs of one new group. The first panel is active. */
function addGroup(api: DockviewApi, panels: readonly PanelId[], position: Position, sizes: Sizes): void {
  const [first, ...others] = panels;
  if (first === undefined) return;
  api.addPanel({ ...panelOptions(first), position, ...sizes });
  for (const id of others) api.addPanel({ ...panelOptions(id), position: { referencePanel: first }, inactive: true });
}

const VERSION = 4;

/**
 * Sizes that stay constant when the window is resized. The canvas takes the remaining width, and the
 * canvas and the inspector take the remaining height.
 */
export interface DockSizes {
  readonly sideWidth: number;
  readonly boardHeight: number;
  readonly dockHeight: number;
  readonly drawerWidth: number;
}

/** A part that is hidden, or that was moved next to the canvas, has no size. */
export function sizesOf(api: DockviewApi): Partial<DockSizes> {
  const side = ownGroup(api, 'board') ?? ownGroup(api, 'inspector');
  const board = stackedBoard(api);
  const dock = ownGroup(api, FIRST_LOWER);
  const drawer = ownDrawer(api);
  return {
    ...(side === undefined ? {} : { sideWidth: side.width }),
    ...(board === undefined ? {} : { boardHeight: board.height }),
    ...(dock === undefined ? {} : { dockHeight: dock.height }),
    ...(drawer === undefined ? {} : { drawerWidth: drawer.width }),
  };
}

export function applySizes(api: DockviewApi, sizes: Partial<DockSizes>): void {
  const { sideWidth, boardHeight, dockHeight, drawerWidth } = sizes;
  if (dockHeight !== undefined) ownGroup(api, FIRST_LOWER)?.setSize({ height: Math.min(dockHeight, api.height * 0.6) });
  const side = ownGroup(api, 'board') ?? ownGroup(api, 'inspector');
  if (sideWidth !== undefined) side?.setSize({ width: Math.min(sideWidth, api.width * 0.6) });
  if (boardHeight !== undefined) stackedBoard(api)?.setSize({ height: boardHeight });
  if (drawerWidth !== undefined) ownDrawer(api)?.setSize({ width: Math.min(drawerWidth, api.width * 0.6) });
}

function ownGroup(api: DockviewApi, panel: PanelId) {
  const group = api.getPanel(panel)?.group;
  const besideCanvas = group?.panels.some(({ id }) => id === 'canvas') === true;
  return group?.api.isVisible === true && !besideCanvas ? group.api : undefined;
}

/** The board's group, if the inspector has a visible group of its own below or above it. */
function stackedBoard(api: DockviewApi) {
  const [board, inspector] = [ownGroup(api, 'board'), ownGroup(api, 'inspector')];
  return board !== undefined && inspector !== undefined && board.id !== inspector.id && board.width === inspector.width
    ? board
    : undefined;
}

function ownDrawer(api: DockviewApi) {
  const [lower, drawer] = [ownGroup(api, FIRST_LOWER), ownGroup(api, FIRST_DRAWER)];
  return drawer !== undefined && drawer.id !== lower?.id ? drawer : undefined;
}

export function layoutText(api: DockviewApi): string {
  return JSON.stringify({ version: VERSION, dock: api.toJSON(), sizes: sizesOf(api) });
}

/**
 * Removes the panels that are not shown, and adds those that are missing, to the group of their
 * place and in the order of the record.
 */
export function syncPanels(api: DockviewApi, shown: ReadonlySet<PanelId>): void {
  for (const panels of [LOWER_PANELS, DRAWER_PANELS]) {
    for (const id of panels) {
      const panel = api.getPanel(id);
      if (panel !== undefined && !shown.has(id)) api.removePanel(panel);
    }
    for (const id of panels) {
      if (!shown.has(id) || api.getPanel(id) !== undefined) continue;
      const beside = panels.find((each) => api.getPanel(each) !== undefined);
      if (beside === undefined) continue;
      const earlier = new Set<string>(panels.slice(0, panels.indexOf(id)));
      const index = api.getPanel(beside)?.group.panels.findIndex((each) => !earlier.has(each.id)) ?? -1;
      const position = { referencePanel: beside, ...(index < 0 ? {} : { index }) };
      api.addPanel({ ...panelOptions(id), position, inactive: true });
    }
  }
}

/**
 * Restores a saved layout. If it does not fit this window, builds the default layout and returns
 * false.
 */
export function restoreLayout(api: DockviewApi, text: string, shown: ReadonlySet<PanelId>): boolean {
  try {
    const kept = JSON.parse(text) as { version?: unknown; dock?: SerializedDockview; sizes?: Partial<DockSizes> };
    if (kept.version !== VERSION || kept.dock === undefined) return false;
    api.fromJSON(kept.dock);
    for (const panel of [...api.panels]) if (panelOf(panel.id) === null) api.removePanel(panel);
    syncPanels(api, shown);
    if (PANEL_IDS.filter(isIn(shown)).every((id) => api.getPanel(id) !== undefined)) {
      applySizes(api, kept.sizes ?? {});
      return true;
    }
  } catch {
    // The layout has another version or is invalid. The default layout replaces it.
  }
  buildLayout(api, shown);
  return false;
}
