/**
 * Where the drawn board and its parts are in the panel, and the paths of the wires between them.
 * Pure functions. All lengths are CSS pixels.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a part needs: its picture at natural size, and the space below it. */
export interface PartNeeds {
  readonly picture: Size;
  /** Height of the name and of the controls below the picture. They are not scaled. */
  readonly below: number;
  /** Least width of the name and of the controls. */
  readonly leastWidth: number;
}

export interface PartPlace extends Point {
  /** Width of the part's cell. The picture is in its centre. */
  readonly width: number;
  /** Top left corner of the picture in the panel. */
  readonly picture: Point;
  /** Scale of the picture. */
  readonly scale: number;
}

export interface BoardScene {
  readonly board: Point;
  /** Scale of the board's picture. */
  readonly scale: number;
  readonly parts: readonly PartPlace[];
  /** Height of everything. It is more than the height of the panel when the panel scrolls. */
  readonly height: number;
}

const PADDING = 10;
/** Space above the board, for the arcs of wires. */
const ABOVE = 16;
const GAP = 8;
/** Space between the board and the parts beside it. */
const GUTTER = 18;
const MOST_SCALE = 1.25;
const LEAST_SCALE = 0.55;
const SCALE_STEP = 0.05;
/** Parts do not become smaller than this, so that they stay operable. */
const LEAST_PART_SCALE = 0.72;

/** Returns the largest scene that fits the panel, or the smallest one, which then scrolls. */
export function layOutScene(panel: Size, board: Size, parts: readonly PartNeeds[]): BoardScene {
  const steps = Math.round((MOST_SCALE - LEAST_SCALE) / SCALE_STEP);
  for (let step = 0; step < steps; step += 1) {
    const scene = sceneAt(MOST_SCALE - step * SCALE_STEP, panel.width, board, parts);
    if (scene.height <= panel.height && isInside(scene, panel.width, board)) return scene;
  }
  return sceneAt(LEAST_SCALE, panel.width, board, parts);
}

function isInside({ parts, scale, board }: BoardScene, width: number, size: Size): boolean {
  const right = parts.reduce((most, part) => Math.max(most, part.x + part.width), board.x + size.width * scale);
  return right <= width - PADDING + 1;
}

/** Fills rows with parts: beside the board first, and then over the whole width below it. */
function sceneAt(scale: number, width: number, board: Size, parts: readonly PartNeeds[]): BoardScene {
  const origin = { x: PADDING, y: ABOVE };
  const bottom = origin.y + board.height * scale;
  const beside = origin.x + board.width * scale + GUTTER;
  const partScale = Math.max(scale, LEAST_PART_SCALE);
  const places: PartPlace[] = [];
  let top = PADDING;
  let x = beside;
  let rowHeight = 0;
  const nextRow = () => {
    top += rowHeight + GAP;
    rowHeight = 0;
    if (top + GAP > bottom) x = PADDING;
    else x = beside;
  };
  for (const { picture, below, leastWidth } of parts) {
    const cell = Math.max(leastWidth, picture.width * partScale);
    const right = width - PADDING;
    if (rowHeight > 0 && x + cell > right) nextRow();
    if (x > PADDING && x + cell > right) {
      // The part is wider than the space beside the board.
      top = Math.max(top, bottom + GAP);
      x = PADDING;
    }
    places.push({
      x,
      y: top,
      width: cell,
      picture: { x: x + (cell - picture.width * partScale) / 2, y: top },
      scale: partScale,
    });
    rowHeight = Math.max(rowHeight, picture.height * partScale + below);
    x += cell + GAP;
  }
  return { board: origin, scale, parts: places, height: Math.max(bottom, top + rowHeight) + PADDING };
}

/** The direction in which a wire leaves a pin or a terminal. */
export type Side = 'top' | 'bottom' | 'left' | 'right';

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

const DIRECTIONS: Readonly<Record<Side, Point>> = {
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};
/** How far a wire goes straight before it bends, and how much further for a long wire. */
const REACH = { least: 10, most: 46, share: 0.3 };

/** Returns the path of a wire, as an SVG path. */
export function wirePath(from: Point, fromSide: Side, to: Point, toSide: Side): string {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const reach = Math.min(REACH.most, REACH.least + distance * REACH.share);
  const control = (point: Point, side: Side) =>
    `${round(point.x + DIRECTIONS[side].x * reach)} ${round(point.y + DIRECTIONS[side].y * reach)}`;
  const ends = [from, to].map(({ x, y }) => `${round(x)} ${round(y)}`);
  return `M ${ends[0]} C ${control(from, fromSide)} ${control(to, toSide)} ${ends[1]}`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
