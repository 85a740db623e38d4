/** Lays out the whole sketch, group by group, or only the selected elements. */
import { excerptOf } from '../../../../../generator/sketch/copies/excerpt.ts';
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../../../../generator/sketch/elements.ts';
import { groupOf, type Member, membersOf } from '../../../../../generator/sketch/groups/groups.ts';
import type { Position, Sketch } from '../../../../../generator/sketch/model.ts';
import { refKey, refOfKey } from '../../../state/sketch/element-ref.ts';
import { layoutSketch, NODE_SIZES, positionsOf } from '../canvas-layout.ts';
import type { PlacedRef } from './boxes.ts';

/** Space around the members of a group, and the height of its title. Unit: canvas pixels. */
export const FRAME = { margin: 16, title: 28 } as const;

const GAP = 48;
/** Groups are placed beside each other up to this width. */
const ROW_WIDTH = 1_000;

/** New positions for all elements. The members of each group stay together. */
export function arranged(sketch: Sketch): readonly PlacedRef[] {
  const all = ELEMENT_KINDS.flatMap((kind) =>
    elementsOf<ElementKind>(sketch, kind).map(({ name }): Member => ({ kind, name })),
  );
  const free = block(
    sketch,
    all.filter((member) => groupOf(sketch, member) === null),
  );
  let [x, y, tallest] = [0, free.height === 0 ? 0 : free.height + GAP, 0];
  const groups = sketch.groups.flatMap((group) => {
    const { places, width, height } = block(sketch, membersOf(group));
    if (x > 0 && x + width > ROW_WIDTH) [x, y, tallest] = [0, y + tallest, 0];
    const [left, top] = [x + FRAME.margin, y + FRAME.margin + FRAME.title];
    x += width + 2 * FRAME.margin + GAP;
    tallest = Math.max(tallest, height + 2 * FRAME.margin + FRAME.title + GAP);
    return shifted(places, left, top);
  });
  return [...free.places, ...groups];
}

/** New positions for some elements, at the place where they are now. */
export function arrangedSelection(sketch: Sketch, members: readonly Member[]): readonly PlacedRef[] {
  const now = positionsOf(sketch);
  const before = members.flatMap((member) => now.get(refKey(member)) ?? []);
  if (before.length === 0) return [];
  return shifted(
    block(sketch, members).places,
    Math.min(...before.map(({ x }) => x)),
    Math.min(...before.map(({ y }) => y)),
  );
}

/** The members laid out by themselves, from the origin. */
function block(sketch: Sketch, members: readonly Member[]) {
  const layout = layoutSketch({ ...sketch, ...excerptOf(sketch, members) });
  const places = [...layout].flatMap(([key, position]): PlacedRef[] => {
    const ref = refOfKey(key);
    return ref === null ? [] : [{ ...ref, position }];
  });
  const left = Math.min(...places.map(({ position }) => position.x));
  const top = Math.min(...places.map(({ position }) => position.y));
  const right = Math.max(...places.map(({ kind, position }) => position.x + NODE_SIZES[kind].width));
  const bottom = Math.max(...places.map(({ kind, position }) => position.y + NODE_SIZES[kind].height));
  if (places.length === 0) return { places, width: 0, height: 0 };
  return { places: shifted(places, -left, -top), width: right - left, height: bottom - top };
}

const shifted = (places: readonly PlacedRef[], x: number, y: number): readonly PlacedRef[] =>
  places.map(({ position, ...ref }) => ({ ...ref, position: moved(position, x, y) }));

const moved = (position: Position, x: number, y: number): Position => ({
  x: Math.round(position.x + x),
  y: Math.round(position.y + y),
});
