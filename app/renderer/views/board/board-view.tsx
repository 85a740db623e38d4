/**
 * The virtual board: the current state of its pins, and the parts that are connected to them, for
 * the user to operate.
 */
import { CircuitBoard } from 'lucide-react';
import { boardById } from '../../../../generator/boards/index.ts';
import { isLivePhase, useRun } from '../../state/run/run.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { PartPanel } from './part-panel.tsx';
import { PinRow } from './pin-row.tsx';
import './board.css';

export function BoardView() {
  const boardId = useSketch((sketch) => sketch.board);
  const parts = useSketch((sketch) => sketch.parts);
  const live = useRun(({ phase, features }) => isLivePhase(phase) && features?.pins === true);
  const board = boardById(boardId);
  if (board === undefined) {
    return (
      <div className="empty">
        <CircuitBoard />
        <span>The board “{boardId}” is unknown.</span>
      </div>
    );
  }
  const partOf = (pin: string) => parts.find((part) => Object.values(part.pins).includes(pin)) ?? null;
  return (
    <div className="board" data-live={live}>
      <section className="board-parts" aria-label="Parts">
        {parts.map((part) => (
          <PartPanel key={part.name} part={part} live={live} />
        ))}
        {parts.length === 0 ? (
          <p className="group-note">
            {board.pins.length > 0
              ? 'Add an LED, a button or a potentiometer from the rail, and wire it to a pin.'
              : `${board.label} has no pins for parts. Choose a board with pins to use parts.`}
          </p>
        ) : null}
      </section>
      <section className="board-pins" aria-label={`Pins of the ${board.label}`}>
        {board.pins.map((pin) => (
          <PinRow key={pin.name} pin={pin} part={partOf(pin.name)} live={live} />
        ))}
      </section>
    </div>
  );
}
