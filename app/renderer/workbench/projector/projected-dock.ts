/**
 * The dock in projector view. A tall drawing has the whole height at the left, with the schedule above
 * the board at the right. A wide drawing has the whole width at the top, with the schedule beside the
 * board below. With this, the enlarged cards of a small sketch are all in view.
 */
import type { DockviewApi, SerializedDockview } from 'dockview-react';
import { ELEMENT_KINDS, elementsOf } from '../../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { refKey } from '../../state/sketch/element-ref.ts';
import { NODE_SIZES, positionsOf, type Size } from '../../views/canvas/canvas-layout.ts';
import { fitOptions } from '../../views/canvas/use-fit.ts';
import type { DockSizes } from '../dock-layout.ts';
import { DRAWER_PANELS, LOWER_PANELS } from '../panels.tsx';

/** Shares of the dock. */
interface Shares {
  /** Width of the board's group. */
  readonly side: number;
  /** Height of the lower panels. */
  readonly dock: number;
}

/** Where the drawing is: beside the other panels or above them. */
export type Place = 'beside' | 'above';

const PROJECTED: Readonly<Record<Place, Shares>> = {
  beside: { side: 0.55, dock: 0.53 },
  above: { side: 0.52, dock: 0.52 },
};

/** In a layout that the user has arranged, the schedule gets half of the height. */
const OWN_LAYOUT: Shares = { side: 0.3, dock: 0.5 };

export function projectedSizes({ width, height }: Size, place: Place | null): Partial<DockSizes> {
  const { side, dock } = place === null ? OWN_LAYOUT : PROJECTED[place];
  return { sideWidth: Math.round(width * side), dockHeight: Math.round(height * dock) };
}

/** A schedule beside the drawing has more room for the formula and the board. */
const WORTH = 1.15;

/** The place in which a sketch is drawn larger. */
export function placeOf(sketch: Sketch, { width, height }: Size): Place {
  const boxes = ELEMENT_KINDS.flatMap((kind) => {
    const places = positionsOf(sketch);
    return elementsOf(sketch, kind).flatMap(({ name }) => {
      const at = places.get(refKey({ kind, name }));
      return at === undefined ? [] : [{ ...at, ...NODE_SIZES[kind] }];
    });
  });
  if (boxes.length === 0) return 'beside';
  const extent = (from: number[], to: number[]) => Math.max(1, Math.max(...to) - Math.min(...from));
  const drawn = {
    width: extent(
      boxes.map(({ x }) => x),
      boxes.map((box) => box.x + box.width),
    ),
    height: extent(
      boxes.map(({ y }) => y),
      boxes.map((box) => box.y + box.height),
    ),
  };
  const { maxZoom = 1 } = fitOptions(true);
  const zoomIn = (panel: Size) => Math.min(maxZoom, panel.width / drawn.width, panel.height / drawn.height);
  const beside = zoomIn({ width: width * (1 - PROJECTED.beside.side), height });
  const above = zoomIn({ width, height: height * (1 - PROJECTED.above.dock) });
  return above > beside * WORTH ? 'above' : 'beside';
}

/**
 * Gives the drawing the whole height or the whole width. Does nothing in a layout that the user has
 * arranged in another way. Returns whether panels were moved.
 */
export function projectDock(api: DockviewApi, place: Place): boolean {
  const [lower, board] = [groupOf(api, LOWER_PANELS), api.getPanel('board')?.group];
  if (!isUsual(api) || lower === undefined || board === undefined) return false;
  if (place === 'beside') lower.api.moveTo({ group: board, position: 'top', skipSetActive: true });
  else board.api.moveTo({ group: lower, position: 'right', skipSetActive: true });
  return true;
}

/** Moves the panels back to where `projectDock` took them from. */
export function unprojectDock(api: DockviewApi, place: Place): void {
  const [lower, drawer] = [groupOf(api, LOWER_PANELS), groupOf(api, DRAWER_PANELS)];
  const [board, inspector] = [api.getPanel('board')?.group, api.getPanel('inspector')?.group];
  if (place === 'above') {
    if (board !== undefined && inspector !== undefined)
      board.api.moveTo({ group: inspector, position: 'top', skipSetActive: true });
  } else if (lower !== undefined && drawer !== undefined)
    lower.api.moveTo({ group: drawer, position: 'left', skipSetActive: true });
}

function groupOf(api: DockviewApi, panels: readonly string[]) {
  const id = panels.find((each) => api.getPanel(each) !== undefined);
  return id === undefined ? undefined : api.getPanel(id)?.group;
}

type GridNode = SerializedDockview['grid']['root'];

/** Whether the columns and rows are those of the default layout, with any sizes and tabs. */
function isUsual(api: DockviewApi): boolean {
  const { root, orientation } = api.toJSON().grid;
  return (
    String(orientation) === 'VERTICAL' && /^\(\(canvas \(board inspector\)\) \(lower drawer\)\)$/.test(shapeOf(root))
  );
}

function shapeOf({ type, data }: GridNode): string {
  if (type === 'branch' && Array.isArray(data)) return `(${data.map(shapeOf).join(' ')})`;
  const views = Array.isArray(data) ? [] : data.views;
  if (views.some((id) => LOWER_PANELS.includes(id as never))) return 'lower';
  if (views.some((id) => DRAWER_PANELS.includes(id as never))) return 'drawer';
  return views.find((id) => id === 'canvas' || id === 'board' || id === 'inspector') ?? '';
}
