/**
 * The shapes of a pin's levels in a view: lines where edges can be distinguished, and bands where they
 * are denser. The number of shapes grows with the pixels, not with the edges.
 */
import { type TimeScale, toNs, toPx } from '../../../base/scale.ts';
import type { PinTrace } from '../source/source.ts';

/** Edges closer together than this are drawn as a band. */
const APART_PX = 2;
/** Width of the pieces of a band. Each shows its own duty cycle. */
const PIECE_PX = 4;

export type PinShape =
  | { readonly kind: 'level'; readonly x: number; readonly right: number; readonly level: 0 | 1 }
  | { readonly kind: 'edge'; readonly x: number }
  /** `duty`: share of time at high level. */
  | { readonly kind: 'band'; readonly x: number; readonly right: number; readonly duty: number };

/** Visits the shapes from `fromNs` to `toNs`, from left to right. */
export function eachPinShape(
  levels: PinTrace,
  scale: TimeScale,
  fromNs: number,
  toNsLimit: number,
  visit: (shape: PinShape) => void,
): void {
  const end = toPx(scale, toNsLimit);
  let x = toPx(scale, fromNs);
  let edge = levels.firstAfter(fromNs);
  while (x < end) {
    const next = edge < levels.end ? toPx(scale, levels.timeNs(edge)) : Number.POSITIVE_INFINITY;
    const right = Math.min(next, end);
    if (right > x) visit({ kind: 'level', x, right, level: levels.levelAfter(edge - 1) });
    if (next >= end) return;
    if (isAlone(levels, scale, edge)) {
      visit({ kind: 'edge', x: next });
      [x, edge] = [next, edge + 1];
      continue;
    }
    x = next;
    do {
      const piece = Math.min(x + PIECE_PX, end);
      const [from, to] = [toNs(scale, x), toNs(scale, piece)];
      visit({ kind: 'band', x, right: piece, duty: levels.duty(from, to) });
      x = piece;
      edge = levels.firstAfter(to);
    } while (x < end && edge < levels.end && toPx(scale, levels.timeNs(edge)) < x + APART_PX);
  }
}

/** Whether the next edge is far enough away to be distinguished. */
function isAlone(levels: PinTrace, scale: TimeScale, edge: number): boolean {
  return edge + 1 >= levels.end || toPx(scale, levels.timeNs(edge + 1)) - toPx(scale, levels.timeNs(edge)) >= APART_PX;
}
