/**
 * The pins of the drawn board: their level, their names on hover and focus, and a click that drives
 * a free input. All pins are one stop of the Tab key. The arrow keys go from pin to pin.
 */

import { type KeyboardEvent, useState } from 'react';
import type { Board, BoardPin } from '../../../../generator/platform/board.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatPercent } from '../../base/format.ts';
import { usePin, usePins } from '../../state/run/pins.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { Point } from './board-scene.ts';
import { useIsDriven } from './part-state.ts';

interface Props {
  readonly board: Board;
  readonly parts: readonly Part[];
  readonly pinPoint: (pin: string) => Point | null;
}

/** Distance of two neighbouring pins on the drawing, without zoom. */
const PITCH = 9.5;

export function DrawnPins({ board, parts, pinPoint }: Props) {
  const [current, setCurrent] = useState(board.pins.at(-1)?.name ?? '');
  const pins = board.pins.flatMap((pin) => {
    const at = pinPoint(pin.name);
    return at === null ? [] : [{ pin, at }];
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const index = pins.findIndex(({ pin }) => pin.name === current);
    const edge = { Home: 0, End: pins.length - 1 }[event.key];
    const next = edge ?? (step === undefined ? undefined : (index + step + pins.length) % pins.length);
    const target = next === undefined ? undefined : pins[next];
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target.pin.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-pin="${target.pin.name}"]`)?.focus();
  };
  return (
    <div className="drawn-pins" role="toolbar" aria-label={tr`Pins of the ${board.label}`} onKeyDown={onKeyDown}>
      {pins.map(({ pin, at }) => (
        <DrawnPin
          key={pin.name}
          pin={pin}
          at={at}
          part={parts.find((part) => Object.values(part.pins).includes(pin.name)) ?? null}
          isTabStop={pin.name === current}
          onFocus={() => setCurrent(pin.name)}
        />
      ))}
    </div>
  );
}

interface PinProps {
  readonly pin: BoardPin;
  readonly at: Point;
  readonly part: Part | null;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
}

function DrawnPin({ pin, at, part, isTabStop, onFocus }: PinProps) {
  const { run, selection } = useSession();
  const driven = useIsDriven();
  const state = usePin(pin.name);
  const input = usePins(({ inputs }) => inputs.get(pin.name));
  const [pointed, setPointed] = useState(false);
  const level = levelWords(state?.duty);
  const isFree = part === null && driven && state?.direction !== 'out' && pin.taken !== 'serial';
  const high = input?.kind === 'digital' && input.level === 1;
  const label = [
    tr`Pin ${pin.name}`,
    ...(pin.pwm ? ['PWM'] : []),
    ...(state === undefined ? [] : [state.direction === 'out' ? tr`output ${level}` : tr`input ${level}`]),
    ...(part === null ? [] : [part.name]),
    ...(pin.taken === 'serial' ? [tr`serial line`] : []),
  ].join(', ');
  const act = () => {
    if (part !== null) selection.select([{ kind: 'parts', name: part.name }]);
    else if (isFree) run.setPin(pin.name, { kind: 'digital', level: high ? 0 : 1 });
  };
  return (
    <>
      <button
        type="button"
        className="drawn-pin"
        data-pin={pin.name}
        data-testid={`drawn-pin-${pin.name}`}
        data-direction={state?.direction ?? 'none'}
        style={
          { left: at.x, top: at.y, width: PITCH, height: PITCH + 3, '--level': state?.duty ?? 0 } as React.CSSProperties
        }
        tabIndex={isTabStop ? 0 : -1}
        aria-label={isFree ? (high ? tr`${label}. Drive low` : tr`${label}. Drive high`) : label}
        aria-pressed={isFree ? high : undefined}
        onClick={act}
        onFocus={() => {
          onFocus();
          setPointed(true);
        }}
        onBlur={() => setPointed(false)}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
      />
      {pointed ? (
        <output className="drawn-pin-tip" style={{ left: at.x, top: at.y }}>
          {label}
          {isFree ? ` · ${high ? tr`click to drive low` : tr`click to drive high`}` : ''}
        </output>
      ) : null}
    </>
  );
}

function levelWords(duty: number | undefined): string {
  if (duty === undefined) return tr`not known`;
  return duty > 0 && duty < 1 ? formatPercent(duty) : duty === 1 ? tr`high` : tr`low`;
}
