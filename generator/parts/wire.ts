/** Wires a new part to free pins of the board. */
import type { Board, BoardPin } from '../platform/board.ts';
import { allCode } from '../sketch/code/pieces.ts';
import type { PartKind, Sketch } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { PART_TYPES } from './kinds.ts';
import type { PinAbility, Terminal } from './part-type.ts';
import { pinsInCode } from './pins-in-code.ts';

export type Wiring =
  | { readonly ok: true; readonly pins: Readonly<Record<string, string>> }
  /** `reason` is a sentence for the user. */
  | { readonly ok: false; readonly reason: string };

/**
 * The pins of a new part: one for each terminal that must be wired. A pin is free if no part and no
 * interrupt uses it and the runtime does not need it. A pin that code names is used only when no
 * other pin is left. A part that raises interrupts takes the pin of an interrupt that has no part
 * yet.
 */
export function wirePart(sketch: Sketch, board: Board, kind: PartKind): Wiring {
  const { label, terminals } = PART_TYPES[kind];
  if (board.pins.length === 0) {
    return { ok: false, reason: tr`${board.label} has no pins for parts. Choose a board with pins.` };
  }
  const wired = new Set(sketch.parts.flatMap(({ pins }) => Object.values(pins)));
  const interrupts = new Set(sketch.interrupts.flatMap(({ pin }) => pin ?? []));
  const { named } = pinsInCode(sketch, allCode(sketch));
  const pins: Record<string, string> = {};
  for (const terminal of terminals) {
    if (terminal.unwired !== null) continue;
    const able = board.pins.filter((pin) => isAble(pin, terminal.needs) && !wired.has(pin.name));
    const waiting = able.find(({ name }) => terminal.needs === 'interrupt-input' && interrupts.has(name));
    const free = able.filter(({ name }) => !interrupts.has(name));
    const unnamed = free.filter(({ name }) => !named.has(name));
    const pin = waiting ?? best(unnamed, terminal.needs) ?? best(free, terminal.needs);
    if (pin === undefined) return { ok: false, reason: refusal(board, label, terminal, terminals.length) };
    pins[terminal.id] = pin.name;
    wired.add(pin.name);
  }
  return { ok: true, pins };
}

/** A name for a new part that no part has yet: "Button", then "Button 2". */
export function newPartName(sketch: Sketch, kind: PartKind): string {
  const first = PART_TYPES[kind].name;
  const taken = new Set(sketch.parts.map(({ name }) => name));
  if (!taken.has(first)) return first;
  for (let number = 2; ; number++) if (!taken.has(`${first} ${number}`)) return `${first} ${number}`;
}

/** Whether the pin can do what a terminal needs, and the runtime leaves it to the program. */
export function isAble(pin: BoardPin, needs: PinAbility): boolean {
  if (pin.taken === 'serial') return false;
  if (needs === 'analog-input') return pin.analogIn;
  if (needs === 'pwm-output') return pin.pwm && pin.taken !== 'release-timer';
  return pin.digital;
}

/** Returns the usable pin with the least valuable further abilities. See `worth`. */
function best(pins: readonly BoardPin[], needs: PinAbility): BoardPin | undefined {
  return pins.toSorted((a, b) => worth(a, needs) - worth(b, needs) || order(pins, a, b, needs))[0];
}

/** The worth of the abilities of a pin that a terminal does not need. */
function worth(pin: BoardPin, needs: PinAbility): number {
  const external = pin.interruptModes.includes('low');
  if (needs === 'interrupt-input' && external) return -1;
  const usablePwm = pin.pwm && pin.taken !== 'release-timer' && needs !== 'pwm-output';
  return (external ? 4 : 0) + (usablePwm ? 2 : 0) + (pin.analogIn && needs !== 'analog-input' ? 3 : 0);
}

/** Outputs count down from the last pin, which often has the board's own LED. Inputs count up. */
function order(pins: readonly BoardPin[], a: BoardPin, b: BoardPin, needs: PinAbility): number {
  const difference = pins.indexOf(a) - pins.indexOf(b);
  return needs === 'digital-output' ? -difference : difference;
}

function refusal({ label }: Board, part: string, terminal: Terminal, terminals: number): string {
  const way = tr`Remove a part, or wire this one by hand.`;
  return `${terminals > 1 ? noPinFor(terminal, part, label) : noPin(terminal, part, label)} ${way}`;
}

function noPin({ needs }: Terminal, part: string, board: string): string {
  if (needs === 'pwm-output') return tr`${part}: ${board} has no free PWM pin left.`;
  if (needs === 'analog-input') return tr`${part}: ${board} has no free analog pin left.`;
  return tr`${part}: ${board} has no free pin left.`;
}

function noPinFor({ needs, label }: Terminal, part: string, board: string): string {
  if (needs === 'pwm-output') return tr`${part}: ${board} has no free PWM pin left for its terminal ${label}.`;
  if (needs === 'analog-input') return tr`${part}: ${board} has no free analog pin left for its terminal ${label}.`;
  return tr`${part}: ${board} has no free pin left for its terminal ${label}.`;
}
