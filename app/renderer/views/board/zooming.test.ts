import { describe, expect, it } from 'vitest';
import { movedBy, READABLE, viewOf, zoomedAt } from './zooming.ts';

const SCENE = { width: 1000, height: 500, board: { x: 10, y: 150 } };

describe('the view of the drawn board', () => {
  it('shows all, in the middle of the panel, and is not enlarged much', () => {
    expect(viewOf('all', SCENE, { width: 500, height: 400 })).toEqual({ zoom: 0.5, x: 0, y: 75 });
    expect(viewOf('all', SCENE, { width: 5000, height: 4000 }).zoom).toBe(1.25);
    expect(viewOf('all', SCENE, { width: 200, height: 200 }).zoom).toBe(0.2);
  });

  it('is readable and contains the board at first, even if not all parts are in the panel', () => {
    const view = viewOf('readable', SCENE, { width: 300, height: 160 });
    expect(view.zoom).toBe(READABLE);
    expect(view.x).toBe(0);
    const boardY = view.y + SCENE.board.y * view.zoom;
    expect(boardY).toBeGreaterThanOrEqual(0);
    expect(boardY).toBeLessThan(80);
  });

  it('zooms about a point, within limits', () => {
    const view = { zoom: 1, x: -40, y: 20 };
    const point = { x: 100, y: 60 };
    const next = zoomedAt(view, 2, point);
    expect(next.zoom).toBe(2);
    expect((point.x - next.x) / next.zoom).toBe((point.x - view.x) / view.zoom);
    expect((point.y - next.y) / next.zoom).toBe((point.y - view.y) / view.zoom);
    expect(zoomedAt(view, 100, point).zoom).toBe(4);
    expect(zoomedAt(view, 0.001, point).zoom).toBe(0.25);
  });

  it('cannot be moved out of the panel', () => {
    const panel = { width: 300, height: 200 };
    const far = viewOf(movedBy({ zoom: 1, x: 0, y: 0 }, 9999, -9999), SCENE, panel);
    expect(far).toEqual({ zoom: 1, x: 260, y: -460 });
  });
});
