/**
 * The current state of the virtual board's pins and parts, and the inputs that the user has set on
 * them.
 */
import { createStore } from 'zustand/vanilla';
import type { PartView } from '../../../../generator/parts/part-type.ts';
import type { PartState, PinInput, PinState } from '../../../contract/runs.ts';
import { storeHook } from '../session/use-session.ts';

interface PinsState {
  /** By the pin's name. Empty while nothing runs. */
  readonly pins: ReadonlyMap<string, PinState>;
  /**
   * Inputs that the user has set, by the pin's name. They are kept when the program is restarted.
   */
  readonly inputs: ReadonlyMap<string, PinInput>;
  /** What parts show, by the part's name. Empty while nothing runs. */
  readonly views: ReadonlyMap<string, PartView>;
  /** What the user has set on parts, by the part's name. It is kept when the program is restarted. */
  readonly values: ReadonlyMap<string, number>;
}

export type Pins = ReturnType<typeof createPins>;

export function createPins() {
  const store = createStore<PinsState>(() => ({
    pins: new Map(),
    inputs: new Map(),
    views: new Map(),
    values: new Map(),
  }));
  return {
    store,
    updatePins: (changed: readonly PinState[]): void => {
      if (changed.length === 0) return;
      store.setState(({ pins }) => {
        const next = new Map(pins);
        for (const pin of changed) next.set(pin.pin, pin);
        return { pins: next };
      });
    },
    updateViews: (changed: readonly PartState[]): void => {
      const entries = changed.map(({ part, view }) => [part, view] as const);
      store.setState(({ views }) => ({ views: new Map([...views, ...entries]) }));
    },
    clearPins: (): void => store.setState({ pins: new Map(), views: new Map() }),
    rememberInput: (pin: string, input: PinInput): void =>
      store.setState(({ inputs }) => ({ inputs: new Map(inputs).set(pin, input) })),
    rememberValue: (part: string, value: number): void =>
      store.setState(({ values }) => ({ values: new Map(values).set(part, value) })),
  };
}

export const usePins = storeHook(({ pins }) => pins.store);

export const usePin = (name: string | null): PinState | undefined =>
  usePins(({ pins }) => (name === null ? undefined : pins.get(name)));
