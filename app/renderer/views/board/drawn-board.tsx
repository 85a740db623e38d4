/**
 * The board as it looks, with the parts beside it and wired to its pins. It is loaded when a board
 * with a drawing is first shown.
 */

import { Maximize, Minus, Plus } from 'lucide-react';
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Board } from '../../../../generator/platform/board.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useRoving } from '../../base/use-roving.ts';
import { usePin } from '../../state/run/pins.ts';
import { useIsLive } from '../../state/run/run.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { IconButton } from '../controls/button.tsx';
import { fitOf, layOutScene, type Point, type Size } from './board-scene.ts';
import { BoardTools } from './board-tools.tsx';
import { type DrawnWire, pathThrough, wireColours, wireScene } from './board-wires.ts';
import { DrawnPart } from './drawn-part.tsx';
import { DrawnPins } from './drawn-pins.tsx';
import { ElementPicture } from './part-face.tsx';
import { boardNeeds, nameHeight, partNeeds } from './part-needs.ts';
import { BOARD_DRAWINGS } from './pictures.ts';
import { useBoardView } from './use-board-view.ts';
import { useLineLights } from './use-line-lights.ts';
import { READABLE } from './zooming.ts';

interface Props {
  readonly board: Board;
  readonly drawing: NonNullable<Board['picture']>;
  /** More buttons beside those that zoom. */
  readonly tools: ReactNode;
}

export default function DrawnBoard({ board, drawing, tools }: Props) {
  const parts = useSketch((sketch) => sketch.parts);
  const panel = useRef<HTMLDivElement>(null);
  const size = useSize(panel);
  useRoving(panel, { items: '.drawn-name' });
  const { tag } = BOARD_DRAWINGS[drawing];
  const { scene, wires, pins, names } = useMemo(() => {
    const around = boardNeeds(
      drawing,
      board.pins.map(({ name }) => name),
    );
    const needsAt = (zoom: number) => parts.map((part) => partNeeds(part, zoom));
    // Names that are sized for a small drawing make it a little smaller.
    const zoom = Math.max(READABLE, fitOf(layOutScene(size, around, needsAt(1)), size) * 0.9);
    const needs = needsAt(zoom);
    const laidOut = layOutScene(size, around, needs);
    return { scene: laidOut, wires: wireScene(laidOut, around, needs), pins: around.pins, names: nameHeight(zoom) };
  }, [parts, size, board, drawing]);
  const { view, zoomIn, zoomOut, showAll, handlers } = useBoardView(panel, scene, size);
  const pinPoint = (pin: string): Point | null => {
    const at = pins.get(pin);
    return at === undefined ? null : { x: scene.board.x + at.x, y: scene.board.y + at.y };
  };
  return (
    <>
      <section
        ref={panel}
        className="drawn-board"
        data-testid="drawn-board"
        aria-label={tr`Board and parts`}
        tabIndex={-1}
        {...handlers}
      >
        <div
          className="drawn-scene"
          style={
            {
              width: scene.width,
              height: scene.height,
              transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`,
              '--board-zoom': view.zoom,
              '--name-height': `${names}px`,
            } as CSSProperties
          }
        >
          <div
            className="drawn-uno"
            style={{ left: scene.board.x, top: scene.board.y }}
            role="img"
            aria-label={board.label}
          >
            <ElementPicture tag={tag} />
            <Lights drawing={drawing} />
          </div>
          <Wires wires={wires} parts={parts} />
          {parts.map((part, index) => {
            const place = scene.parts[index];
            return place === undefined ? null : <DrawnPart key={part.name} part={part} place={place} board={board} />;
          })}
          <DrawnPins board={board} parts={parts} pinPoint={pinPoint} />
        </div>
        <Extent shown={-view.x} space={size.width} whole={scene.width * view.zoom} side="bottom" />
        <Extent shown={-view.y} space={size.height} whole={scene.height * view.zoom} side="right" />
      </section>
      <BoardTools>
        {tools}
        <IconButton label={tr`Enlarge the board`} side="left" onClick={zoomIn}>
          <Plus />
        </IconButton>
        <IconButton label={tr`Shrink the board`} side="left" onClick={zoomOut}>
          <Minus />
        </IconButton>
        <IconButton label={tr`Show the whole board`} side="left" onClick={showAll}>
          <Maximize />
        </IconButton>
      </BoardTools>
    </>
  );
}

/** A drawing that exceeds its panel by so little still shows all of its parts. Unit: px. */
const MARGIN = 12;

/** Which part of a drawing that is larger than its panel is shown. */
function Extent({ shown, space, whole, side }: ExtentProps) {
  if (whole <= space + MARGIN) return null;
  const from = Math.min(Math.max(0, shown / whole), 1);
  const length = Math.min(1 - from, (space + Math.min(0, shown)) / whole);
  const [start, extent] = [`${from * 100}%`, `${length * 100}%`];
  const style = side === 'bottom' ? { left: start, width: extent } : { top: start, height: extent };
  return <span className="board-extent" data-side={side} style={style} aria-hidden="true" />;
}

interface ExtentProps {
  /** Start of what is shown, from the start of the drawing. Unit: px of the panel, as for the others. */
  readonly shown: number;
  readonly space: number;
  readonly whole: number;
  readonly side: 'bottom' | 'right';
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

/** All wires. They are above the board and below the parts. */
function Wires({ wires, parts }: { readonly wires: readonly DrawnWire[]; readonly parts: readonly Part[] }) {
  const colours = wireColours(wires, parts);
  return (
    <svg className="drawn-wires" width="100%" height="100%" aria-hidden="true">
      {wires.flatMap(({ part, terminal, pin, corners }, index) => {
        const path = pathThrough(corners);
        const name = parts[part]?.name ?? '';
        return [
          <path key={`${name} ${terminal} edge`} className="drawn-wire-edge" d={path} />,
          <path
            key={`${name} ${terminal}`}
            className="drawn-wire"
            data-wire={colours[index]}
            data-testid={`wire-${name}-${pin}`}
            d={path}
          />,
        ];
      })}
    </svg>
  );
}

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
