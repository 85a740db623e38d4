/** Geometry of elements on the canvas: the next element in a direction, alignment and distribution. */

import type { Position } from '../../../../../generator/sketch/model.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import type { ElementRef } from '../../../state/sketch/element-ref.ts';
import type { Size } from '../canvas-layout.ts';

export interface Box extends Position, Size {
  readonly ref: ElementRef;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

export const DIRECTIONS: Readonly<Record<Direction, Position>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

const middle = ({ x, y, width, height }: Box): Position => ({ x: x + width / 2, y: y + height / 2 });

/** A distance across the direction counts more than one along it. */
const ACROSS = 2;

/** The nearest box with its middle in this direction, or null. */
export function nextBox(boxes: readonly Box[], from: Box, direction: Direction): Box | null {
  const { x, y } = DIRECTIONS[direction];
  const start = middle(from);
  let nearest: Box | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    const { x: dx, y: dy } = { x: middle(box).x - start.x, y: middle(box).y - start.y };
    const along = dx * x + dy * y;
    const distance = along + ACROSS * Math.abs(dx * y + dy * x);
    if (box === from || along <= 0 || distance >= least) continue;
    nearest = box;
    least = distance;
  }
  return nearest;
}

export const ALIGNMENTS = {
  left: tr`Align left`,
  centre: tr`Align centre`,
  right: tr`Align right`,
  top: tr`Align top`,
  middle: tr`Align middle`,
  bottom: tr`Align bottom`,
  columns: tr`Distribute horizontally`,
  rows: tr`Distribute vertically`,
} as const;
export type Alignment = keyof typeof ALIGNMENTS;

/** Number of boxes that an alignment needs. */
export const leastBoxes = (how: Alignment): number => (how === 'columns' || how === 'rows' ? 3 : 2);

export interface PlacedRef extends ElementRef {
  readonly position: Position;
}

/** The new positions of the boxes. */
export function aligned(boxes: readonly Box[], how: Alignment): readonly PlacedRef[] {
  if (boxes.length < leastBoxes(how)) return [];
  if (how === 'columns') return distributed(boxes, 'x', 'width');
  if (how === 'rows') return distributed(boxes, 'y', 'height');
  const left = Math.min(...boxes.map(({ x }) => x));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const top = Math.min(...boxes.map(({ y }) => y));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const places: Readonly<Record<typeof how, (box: Box) => Position>> = {
    left: ({ y }) => ({ x: left, y }),
    centre: ({ y, width }) => ({ x: (left + right - width) / 2, y }),
    right: ({ y, width }) => ({ x: right - width, y }),
    top: ({ x }) => ({ x, y: top }),
    middle: ({ x, height }) => ({ x, y: (top + bottom - height) / 2 }),
    bottom: ({ x, height }) => ({ x, y: bottom - height }),
  };
  return boxes.map((box) => placed(box, places[how](box)));
}

/** Equal gaps between the boxes. The first and the last one stay. */
function distributed(boxes: readonly Box[], axis: 'x' | 'y', size: 'width' | 'height'): readonly PlacedRef[] {
  const order = boxes.toSorted((a, b) => a[axis] - b[axis]);
  const [first, last] = [order[0], order.at(-1)];
  if (first === undefined || last === undefined) return [];
  const used = order.reduce((sum, box) => sum + box[size], 0);
  const gap = (last[axis] + last[size] - first[axis] - used) / (order.length - 1);
  let at = first[axis];
  return order.map((box) => {
    const place = placed(box, { x: box.x, y: box.y, [axis]: at });
    at += box[size] + gap;
    return place;
  });
}

const placed = ({ ref }: Box, { x, y }: Position): PlacedRef => ({
  ...ref,
  position: { x: Math.round(x), y: Math.round(y) },
});
