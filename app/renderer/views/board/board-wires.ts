/**
 * The wires of a scene. Pure functions.
 *
 * Each wire goes straight from its pin to a lane along the header, to a column between the board and
 * the shelves, to a lane below its part's shelf, and to its terminal. Lanes and columns are in the
 * order of the pins around the board, so wires enclose each other. Two wires cross only if their
 * terminals are in another order than their pins.
 */
import type { Part } from '../../../../generator/sketch/model.ts';
import {
  type BoardNeeds,
  type BoardScene,
  LANE,
  type PartNeeds,
  type PartPlace,
  type Point,
  pinsAround,
  risersOf,
  type WiredTerminal,
} from './board-scene.ts';

/** Radius of the corners of a wire. */
const ROUND = 4;

export interface DrawnWire {
  readonly part: number;
  readonly terminal: string;
  readonly pin: string;
  readonly corners: readonly Point[];
}

interface Wire {
  readonly part: number;
  readonly terminal: WiredTerminal;
  readonly isUpper: boolean;
  /** The pin, and the lanes along the header and below the shelf. */
  readonly from: Point;
  headerY: number;
  readonly shelfY: number;
  columnX: number;
}

/** Returns the wires in the order of their pins around the board. */
export function wireScene(scene: BoardScene, board: BoardNeeds, parts: readonly PartNeeds[]): DrawnWire[] {
  const wires = wiresOf(scene, board, parts);
  takeHeaderLanes(wires, scene, board);
  takeColumns(wires, scene, board);
  return wires.map((wire) => {
    const { part, terminal } = wire;
    const end = endOf(terminal, parts[part] as PartNeeds, scene.parts[part] as PartPlace, wire.shelfY);
    const { from, headerY, columnX, shelfY } = wire;
    const way = [from, { x: from.x, y: headerY }, { x: columnX, y: headerY }, { x: columnX, y: shelfY }, ...end];
    return { part, terminal: terminal.id, pin: terminal.pin, corners: withoutStraight(way) };
  });
}

/** All wires in the order of their pins, each with a lane below its shelf. */
function wiresOf(scene: BoardScene, board: BoardNeeds, parts: readonly PartNeeds[]): Wire[] {
  const around = pinsAround(board);
  const numberOf = ({ pin }: WiredTerminal) => around.get(pin) ?? 0;
  const found = scene.shelves.flatMap(({ lanesY, parts: items }) =>
    items
      .flatMap((part) => (parts[part]?.terminals ?? []).map((terminal) => ({ part, terminal })))
      .filter(({ terminal }) => around.has(terminal.pin))
      .sort((a, b) => numberOf(a.terminal) - numberOf(b.terminal))
      .map(({ part, terminal }, lane): Wire => {
        const pin = board.pins.get(terminal.pin) as Point;
        const from = { x: scene.board.x + pin.x, y: scene.board.y + pin.y };
        const shelfY = lanesY + LANE * (lane + 1);
        return { part, terminal, isUpper: pin.y < board.height / 2, from, shelfY, headerY: 0, columnX: 0 };
      }),
  );
  return found.sort((a, b) => numberOf(a.terminal) - numberOf(b.terminal));
}

/** Two pins above each other that are no further apart belong to one upright header. */
const PITCH = 12;

/**
 * Where a wire leaves an upright header to the right: between its row of pins and the next one. Null:
 * the pin is on no such header. The wires of a row have different heights.
 */
function besideRow(pin: Point, pins: readonly Point[]): number | null {
  const near = (a: number, b: number) => a !== b && Math.abs(a - b) < PITCH;
  if (!pins.some(({ x, y }) => isSame(x, pin.x) && near(y, pin.y))) return null;
  const hasLeft = pins.some(({ x, y }) => x < pin.x && near(x, pin.x) && isSame(y, pin.y));
  return hasLeft ? 6.5 : 4;
}

/** Wires to higher shelves have the higher lanes, so that their columns lead away from the others. */
function takeHeaderLanes(all: readonly Wire[], scene: BoardScene, board: BoardNeeds): void {
  const bottom = scene.board.y + board.height;
  const pins = [...board.pins.values()];
  const wires = all.filter((wire) => {
    const pin = board.pins.get(wire.terminal.pin);
    const below = pin === undefined ? null : besideRow(pin, pins);
    if (below !== null) wire.headerY = wire.from.y + below;
    return below === null;
  });
  const upper = wires.filter(({ isUpper }) => isUpper);
  const lower = wires.filter(({ isUpper }) => !isUpper);
  upwardsFirst(upper, scene.board.y).forEach((wire, lane) => {
    wire.headerY = scene.board.y - LANE * (upper.length - lane);
  });
  upwardsFirst(lower, bottom).forEach((wire, lane) => {
    wire.headerY = bottom + LANE * (lane + 1);
  });
}

const upwardsFirst = (wires: readonly Wire[], y: number): Wire[] => [
  ...wires.filter(({ shelfY }) => shelfY < y),
  ...wires.filter(({ shelfY }) => shelfY >= y),
];

function takeColumns(wires: readonly Wire[], scene: BoardScene, board: BoardNeeds): void {
  const left = scene.board.x + board.width;
  const groups = [true, false].flatMap((isUpper) => {
    const group = wires.filter((wire) => wire.isUpper === isUpper);
    return [
      // The first wire turns up first, or comes down last.
      group.filter(({ shelfY, headerY }) => shelfY < headerY),
      group.filter(({ shelfY, headerY }) => shelfY >= headerY).reverse(),
    ];
  });
  const most = Math.max(...groups.map(({ length }) => length), 0);
  const isShared = groups.every((group, index) => groups.slice(index + 1).every((other) => areApart(group, other)));
  const columns = isShared ? most : wires.length;
  const pitch = Math.min(LANE, (scene.gutter - LANE) / (columns + 1));
  let first = 0;
  for (const group of groups) {
    group.forEach((wire, column) => {
      wire.columnX = left + pitch * (first + column + 1);
    });
    if (!isShared) first += group.length;
  }
}

/** Whether wires of two groups may use the same columns. */
function areApart(some: readonly Wire[], others: readonly Wire[]): boolean {
  return some.every((a, index) => {
    const b = others[index];
    if (b === undefined) return true;
    const [topA, endA] = [Math.min(a.headerY, a.shelfY), Math.max(a.headerY, a.shelfY)];
    const [topB, endB] = [Math.min(b.headerY, b.shelfY), Math.max(b.headerY, b.shelfY)];
    return endA < topB || endB < topA;
  });
}

/** The corners from the lane below the shelf to the terminal. */
function endOf(terminal: WiredTerminal, needs: PartNeeds, { picture }: PartPlace, shelfY: number): Point[] {
  const to = { x: picture.x + terminal.x, y: picture.y + terminal.y };
  if (terminal.side === 'bottom') return [{ x: to.x, y: shelfY }, to];
  const { left, right } = risersOf(needs);
  const isLeft = left.includes(terminal);
  const beside = (isLeft ? left : right).indexOf(terminal) + 1;
  const x = isLeft ? picture.x - LANE * beside : picture.x + picture.width + LANE * beside;
  if (terminal.side !== 'top') return [{ x, y: shelfY }, { x, y: to.y }, to];
  const y = picture.y - LANE * beside;
  return [{ x, y: shelfY }, { x, y }, { x: to.x, y }, to];
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 0.01;

function withoutStraight(points: readonly Point[]): Point[] {
  const corners: Point[] = [];
  for (const point of points) {
    const [before, last] = corners.slice(-2);
    const isOnLine =
      before !== undefined &&
      last !== undefined &&
      ((isSame(before.x, last.x) && isSame(last.x, point.x)) || (isSame(before.y, last.y) && isSame(last.y, point.y)));
    if (isOnLine) corners.pop();
    corners.push(point);
  }
  return corners;
}

/** A line through the corners, rounded at each of them, as an SVG path. */
export function pathThrough(corners: readonly Point[]): string {
  const [first, ...others] = corners;
  if (first === undefined) return '';
  const parts = [`M ${text(first)}`];
  let before = first;
  for (const [index, corner] of others.entries()) {
    const after = others[index + 1];
    if (after === undefined) parts.push(`L ${text(corner)}`);
    else {
      const radius = Math.min(ROUND, distance(before, corner) / 2, distance(corner, after) / 2);
      parts.push(
        `L ${text(towards(corner, before, radius))} Q ${text(corner)} ${text(towards(corner, after, radius))}`,
      );
    }
    before = corner;
  }
  return parts.join(' ');
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function towards(from: Point, to: Point, length: number): Point {
  const share = length / (distance(from, to) || 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

const round = (value: number): number => Math.round(value * 10) / 10;
const text = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** Colours of wires to parts without a colour, in the order in which they are given. */
const WIRE_COLOURS = ['green', 'blue', 'orange', 'purple', 'yellow', 'teal', 'pink'] as const;

/**
 * The colour of each wire. The wire of an LED has the LED's colour. All other wires of a pin have one colour, which
 * no LED has as long as there are enough.
 */
export function wireColours(wires: readonly Pick<DrawnWire, 'part' | 'pin'>[], parts: readonly Part[]): string[] {
  const colourOf = ({ part }: Pick<DrawnWire, 'part'>): string | null => {
    const found = parts[part];
    return found?.kind === 'led' ? (found.color ?? 'red') : null;
  };
  const lit = new Set(wires.map(colourOf));
  const free = WIRE_COLOURS.filter((colour) => !lit.has(colour));
  const choice = free.length === 0 ? WIRE_COLOURS : free;
  const pins = [...new Set(wires.flatMap((wire) => (colourOf(wire) === null ? [wire.pin] : [])))];
  return wires.map((wire) => colourOf(wire) ?? choice[pins.indexOf(wire.pin) % choice.length] ?? WIRE_COLOURS[0]);
}
