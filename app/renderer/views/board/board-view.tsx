/**
 * The board: drawn with its parts, which the user operates, or as a table of its pins. A virtual
 * board without pins has an outline.
 */
import { CircuitBoard, Expand, ListTree, Shrink, Volume2, VolumeX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { boardOf } from '../../../../generator/boards/index.ts';
import type { Board } from '../../../../generator/platform/board.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useLayout } from '../../state/window/layout.ts';
import { useSettings } from '../../state/window/settings.ts';
import { IconButton } from '../controls/button.tsx';
import { BoardTools } from './board-tools.tsx';
import { useIsDriven } from './part-state.ts';
import { PinRow } from './pin-row.tsx';
import { useBuzzerSound } from './sound.ts';
import './board.css';
import './drawn-parts.css';

/** The pictures are a large chunk, so the window paints before they are loaded. */
const DrawnBoard = lazy(() => import('./drawn-board.tsx'));

export function BoardView() {
  const boardId = useSketch((sketch) => sketch.board);
  const board = useSketch(boardOf);
  const parts = useSketch((sketch) => sketch.parts);
  const driven = useIsDriven();
  const [isTable, setIsTable] = useState(false);
  if (board === undefined) {
    return (
      <div className="empty">
        <CircuitBoard />
        <span>{tr`The board “${boardId}” is unknown.`}</span>
      </div>
    );
  }
  if (board.picture === undefined) return <Outline board={board} />;
  const tools = (
    <>
      <IconButton
        label={isTable ? tr`Show the drawing` : tr`Show the table of pins`}
        side="left"
        aria-pressed={isTable}
        onClick={() => setIsTable(!isTable)}
      >
        <ListTree />
      </IconButton>
      <AloneButton />
      {parts.some(({ kind }) => kind === 'buzzer') ? <SoundToggle /> : null}
    </>
  );
  return (
    <div className="board" data-live={driven}>
      {isTable ? (
        <>
          <PinTable board={board} driven={driven} />
          <BoardTools>{tools}</BoardTools>
        </>
      ) : (
        <Suspense fallback={<div className="empty">{tr`Loading the board…`}</div>}>
          <DrawnBoard board={board} drawing={board.picture} tools={tools} />
        </Suspense>
      )}
      {parts.length === 0 && !isTable ? (
        <p className="board-hint">{tr`Add an LED, a button or another part: it arrives wired to a free pin.`}</p>
      ) : null}
    </div>
  );
}

/** More room for many parts. */
function AloneButton() {
  const { showBoardAlone } = useSession().layout;
  const alone = useLayout(({ boardAlone }) => boardAlone);
  return (
    <IconButton
      label={alone ? tr`Show all panels` : tr`Show only the board`}
      side="left"
      aria-pressed={alone}
      onClick={() => showBoardAlone(!alone)}
    >
      {alone ? <Shrink /> : <Expand />}
    </IconButton>
  );
}

function SoundToggle() {
  const { changeSettings } = useSession().settings;
  const sound = useSettings(({ settings }) => settings.sound);
  const parts = useSketch((sketch) => sketch.parts);
  useBuzzerSound(parts, sound);
  return (
    <IconButton
      label={sound ? tr`Mute the buzzer` : tr`Let the buzzer sound`}
      side="left"
      aria-pressed={sound}
      onClick={() => changeSettings({ sound: !sound })}
    >
      {sound ? <Volume2 /> : <VolumeX />}
    </IconButton>
  );
}

/** All pins as a table, for reading levels and driving free inputs. */
function PinTable({ board, driven }: { readonly board: Board; readonly driven: boolean }) {
  const parts = useSketch((sketch) => sketch.parts);
  const partOf = (pin: string) => parts.find((part) => Object.values(part.pins).includes(pin)) ?? null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the pins
    <section className="board-pins" aria-label={tr`Pins of the ${board.label}`} tabIndex={0}>
      {board.pins.map((pin) => (
        <PinRow key={pin.name} pin={pin} part={partOf(pin.name)} live={driven} />
      ))}
    </section>
  );
}

const LEGS = [32, 41, 50, 59, 68];

/** A virtual board that parts cannot be wired to, for example this computer. */
function Outline({ board }: { readonly board: Board }) {
  return (
    <div className="board-outline">
      <svg viewBox="0 0 160 100" aria-hidden="true">
        <rect className="outline-board" x="8" y="10" width="144" height="80" rx="8" />
        <rect className="outline-chip" x="55" y="28" width="50" height="44" rx="3" />
        {LEGS.map((y) => (
          <path key={y} className="outline-leg" d={`M 45 ${y} H 55 M 105 ${y} H 115`} />
        ))}
      </svg>
      <p>
        <strong>{board.label}</strong>
        <span>
          {board.hasOtherPins
            ? tr`Polyloop has no drawing of this board. The code of the tasks uses its pins as printed on it. To draw parts, choose a board such as the Arduino Uno.`
            : tr`This virtual board has no pins for parts. Choose a board with pins, such as the Arduino Uno, to use parts.`}
        </span>
      </p>
    </div>
  );
}
