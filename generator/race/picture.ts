/** The schedules of a race as one drawing: one above the other, on one axis of time. */
import { type Drawing, drawingOf, type Shape, shownRange } from '../trace/exports/drawing/drawing.ts';
import type { RecordedTrace } from '../trace/file/trace-file.ts';

/** Height of the line with the name of a target. Unit: points. */
const HEAD = 18;
const LETTERS = 6;

export interface RacedTrace {
  /** The name of the target. */
  readonly label: string;
  readonly trace: RecordedTrace;
}

/**
 * Each schedule begins with its first arrival, which is 0 on the axis, because boards start at different times.
 *
 * @param lengthNs the length of the axis. Default: two of the longest period. Unit: ns.
 */
export function racePicture(raced: readonly RacedTrace[], lengthNs: number | null = null): Drawing {
  const ranges = raced.map(({ trace }) => shownRange(trace));
  const length = lengthNs ?? Math.max(1, ...ranges.map(({ fromNs, toNs }) => toNs - fromNs));
  const draw = (nameWidth: number) =>
    raced.map(({ trace }, i) => {
      const fromNs = ranges[i]?.fromNs ?? 0;
      return drawingOf(trace, { range: { fromNs, toNs: fromNs + length }, zeroNs: fromNs, nameWidth });
    });
  const nameWidth = Math.max(0, ...draw(0).map((drawing) => drawing.nameWidth));
  let height = 0;
  let width = 0;
  const shapes: Shape[] = [];
  for (const [i, drawing] of draw(nameWidth).entries()) {
    shapes.push({ kind: 'text', at: [LETTERS, height + HEAD - 4], text: raced[i]?.label ?? '', align: 'start' });
    shapes.push(...drawing.shapes.map((shape) => lowered(shape, height + HEAD)));
    height += HEAD + drawing.height;
    width = Math.max(width, drawing.width);
  }
  return { width, height, shapes };
}

/** @param by distance downward. Unit: points. */
function lowered(shape: Shape, by: number): Shape {
  if (shape.kind === 'box') return { ...shape, y: shape.y + by };
  if (shape.kind === 'text') return { ...shape, at: [shape.at[0], shape.at[1] + by] };
  return { ...shape, from: [shape.from[0], shape.from[1] + by], to: [shape.to[0], shape.to[1] + by] };
}
