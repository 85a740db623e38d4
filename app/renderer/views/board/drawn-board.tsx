/**
 * The board as it looks, with the parts beside it and wired to its pins. It is loaded when a board
 * with a drawing is first shown.
 */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { PART_TYPES } from '../../../../generator/parts/kinds.ts';
import type { Board } from '../../../../generator/platform/board.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { useRoving } from '../../base/use-roving.ts';
import { usePin } from '../../state/run/pins.ts';
import { useIsLive } from '../../state/run/run.ts';
import { useSketch } from '../../state/sketch/document.ts';
import {
  type BoardScene,
  layOutScene,
  nearestSide,
  type PartNeeds,
  type Point,
  type Size,
  wirePath,
} from './board-scene.ts';
import { DrawnPart } from './drawn-part.tsx';
import { DrawnPins } from './drawn-pins.tsx';
import { ElementPicture } from './part-face.tsx';
import { isQuantity } from './part-state.ts';
import { BOARD_DRAWINGS, PICTURES, pinsOfElement, terminalPoint } from './pictures.ts';
import { useLineLights } from './use-line-lights.ts';

interface Props {
  readonly board: Board;
  readonly drawing: NonNullable<Board['picture']>;
}

export default function DrawnBoard({ board, drawing }: Props) {
  const parts = useSketch((sketch) => sketch.parts);
  const panel = useRef<HTMLDivElement>(null);
  const size = useSize(panel);
  const drawn = useRef<HTMLElement>(null);
  useRoving(drawn, { items: '.drawn-name' });
  const { tag, size: boardSize } = BOARD_DRAWINGS[drawing];
  const scene = layOutScene({ ...size, width: size.width - TOOLS_WIDTH }, boardSize, parts.map(needsOf));
  const pinPoint = (pin: string): Point | null => {
    const at = pinsOfElement(tag).get(pin);
    return at === undefined ? null : { x: scene.board.x + at.x * scene.scale, y: scene.board.y + at.y * scene.scale };
  };
  return (
    <div ref={panel} className="drawn-board" data-testid="drawn-board">
      <section ref={drawn} className="drawn-scene" aria-label="Board and parts" style={{ height: scene.height }}>
        <div
          className="drawn-uno"
          style={{ left: scene.board.x, top: scene.board.y, transform: `scale(${scene.scale})` }}
          role="img"
          aria-label={board.label}
        >
          <ElementPicture tag={tag} />
          <Lights drawing={drawing} />
        </div>
        <Wires scene={scene} parts={parts} boardSize={boardSize} pinPoint={pinPoint} tag={tag} />
        {parts.map((part, index) => {
          const place = scene.parts[index];
          return place === undefined ? null : <DrawnPart key={part.name} part={part} place={place} board={board} />;
        })}
        <DrawnPins board={board} parts={parts} scale={scene.scale} pinPoint={pinPoint} />
      </section>
    </div>
  );
}

/** Width of the buttons at the right edge of the panel. */
const TOOLS_WIDTH = 26;
/** Height of a part's name, and of what is below it. */
const NAME_HEIGHT = 18;
const SLIDER_HEIGHT = 20;
const SELECT_HEIGHT = 26;

function needsOf(part: Part): PartNeeds {
  const { size, zoom } = PICTURES[part.kind];
  const { control, terminals } = PART_TYPES[part.kind];
  const hasSlider = control !== null && isQuantity(control);
  const isLoose = terminals.some(({ id, unwired }) => unwired === null && part.pins[id] === undefined);
  const select = isLoose && Object.keys(part.pins).length < terminals.length ? SELECT_HEIGHT : 0;
  return {
    picture: { width: size.width * zoom, height: size.height * zoom },
    below: NAME_HEIGHT + (hasSlider ? SLIDER_HEIGHT : 0) + select,
    leastWidth: select > 0 ? 92 : hasSlider ? 78 : 50,
  };
}

function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 340, height: 180 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured;
      if (width > 0 && height > 0)
        setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

const WIRE_COLOURS = 7;

interface WiresProps {
  readonly scene: BoardScene;
  readonly parts: readonly Part[];
  readonly boardSize: Size;
  readonly tag: string;
  readonly pinPoint: (pin: string) => Point | null;
}

/** All wires. They are above the board and below the parts. */
function Wires({ scene, parts, boardSize, pinPoint, tag }: WiresProps) {
  let wire = 0;
  return (
    <svg className="drawn-wires" width="100%" height={scene.height} aria-hidden="true">
      {parts.flatMap((part, index) => {
        const place = scene.parts[index];
        const picture = PICTURES[part.kind];
        if (place === undefined) return [];
        return Object.entries(part.pins).flatMap(([terminal, pin]) => {
          const from = pinPoint(pin);
          const natural = pinsOfElement(tag).get(pin);
          if (from === null || natural === undefined) return [];
          const inPicture = terminalPoint(
            picture,
            PART_TYPES[part.kind].terminals.length === 1 ? soleTerminal(part) : terminal,
          );
          const scale = place.scale * picture.zoom;
          const to = { x: place.picture.x + inPicture.x * scale, y: place.picture.y + inPicture.y * scale };
          const path = wirePath(from, nearestSide(natural, boardSize), to, nearestSide(inPicture, picture.size));
          const colour = wire % WIRE_COLOURS;
          wire += 1;
          return [
            <path key={`${part.name} ${terminal} edge`} className="drawn-wire-edge" d={path} />,
            <path
              key={`${part.name} ${terminal}`}
              className="drawn-wire"
              data-wire={colour}
              data-testid={`wire-${part.name}-${pin}`}
              d={path}
            />,
          ];
        });
      })}
    </svg>
  );
}

const soleTerminal = ({ kind }: Part): string => PART_TYPES[kind].terminals[0]?.id ?? '';

/** The lights on the board: power, the LED on pin 13, and the serial line. */
function Lights({ drawing }: Pick<Props, 'drawing'>) {
  const { lights } = BOARD_DRAWINGS[drawing];
  const live = useIsLive();
  const duty = usePin('13')?.duty ?? 0;
  const { sends, receives } = useLineLights();
  const brightness = { ON: live ? 1 : 0, L: live ? duty : 0, TX: sends ? 1 : 0, RX: receives ? 1 : 0 };
  return (['ON', 'L', 'TX', 'RX'] as const).map((light) => (
    <span
      key={light}
      className="drawn-light"
      data-light={light}
      data-testid={`light-${light}`}
      data-lit={brightness[light] > 0}
      style={{ left: lights[light].x, top: lights[light].y, opacity: brightness[light] }}
    />
  ));
}
