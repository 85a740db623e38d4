/**
 * What the user operates: a button, a switch and a knob. The board and the canvas draw the same
 * controls with their own pictures.
 */

import type { ReactNode } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { pressHandlers, useTurn } from './gestures.ts';
import { type PartInput, useIsDriven, voltageOf } from './part-state.ts';

interface Props {
  readonly name: string;
  readonly input: PartInput;
  readonly className: string;
  /** The picture. */
  readonly children: ReactNode;
}

/** A button can only be pressed while a program reads its pin. */
export function PressControl({ name, input, className, children }: Props) {
  const driven = useIsDriven();
  return (
    <button
      type="button"
      className={className}
      aria-pressed={input.value > 0}
      aria-label={tr`Press ${name}`}
      disabled={!driven}
      title={driven ? undefined : tr`Run the program to press ${name}.`}
      {...pressHandlers(input)}
    >
      {children}
    </button>
  );
}

export function SwitchControl({ name, input, className, children }: Props) {
  const on = input.value > 0;
  return (
    <button
      type="button"
      role="switch"
      className={className}
      aria-checked={on}
      aria-label={tr`Switch ${name}`}
      onClick={() => input.set(on ? 0 : 1)}
    >
      {children}
    </button>
  );
}

/** `centre`: height of the knob's centre, as a share of the height of the picture. */
export function TurnControl({ name, input, className, centre, children }: Props & { readonly centre: number }) {
  return (
    <span className={className} {...useTurn(input, centre)}>
      {children}
      <input
        type="range"
        className="part-range-hidden"
        aria-label={tr`Turn ${name}`}
        aria-valuetext={voltageOf(input.value)}
        min={0}
        max={100}
        step={0.1}
        value={input.value}
        onChange={(event) => input.set(Number(event.target.value))}
      />
    </span>
  );
}
