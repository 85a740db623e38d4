/** What the drawing of the board needs to know of the board's and the parts' pictures. */
import { PART_TYPES } from '../../../../generator/parts/kinds.ts';
import type { BoardPicture } from '../../../../generator/platform/board.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { type BoardNeeds, nearestSide, type PartNeeds } from './board-scene.ts';
import { isQuantity } from './part-state.ts';
import { BOARD_DRAWINGS, PICTURES, pinsOfElement, terminalPoint } from './pictures.ts';

/** Heights of a part's name, of its slider, and of the list that wires it. */
const NAME_HEIGHT = 18;
const SLIDER_HEIGHT = 18;
const LIST_HEIGHT = 24;

/** @param pins the names of the pins that parts can be wired to */
export function boardNeeds(drawing: BoardPicture, pins: readonly string[]): BoardNeeds {
  const { tag, size } = BOARD_DRAWINGS[drawing];
  const points = pinsOfElement(tag);
  const isWired = new Set(pins);
  return { ...size, pins: new Map([...points].filter(([name]) => isWired.has(name))) };
}

/** Space for a name. A long one is cut. */
const nameWidth = (name: string): number => Math.min(100, Math.max(50, 10 + 7 * name.length));

export function partNeeds(part: Part): PartNeeds {
  const picture = PICTURES[part.kind];
  const { size, zoom } = picture;
  const { control, terminals } = PART_TYPES[part.kind];
  const hasSlider = control !== null && isQuantity(control);
  const isLoose = terminals.some(({ id, unwired }) => unwired === null && part.pins[id] === undefined);
  const hasList = isLoose && Object.keys(part.pins).length < terminals.length;
  return {
    picture: { width: size.width * zoom, height: size.height * zoom },
    above: NAME_HEIGHT + (hasSlider ? SLIDER_HEIGHT : 0) + (hasList ? LIST_HEIGHT : 0),
    leastWidth: Math.max(hasList ? 92 : hasSlider ? 78 : 0, nameWidth(part.name)),
    terminals: Object.entries(part.pins).map(([id, pin]) => {
      // The one terminal of a part has more than one name.
      const point = terminalPoint(picture, terminals.length === 1 ? (terminals[0]?.id ?? '') : id);
      const side = picture.side ?? nearestSide(point, size);
      return { id, pin, side, x: point.x * zoom, y: point.y * zoom };
    }),
  };
}
