import { getViewportForBounds } from '@xyflow/react';
import { describe, expect, it } from 'vitest';
import { clearPadding } from './use-fit.ts';

const OPTIONS = { padding: 0.16, minZoom: 0.2, maxZoom: 1.25 };
const SIZE = { width: 900, height: 320 };
const box = (x: number, y: number) => ({ x, y, width: 120, height: 60 });

function boundsOf(boxes: readonly ReturnType<typeof box>[]) {
  const [x, y] = [Math.min(...boxes.map((b) => b.x)), Math.min(...boxes.map((b) => b.y))];
  const right = Math.max(...boxes.map((b) => b.x + b.width));
  const bottom = Math.max(...boxes.map((b) => b.y + b.height));
  return { x, y, width: right - x, height: bottom - y };
}

function shown(boxes: readonly ReturnType<typeof box>[], size = SIZE) {
  const bounds = boundsOf(boxes);
  const padding = clearPadding(boxes, bounds, size, OPTIONS);
  const view = getViewportForBounds(bounds, size.width, size.height, 0.2, 1.25, padding ?? 0);
  const places = boxes.map(({ x, y, height }) => ({
    left: x * view.zoom + view.x,
    bottom: (y + height) * view.zoom + view.y,
  }));
  const hidden = places.filter(({ left, bottom }) => left < 177 && bottom > size.height - 44);
  return { padding, hidden };
}

describe('the fitted view', () => {
  it('keeps equal margins if nothing is at the lower left', () => {
    expect(shown([box(0, 0), box(600, 0), box(600, 200)])).toEqual({ padding: 0.16, hidden: [] });
  });

  it.each([
    ['a tall one', [box(0, 0), box(900, 200), box(0, 400)], SIZE],
    ['a wide one', [box(0, 0), box(1200, 0), box(0, 330)], SIZE],
    ['one that fills a narrow canvas', [box(0, 0), box(500, 500), box(0, 700)], { width: 400, height: 500 }],
  ])('does not overlap the controls: %s', (_title, boxes, size) => {
    const { padding, hidden } = shown(boxes, size);
    expect(padding).not.toBe(0.16);
    expect(hidden).toEqual([]);
  });

  it('keeps equal margins on an empty canvas', () => {
    expect(clearPadding([], { x: 0, y: 0, width: 0, height: 0 }, SIZE, OPTIONS)).toBe(0.16);
  });
});
