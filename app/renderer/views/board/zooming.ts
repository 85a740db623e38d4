/** Zooming and moving a drawing in a panel. Pure functions. */
import type { View } from '../../state/window/board-view.ts';
import { fitOf, type Point, type Size } from './board-scene.ts';

/** Pictures of parts are readable from this zoom on. Names keep their size on the screen. */
export const READABLE = 0.35;
/** The drawing is not enlarged further by itself. */
const LARGEST_FIT = 1.25;
const LIMITS = { least: 0.25, most: 4 };
/** This much of the drawing stays in the panel. */
const STAYS = 40;

export function viewOf(wanted: View | 'all' | 'readable', scene: Size & { readonly board: Point }, panel: Size): View {
  if (wanted !== 'all' && wanted !== 'readable') return within(wanted, scene, panel);
  const fit = Math.min(LARGEST_FIT, fitOf(scene, panel));
  const zoom = wanted === 'all' ? fit : Math.max(READABLE, fit);
  const spareX = panel.width - scene.width * zoom;
  const spareY = panel.height - scene.height * zoom;
  // A drawing that is larger than the panel begins at its left edge, with the board in the panel.
  const y = spareY >= 0 ? spareY / 2 : Math.max(spareY, Math.min(0, (STAYS - scene.board.y) * zoom));
  return { zoom, x: Math.max(0, spareX / 2), y };
}

/** Zooms so that the point of the panel still shows the same point of the drawing. */
export function zoomedAt(view: View, factor: number, point: Point): View {
  const zoom = Math.min(LIMITS.most, Math.max(LIMITS.least, view.zoom * factor));
  const share = zoom / view.zoom;
  return { zoom, x: point.x - (point.x - view.x) * share, y: point.y - (point.y - view.y) * share };
}

export const movedBy = (view: View, dx: number, dy: number): View => ({ ...view, x: view.x + dx, y: view.y + dy });

function within({ zoom, x, y }: View, scene: Size, panel: Size): View {
  const bounded = (offset: number, drawn: number, space: number) =>
    Math.min(space - STAYS, Math.max(STAYS - drawn * zoom, offset));
  return { zoom, x: bounded(x, scene.width, panel.width), y: bounded(y, scene.height, panel.height) };
}
