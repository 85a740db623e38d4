/** How the pointer and the keys press a button and turn a knob, on the board and on the canvas. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { PartInput } from './part-state.ts';

const isPressKey = (key: string): boolean => key === ' ' || key === 'Enter';

/** Handlers of an element that is pressed while the pointer or a key holds it. */
export function pressHandlers({ value, set }: PartInput) {
  const press = (down: boolean) => {
    if (down !== value > 0) set(down ? 1 : 0);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      press(true);
    },
    onPointerUp: () => press(false),
    onPointerCancel: () => press(false),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
      isPressKey(event.key) && !event.repeat ? press(true) : undefined,
    onKeyUp: (event: KeyboardEvent<HTMLElement>) => (isPressKey(event.key) ? press(false) : undefined),
    onBlur: () => press(false),
  };
}

/** A potentiometer turns by 270°, and its lowest position is at the lower left. */
const TURN = { fromDegrees: -135, degrees: 270 };
/** A larger step is a jump over the gap at the bottom, from one end to the other. */
const MOST_STEP_PERCENT = 60;

/** The angle of a knob that is turned to this percentage. 0°: upwards. */
export const angleOf = (percent: number): number => TURN.fromDegrees + (percent / 100) * TURN.degrees;

/** The percentage at which a knob points in a direction, with y downwards. */
export function percentAt(dx: number, dy: number): number {
  const degrees = (Math.atan2(dx, -dy) * 180) / Math.PI;
  const share = Math.min(1, Math.max(0, (degrees - TURN.fromDegrees) / TURN.degrees));
  return Math.round(share * 1000) / 10;
}

/**
 * Handlers of a knob that points to the pointer.
 *
 * @param centre height of the knob's centre, as a share of the height of the element
 */
export function useTurn({ value, set }: PartInput, centre: number) {
  const [turning, setTurning] = useState(false);
  const latest = useRef(value);
  latest.current = value;
  const turnTo = (event: PointerEvent<HTMLElement>, isFirst: boolean) => {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = percentAt(
      event.clientX - (box.left + box.width / 2),
      event.clientY - (box.top + box.height * centre),
    );
    if (isFirst || Math.abs(percent - latest.current) < MOST_STEP_PERCENT) set(percent);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      setTurning(true);
      turnTo(event, true);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => (turning ? turnTo(event, false) : undefined),
    onPointerUp: () => setTurning(false),
    onPointerCancel: () => setTurning(false),
  };
}
