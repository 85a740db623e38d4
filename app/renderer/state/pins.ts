/** The virtual board's pins as they are now, and what the window puts on them. */
import { create } from 'zustand';
import type { PinInput, PinState } from '../../contract/runs.ts';

interface PinsState {
  /** By the pin's name; empty while nothing runs. */
  readonly pins: ReadonlyMap<string, PinState>;
  /** What was put on a pin from the window; kept over a restart of the program. */
  readonly inputs: ReadonlyMap<string, PinInput>;
}

export const usePins = create<PinsState>(() => ({ pins: new Map(), inputs: new Map() }));

export const usePin = (name: string | null): PinState | undefined =>
  usePins(({ pins }) => (name === null ? undefined : pins.get(name)));

export function updatePins(changed: readonly PinState[]): void {
  if (changed.length === 0) return;
  usePins.setState(({ pins }) => {
    const next = new Map(pins);
    for (const pin of changed) next.set(pin.pin, pin);
    return { pins: next };
  });
}

export function clearPins(): void {
  usePins.setState({ pins: new Map() });
}

export function rememberInput(pin: string, input: PinInput): void {
  usePins.setState(({ inputs }) => ({ inputs: new Map(inputs).set(pin, input) }));
}
