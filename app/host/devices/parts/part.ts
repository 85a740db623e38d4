/** What the emulation of a part sees of the board, and what the board sees of the part. */
import { pinOf } from '../../../../generator/parts/kinds.ts';
import type { PartView } from '../../../../generator/parts/part-type.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import type { PinInput } from '../device.ts';

/** A pin at one moment. */
export interface PinSignal {
  readonly level: 0 | 1;
  /** Whether the program drives the pin. Otherwise the level comes from outside or a pull-up. */
  readonly output: boolean;
}

/** Called after the level or the direction of a pin has changed. */
export type PinWatcher = (signal: PinSignal, cycle: number) => void;

/** The board that parts are wired to. Times are in cycles of its clock, since power-up. */
export interface PartBoard {
  readonly clockHz: number;
  readonly supplyMillivolts: number;
  readonly cycles: number;
  hasPin(pin: string): boolean;
  pinSignal(pin: string): PinSignal;
  /** Returns a function that ends the watch. */
  watchPin(pin: string, watcher: PinWatcher): () => void;
  setPin(pin: string, input: PinInput): void;
  /** Calls `action` as soon as the cycle is reached. Returns a function that cancels this. */
  at(cycle: number, action: () => void): () => void;
}

/** An emulated part. `setValue` receives values of its control, `view` says what it shows. */
export interface EmulatedPart {
  setValue?(value: number): void;
  view?(): PartView;
}

/** Makes the emulation of a part with the present value of its control. */
export type MakePart = (part: Part, wires: Wires, value: number) => EmulatedPart;

const UNCONNECTED: PinSignal = { level: 0, output: false };

/**
 * The wires of one part to the board, by the names of its terminals. A terminal that is not wired
 * does nothing and reads as an undriven low level.
 */
export class Wires {
  readonly #part: Part;
  readonly #board: PartBoard;
  readonly #ends: (() => void)[] = [];
  #cancelNext = () => {};

  constructor(part: Part, board: PartBoard) {
    this.#part = part;
    this.#board = board;
  }

  get clockHz(): number {
    return this.#board.clockHz;
  }

  get supplyMillivolts(): number {
    return this.#board.supplyMillivolts;
  }

  get cycles(): number {
    return this.#board.cycles;
  }

  /** Converts a time to cycles, not rounded. */
  cyclesOf(us: number): number {
    return (us * this.#board.clockHz) / 1e6;
  }

  isWired(terminal: string): boolean {
    return this.#pin(terminal) !== null;
  }

  signal(terminal: string): PinSignal {
    const pin = this.#pin(terminal);
    return pin === null ? UNCONNECTED : this.#board.pinSignal(pin);
  }

  /** Calls the watcher with the present signal, and then after each change. */
  watch(terminal: string, watcher: PinWatcher): void {
    const pin = this.#pin(terminal);
    if (pin === null) return;
    watcher(this.#board.pinSignal(pin), this.#board.cycles);
    this.#ends.push(this.#board.watchPin(pin, watcher));
  }

  drive(terminal: string, input: PinInput): void {
    const pin = this.#pin(terminal);
    if (pin !== null) this.#board.setPin(pin, input);
  }

  driveLevel(terminal: string, level: 0 | 1): void {
    this.drive(terminal, { kind: 'digital', level });
  }

  /** Schedules the part's next action and replaces an earlier one. */
  next(cycle: number, action: () => void): void {
    this.#cancelNext();
    this.#cancelNext = this.#board.at(Math.round(cycle), action);
  }

  /** Removes the part from the board. Pins that it has driven float again. */
  disconnect(drivenTerminals: readonly string[]): void {
    this.#cancelNext();
    for (const end of this.#ends.splice(0)) end();
    for (const terminal of drivenTerminals) this.drive(terminal, { kind: 'floating' });
  }

  #pin(terminal: string): string | null {
    const pin = pinOf(this.#part, terminal);
    return pin !== undefined && this.#board.hasPin(pin) ? pin : null;
  }
}
