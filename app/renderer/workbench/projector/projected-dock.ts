/**
 * The dock in projector view: the drawing has the whole height at the left, and the schedule is above
 * the board at the right. With this, the enlarged cards of a small sketch are all in view.
 */
import type { DockviewApi, SerializedDockview } from 'dockview-react';
import { DRAWER_PANELS, LOWER_PANELS } from '../panels.tsx';

/** The shares of the dock. */
export const PROJECTED = { side: 0.55, dock: 0.53 };

/**
 * Moves the lower panels above the board. Does nothing in a layout that the user has arranged in
 * another way. Returns whether they were moved.
 */
export function projectDock(api: DockviewApi): boolean {
  const [lower, board] = [groupOf(api, LOWER_PANELS), api.getPanel('board')?.group];
  if (!isUsual(api) || lower === undefined || board === undefined) return false;
  lower.api.moveTo({ group: board, position: 'top', skipSetActive: true });
  return true;
}

/** Moves the lower panels back to where `projectDock` took them from. */
export function unprojectDock(api: DockviewApi): void {
  const [lower, drawer] = [groupOf(api, LOWER_PANELS), groupOf(api, DRAWER_PANELS)];
  if (lower === undefined) return;
  if (drawer === undefined) lower.api.moveTo({ position: 'bottom', skipSetActive: true });
  else lower.api.moveTo({ group: drawer, position: 'left', skipSetActive: true });
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
