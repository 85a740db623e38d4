/**
 * Finds positions for elements without one, and lays out the whole sketch on request. Columns
 * follow the flow of data, with writers to the left of their channels and readers to the right.
 * Rows are in the order of the document.
 */
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../../../generator/sketch/elements.ts';
import type { Position, Sketch } from '../../../../generator/sketch/model.ts';
import { type ElementRef, refKey } from '../../state/sketch/element-ref.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The drawn sizes, repeated here because positions are computed before anything is measured. */
export const NODE_SIZES: Readonly<Record<ElementKind, Size>> = {
  tasks: { width: 176, height: 104 },
  channels: { width: 136, height: 72 },
  interrupts: { width: 156, height: 64 },
  resources: { width: 136, height: 56 },
  parts: { width: 136, height: 56 },
};

const COLUMN_GAP = 72;
const ROW_GAP = 32;
const COLUMN_WIDTH = NODE_SIZES.tasks.width + COLUMN_GAP;
/** Elements without data flow are placed in rows of at least this length. */
const ROW_LENGTH = 4;
/** Width of a large layout relative to its height. The canvas has about this shape. */
const SHAPE = 2;

/** The number of columns with which so many cards have the shape of the canvas. */
const columnsFor = (cards: number): number =>
  Math.max(ROW_LENGTH, Math.round(Math.sqrt((cards * SHAPE * (NODE_SIZES.tasks.height + ROW_GAP)) / COLUMN_WIDTH)));

/** Computes a position for every element, ignoring existing positions. */
export function layoutSketch(sketch: Sketch): ReadonlyMap<string, Position> {
  const { depths, groups } = flowOf(sketch);
  const places = new Map<string, Position>();
  const flowing = (['interrupts', 'tasks', 'channels'] as const).flatMap((kind) =>
    elementsOf(sketch, kind).map(refOf(kind)),
  );
  const loose = flowing.filter((ref) => !depths.has(refKey(ref)));
  const bottom = placeGroups(
    groups.map((group) =>
      columnsOf(
        flowing.filter((ref) => group.has(refKey(ref))),
        depths,
      ),
    ),
    places,
  );
  const below = placeRows(loose, bottom, places);
  placeRows([...sketch.resources.map(refOf('resources')), ...sketch.parts.map(refOf('parts'))], below, places);
  return places;
}

type Columns = ReadonlyMap<number, readonly ElementRef[]>;

function columnsOf(refs: readonly ElementRef[], depths: ReadonlyMap<string, number>): Columns {
  const columns = new Map<number, ElementRef[]>();
  for (const ref of refs) {
    const depth = depths.get(refKey(ref)) ?? 0;
    columns.set(depth, [...(columns.get(depth) ?? []), ref]);
  }
  return columns;
}

/** Places elements that exchange no data with each other side by side, in rows of about the canvas's shape. */
function placeGroups(groups: readonly Columns[], places: Map<string, Position>): number {
  const cards = groups.reduce((sum, columns) => sum + [...columns.values()].flat().length, 0);
  const length = columnsFor(cards);
  let [column, top, bottom] = [0, 0, 0];
  for (const columns of groups) {
    const width = Math.max(...columns.keys()) + 1;
    if (column > 0 && column + width > length) [column, top] = [0, bottom];
    bottom = Math.max(bottom, placeColumns(columns, { column, top }, places));
    column += width;
  }
  return bottom;
}

const refOf =
  (kind: ElementKind) =>
  ({ name }: { readonly name: string }): ElementRef => ({ kind, name });

/** Returns the top of what can be placed below. */
function placeColumns(
  columns: Columns,
  { column: first, top }: { readonly column: number; readonly top: number },
  places: Map<string, Position>,
): number {
  const tallest = Math.max(0, ...[...columns.values()].map(columnHeight));
  for (const [column, refs] of columns) {
    let y = top + (tallest - columnHeight(refs)) / 2;
    for (const ref of refs) {
      const { width, height } = NODE_SIZES[ref.kind];
      const x = (first + column) * COLUMN_WIDTH + (NODE_SIZES.tasks.width - width) / 2;
      places.set(refKey(ref), { x: Math.round(x), y: Math.round(y) });
      y += height + ROW_GAP;
    }
  }
  return top + tallest + ROW_GAP;
}

const columnHeight = (refs: readonly ElementRef[]): number =>
  refs.reduce((sum, { kind }) => sum + NODE_SIZES[kind].height + ROW_GAP, -ROW_GAP);

function placeRows(refs: readonly ElementRef[], top: number, places: Map<string, Position>): number {
  let y = top;
  const length = columnsFor(refs.length);
  for (let first = 0; first < refs.length; first += length) {
    const row = refs.slice(first, first + length);
    for (const [column, ref] of row.entries()) places.set(refKey(ref), { x: column * COLUMN_WIDTH, y });
    y += Math.max(...row.map(({ kind }) => NODE_SIZES[kind].height)) + ROW_GAP;
  }
  return y;
}

interface Flow {
  /**
   * The longest path from a source to each connected element. A cycle is cut where it returns to a
   * visited element.
   */
  readonly depths: ReadonlyMap<string, number>;
  /** The connected elements, in groups that exchange no data with each other. */
  readonly groups: readonly ReadonlySet<string>[];
}

function flowOf(sketch: Sketch): Flow {
  const tasks = new Set(sketch.tasks.map(({ name }) => name));
  const next = new Map<string, string[]>();
  const groupOf = new Map<string, Set<string>>();
  const groupWith = (key: string) => groupOf.get(key) ?? new Set([key]);
  const link = (from: string, to: string) => {
    const list = next.get(from);
    if (list === undefined) next.set(from, [to]);
    else list.push(to);
    const [a, b] = [groupWith(from), groupWith(to)];
    const [small, large] = a.size < b.size ? [a, b] : [b, a];
    for (const key of small) large.add(key);
    for (const key of a === b ? [from, to] : [...small, from, to]) groupOf.set(key, large);
  };
  const actor = (name: string) => refKey({ kind: tasks.has(name) ? 'tasks' : 'interrupts', name });
  for (const channel of sketch.channels) {
    const key = refKey({ kind: 'channels', name: channel.name });
    if (channel.writer !== null) link(actor(channel.writer), key);
    for (const reader of channel.readers) link(key, actor(reader));
  }
  return { depths: longestPaths(next), groups: [...new Set(groupOf.values())] };
}

function longestPaths(next: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const incoming = new Map<string, number>();
  for (const key of next.keys()) incoming.set(key, incoming.get(key) ?? 0);
  for (const key of [...next.values()].flat()) incoming.set(key, (incoming.get(key) ?? 0) + 1);
  const depths = new Map<string, number>([...incoming.keys()].map((key) => [key, 0]));
  const waiting = new Set(incoming.keys());
  while (waiting.size > 0) {
    const free = [...waiting].find((key) => incoming.get(key) === 0) ?? [...waiting][0];
    if (free === undefined) break;
    waiting.delete(free);
    for (const to of next.get(free) ?? []) {
      if (!waiting.has(to)) continue;
      incoming.set(to, (incoming.get(to) ?? 1) - 1);
      depths.set(to, Math.max(depths.get(to) ?? 0, (depths.get(free) ?? 0) + 1));
    }
  }
  return depths;
}

/**
 * Returns where each element is drawn: its own position, or a computed free position below or next
 * to the others.
 */
export function positionsOf(sketch: Sketch): ReadonlyMap<string, Position> {
  const all = ELEMENT_KINDS.flatMap((kind) =>
    elementsOf<ElementKind>(sketch, kind).map(({ name, position }) => ({
      kind,
      key: refKey({ kind, name }),
      position,
    })),
  );
  const placed = all.flatMap(({ kind, position }) => (position === null ? [] : [{ kind, position }]));
  if (placed.length === all.length)
    return new Map(all.flatMap(({ key, position }) => (position ? [[key, position]] : [])));
  const found = layoutSketch(sketch);
  const below = placed.length === 0 ? 0 : Math.max(...placed.map(bottomOf)) + ROW_GAP;
  const left = placed.length === 0 ? 0 : Math.min(...placed.map(({ position }) => position.x));
  return new Map(
    all.map(({ key, position }) => {
      const own = found.get(key) ?? { x: 0, y: 0 };
      return [key, position ?? { x: own.x + left, y: own.y + below }];
    }),
  );
}

const bottomOf = ({ kind, position }: { readonly kind: ElementKind; readonly position: Position }): number =>
  position.y + NODE_SIZES[kind].height;

const GRID = 8;
const SEARCH_STEP = 24;
const SEARCH_RADIUS = 60;
const MARGIN = 16;

/** Returns the free position nearest to the wanted one, so that a new element covers no other. */
export function freePlace(sketch: Sketch, kind: ElementKind, wanted: Position): Position {
  const size = NODE_SIZES[kind];
  const taken = [...positionsOf(sketch)].map(([key, position]) => ({ position, size: NODE_SIZES[kindOfKey(key)] }));
  const start = { x: Math.round(wanted.x / GRID) * GRID, y: Math.round(wanted.y / GRID) * GRID };
  for (const step of SEARCH_ORDER) {
    const place = { x: start.x + step.x, y: start.y + step.y };
    if (!taken.some((other) => overlaps(place, size, other.position, other.size))) return place;
  }
  return start;
}

/** Offsets from a position, nearest first. */
const SEARCH_ORDER: readonly Position[] = Array.from({ length: SEARCH_RADIUS * 2 + 1 }, (_, row) =>
  Array.from({ length: SEARCH_RADIUS * 2 + 1 }, (_, column) => ({
    x: (column - SEARCH_RADIUS) * SEARCH_STEP,
    y: (row - SEARCH_RADIUS) * SEARCH_STEP,
  })),
)
  .flat()
  .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));

const kindOfKey = (key: string): ElementKind =>
  ELEMENT_KINDS.find((kind) => kind === key.slice(0, key.indexOf(':'))) ?? 'tasks';

function overlaps(a: Position, aSize: Size, b: Position, bSize: Size): boolean {
  const beside = a.x >= b.x + bSize.width + MARGIN || b.x >= a.x + aSize.width + MARGIN;
  const above = a.y >= b.y + bSize.height + MARGIN || b.y >= a.y + aSize.height + MARGIN;
  return !beside && !above;
}
