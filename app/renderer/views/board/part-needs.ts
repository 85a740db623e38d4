/** Data about the pictures of the board and the parts for the drawing. */
import { PART_TYPES } from '../../../../generator/parts/kinds.ts';
import type { BoardPicture } from '../../../../generator/platform/board.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { type BoardNeeds, nearestSide, type PartNeeds } from './board-scene.ts';
import { isQuantity } from './part-state.ts';
import { BOARD_DRAWINGS, PICTURES, pinsOfElement, terminalPoint } from './pictures.ts';

/** Height of the line of a name on the screen, and the mean width of a letter. */
const NAME_LINE = 13;
const LETTER = 6.8;
/** Heights of a part's name, of its slider, and of the list that wires it. */
const LEAST_NAME_HEIGHT = 18;
const SLIDER_HEIGHT = 18;
const LIST_HEIGHT = 24;

/** @param pins the names of the pins that parts can be wired to */
export function boardNeeds(drawing: BoardPicture, pins: readonly string[]): BoardNeeds {
  const { tag, size } = BOARD_DRAWINGS[drawing];
  const points = pinsOfElement(tag);
  const isWired = new Set(pins);
  return { ...size, pins: new Map([...points].filter(([name]) => isWired.has(name))) };
}

/** Height of a name on a drawing with this zoom. The letters keep their size on the screen. */
export const nameHeight = (zoom: number): number => Math.max(LEAST_NAME_HEIGHT, NAME_LINE / zoom);

/** A longer name is cut. Most names of new parts, such as “Slide switch”, are not longer. */
const LONGEST_NAME = 12;

/** Space for a name. */
const nameWidth = (name: string, zoom: number): number => {
  const letter = Math.max(7, LETTER / zoom);
  return Math.max(50, 10 + letter * Math.min(LONGEST_NAME, name.length));
};

/** @param drawnAt the zoom of the drawing for which its names are sized */
export function partNeeds(part: Part, drawnAt: number): PartNeeds {
  const picture = PICTURES[part.kind];
  const { size, zoom } = picture;
  const { control, terminals } = PART_TYPES[part.kind];
  const hasSlider = control !== null && isQuantity(control);
  const isLoose = terminals.some(({ id, unwired }) => unwired === null && part.pins[id] === undefined);
  const hasList = isLoose && Object.keys(part.pins).length < terminals.length;
  return {
    picture: { width: size.width * zoom, height: size.height * zoom },
    above: nameHeight(drawnAt) + (hasSlider ? SLIDER_HEIGHT : 0) + (hasList ? LIST_HEIGHT : 0),
    leastWidth: Math.max(hasList ? 92 : hasSlider ? 78 : 0, nameWidth(part.name, drawnAt)),
    terminals: Object.entries(part.pins).map(([id, pin]) => {
      // The one terminal of a part has more than one name.
      const point = terminalPoint(picture, terminals.length === 1 ? (terminals[0]?.id ?? '') : id);
      const side = picture.side ?? nearestSide(point, size);
      return { id, pin, side, x: point.x * zoom, y: point.y * zoom };
    }),
  };
}
