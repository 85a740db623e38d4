/**
 * Where the board and its parts are on the drawing. Pure functions. Lengths are CSS pixels of the
 * drawing, which the view then zooms.
 *
 * The parts are on shelves to the right of the board. They follow the pins clockwise around the
 * board: parts of the upper header are on the upper shelves, parts of the lower header on the lower
 * ones. In this order, most wires do not cross.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point, Size {}

/** The direction in which a wire leaves a pin or a terminal. */
export type Side = 'top' | 'bottom' | 'left' | 'right';

/** A terminal of a part, from the top left corner of the picture. */
export interface WiredTerminal extends Point {
  readonly id: string;
  readonly pin: string;
  readonly side: Side;
}

export interface PartNeeds {
  readonly picture: Size;
  /** Height of the name and of the controls above the picture. */
  readonly above: number;
  /** Least width of the name and of the controls. */
  readonly leastWidth: number;
  readonly terminals: readonly WiredTerminal[];
}

export interface BoardNeeds extends Size {
  /** Where the pins are, from the top left corner of the board. */
  readonly pins: ReadonlyMap<string, Point>;
}

export interface PartPlace extends Point {
  /** Width of the name and of the controls. The picture is in the centre below them. */
  readonly width: number;
  readonly picture: Box;
}

/** A row of parts. Wires come to it in lanes below the pictures. */
export interface Shelf {
  /** Where the lanes begin. */
  readonly lanesY: number;
  /** Numbers of parts, from left to right. */
  readonly parts: readonly number[];
}

export interface BoardScene extends Size {
  readonly board: Point;
  /** In the order of the parts that were given. */
  readonly parts: readonly PartPlace[];
  /** From top to bottom. */
  readonly shelves: readonly Shelf[];
  /** Width of the space between the board and the shelves, in which wires go up and down. */
  readonly gutter: number;
}

const PADDING = 10;
/** Distance of two parallel wires. */
export const LANE = 7;
const LEAST_GAP = 12;

/** Returns the scene that can be shown largest in the panel. */
export function layOutScene(panel: Size, board: BoardNeeds, parts: readonly PartNeeds[]): BoardScene {
  const around = pinsAround(board);
  const places = parts.map((part) => placeOf(part, around));
  const order = parts.map((_, index) => index).sort((a, b) => at(places, a) - at(places, b) || a - b);
  const scenes = widthsOf(order.map((index) => cellOf(at(parts, index)).width)).map((most) =>
    sceneOf(board, parts, order, most),
  );
  return scenes.reduce((best, scene) => (fitOf(scene, panel) > fitOf(best, panel) * 1.001 ? scene : best));
}

/** The zoom at which a drawing fills a panel. */
export const fitOf = ({ width, height }: Size, panel: Size): number =>
  Math.min(panel.width / width, panel.height / height);

/** Numbers the pins around the board, clockwise from the left end of the upper header. */
export function pinsAround({ pins, height }: BoardNeeds): ReadonlyMap<string, number> {
  const all = [...pins].map(([name, { x, y }]) => ({ name, x, isUpper: y < height / 2 }));
  const upper = all.filter(({ isUpper }) => isUpper).sort((a, b) => a.x - b.x);
  const lower = all.filter(({ isUpper }) => !isUpper).sort((a, b) => b.x - a.x);
  return new Map([...upper, ...lower].map(({ name }, number) => [name, number]));
}

/** The mean number of a part's pins. A part without wires comes last. */
function placeOf({ terminals }: PartNeeds, around: ReadonlyMap<string, number>): number {
  const known = terminals.flatMap(({ pin }) => around.get(pin) ?? []);
  return known.length === 0 ? Number.POSITIVE_INFINITY : sum(known) / known.length;
}

/** The wires that go up beside the picture, because their terminals are not below it. */
export interface Risers {
  readonly left: readonly WiredTerminal[];
  readonly right: readonly WiredTerminal[];
}

/** From the wire that is nearest to the picture to the one that is furthest from it. */
export function risersOf({ picture, terminals }: PartNeeds): Risers {
  const upwards = (a: WiredTerminal, b: WiredTerminal) => b.y - a.y;
  const on = (side: Side) => terminals.filter((terminal) => terminal.side === side);
  const tops = on('top').sort((a, b) => a.x - b.x);
  return {
    left: [...on('left').sort(upwards), ...tops.filter(({ x }) => x < picture.width / 2)],
    right: [...on('right').sort(upwards), ...tops.filter(({ x }) => x >= picture.width / 2).reverse()],
  };
}

/** The space that a part takes on its shelf, including the wires beside it. */
function cellOf(needs: PartNeeds) {
  const { picture, above, leastWidth, terminals } = needs;
  const { left, right } = risersOf(needs);
  const tops = terminals.filter(({ side }) => side === 'top').length;
  /** Between the name and the picture. */
  const gap = tops === 0 ? 0 : LANE * (tops + 1);
  const name = Math.max(leastWidth, picture.width);
  const [freeLeft, freeRight] = [LANE * left.length, LANE * right.length];
  return { gap, name, freeLeft, width: freeLeft + name + freeRight, height: above + gap + picture.height };
}

/** The widths at which the parts fill shelves differently. */
function widthsOf(widths: readonly number[]): number[] {
  const widest = Math.max(0, ...widths);
  const wholes = widths.map((_, last) => sum(widths.slice(0, last + 1)) + LEAST_GAP * last);
  return [...new Set([widest, ...wholes.map((whole) => Math.max(widest, whole))])];
}

/** Height or width of a bundle of parallel wires, with free space beside them. */
const bundle = (wires: number): number => (wires === 0 ? 4 : LANE * (wires + 1) + 4);

function sceneOf(board: BoardNeeds, parts: readonly PartNeeds[], order: readonly number[], most: number): BoardScene {
  const rows = rowsOf(
    order,
    order.map((index) => cellOf(at(parts, index)).width),
    most,
  ).map((items) => ({
    items,
    height: Math.max(...items.map((index) => cellOf(at(parts, index)).height)),
    lanes: bundle(sum(items.map((index) => at(parts, index).terminals.length))),
  }));
  const ys = parts.flatMap(({ terminals }) => terminals.flatMap(({ pin }) => board.pins.get(pin)?.y ?? []));
  const upper = ys.filter((y) => y < board.height / 2).length;
  const gutter = parts.length === 0 ? 0 : bundle(Math.max(upper, ys.length - upper)) + LANE;
  const whole = bundle(upper) + board.height + bundle(ys.length - upper);
  const zone = sum(rows.map(({ height, lanes }) => height + lanes));
  const height = Math.max(zone, whole);
  // Where the shelves of the upper header end is the middle of the board, as far as there is space.
  const upperZone = sum(
    rows.filter(({ items }) => isUpperRow(items, board, parts)).map((row) => row.height + row.lanes),
  );
  const middle = bundle(upper) + board.height / 2;
  const boardY = Math.min(height - whole, Math.max(0, upperZone - middle));
  const zoneY = Math.min(height - zone, Math.max(0, middle + boardY - upperZone));
  const x = PADDING + board.width + gutter;
  const places: PartPlace[] = [];
  const shelves: Shelf[] = [];
  let y = PADDING + zoneY;
  let right = x;
  for (const row of rows) {
    y += row.height;
    right = Math.max(right, placeRow(row.items, parts, x, y, places));
    shelves.push({ lanesY: y, parts: row.items });
    y += row.lanes;
  }
  return {
    board: { x: PADDING, y: PADDING + bundle(upper) + boardY },
    parts: places,
    shelves,
    gutter,
    width: right + PADDING,
    height: height + 2 * PADDING,
  };
}

function isUpperRow(items: readonly number[], { pins, height }: BoardNeeds, parts: readonly PartNeeds[]): boolean {
  const wired = items.flatMap((index) => at(parts, index).terminals.flatMap(({ pin }) => pins.get(pin) ?? []));
  return wired.filter(({ y }) => y < height / 2).length * 2 > wired.length;
}

/** Fills rows from left to right. */
function rowsOf(order: readonly number[], widths: readonly number[], most: number): number[][] {
  const rows: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const [position, index] of order.entries()) {
    const next = used + LEAST_GAP + at(widths, position);
    if (next > most) {
      rows.push([index]);
      used = at(widths, position);
    } else {
      rows.at(-1)?.push(index);
      used = next;
    }
  }
  return rows;
}

/** Places a row of pictures that end at `bottom`. Returns the right end of the row. */
function placeRow(
  items: readonly number[],
  parts: readonly PartNeeds[],
  x: number,
  bottom: number,
  places: PartPlace[],
): number {
  let left = x;
  for (const index of items) {
    const { picture, above } = at(parts, index);
    const { gap, name, freeLeft, width, height } = cellOf(at(parts, index));
    const [nameX, y] = [left + freeLeft, bottom - height];
    const pictureX = nameX + (name - picture.width) / 2;
    places[index] = { x: nameX, y, width: name, picture: { x: pictureX, y: y + above + gap, ...picture } };
    left += width + LEAST_GAP;
  }
  return left - LEAST_GAP;
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

function at<T>(list: readonly T[], index: number): T {
  return list[index] as T;
}

/** The side of a picture that a point is nearest to. */
export function nearestSide(point: Point, { width, height }: Size): Side {
  const distances: readonly (readonly [Side, number])[] = [
    ['bottom', height - point.y],
    ['top', point.y],
    ['left', point.x],
    ['right', width - point.x],
  ];
  return distances.reduce((best, each) => (each[1] < best[1] ? each : best))[0];
}
