/** Alignment of a dragged card with the edges and centres of the other cards. Pure functions. */
import type { Position } from '../../../../../generator/sketch/model.ts';
import type { Size } from '../canvas-layout.ts';

export interface Rect extends Position, Size {}

/** A thin line that shows what the dragged card is aligned with. */
export interface Guide {
  /** x: a vertical line at this x. */
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
}

interface Line {
  readonly at: number;
  /** Where the card is on the other axis. */
  readonly from: number;
  readonly to: number;
}

/** A card further away than this is not aligned with. Unit: px of the canvas. */
const REACH = 900;
/** Positions that differ by less than this are the same. */
const SAME = 0.5;

/** The edges and centres of the cards that stay. It is made once a drag; a step is a search in it. */
export class GuideIndex {
  readonly #x: readonly Line[];
  readonly #y: readonly Line[];

  constructor(boxes: readonly Rect[]) {
    this.#x = linesOf(boxes, 'x');
    this.#y = linesOf(boxes, 'y');
  }

  /** How far a box moves to be aligned, if that is at most `within`, and the guides that it has then. */
  snap(box: Rect, within: number): Snapped {
    const dx = shiftOf(this.#x, linesOf([box], 'x'), within);
    const dy = shiftOf(this.#y, linesOf([box], 'y'), within);
    const moved = { ...box, x: box.x + (dx ?? 0), y: box.y + (dy ?? 0) };
    const guides = [
      ...(dx === null ? [] : guidesOf(this.#x, linesOf([moved], 'x'), 'x')),
      ...(dy === null ? [] : guidesOf(this.#y, linesOf([moved], 'y'), 'y')),
    ];
    return { dx: dx ?? 0, dy: dy ?? 0, guides };
  }
}

function linesOf(boxes: readonly Rect[], axis: 'x' | 'y'): Line[] {
  const lines = boxes.flatMap(({ x, y, width, height }) => {
    const [start, size, from, to] = axis === 'x' ? [x, width, y, y + height] : [y, height, x, x + width];
    return [start, start + size / 2, start + size].map((at) => ({ at, from, to }));
  });
  return lines.sort((a, b) => a.at - b.at);
}

/** The least movement that puts one of the box's lines on a line of another card. */
function shiftOf(lines: readonly Line[], own: readonly Line[], within: number): number | null {
  let best: number | null = null;
  for (const line of own) {
    for (const other of between(lines, line.at - within, line.at + within)) {
      const shift = other.at - line.at;
      if (isNear(line, other) && (best === null || Math.abs(shift) < Math.abs(best))) best = shift;
    }
  }
  return best;
}

/** One guide for each of the box's lines that is on lines of other cards. */
function guidesOf(lines: readonly Line[], own: readonly Line[], axis: 'x' | 'y'): Guide[] {
  return own.flatMap((line) => {
    const others = [...between(lines, line.at - SAME, line.at + SAME)].filter((other) => isNear(line, other));
    if (others.length === 0) return [];
    const from = Math.min(line.from, ...others.map((other) => other.from));
    const to = Math.max(line.to, ...others.map((other) => other.to));
    return [{ axis, at: line.at, from, to }];
  });
}

const isNear = (a: Line, b: Line): boolean => b.from - a.to < REACH && a.from - b.to < REACH;

function* between(lines: readonly Line[], least: number, most: number): Generator<Line> {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[middle] as Line).at < least) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < lines.length; index++) {
    const line = lines[index] as Line;
    if (line.at > most) return;
    yield line;
  }
}

/** The smallest box around all. */
export function around(boxes: readonly Rect[]): Rect {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
