/** Wiring that cannot work: pins that a board does not have, or that cannot do what a part needs. */
import type { Board } from '../platform/board.ts';
import type { Part, Sketch } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { PART_TYPES, terminalOf } from './kinds.ts';
import type { PinAbility } from './part-type.ts';
import { isAble } from './wire.ts';

export interface WiringProblem {
  readonly part: string;
  readonly terminal: string;
  /** A sentence for the user. */
  readonly message: string;
}

const ABILITIES: Readonly<Record<PinAbility, () => string>> = {
  'digital-output': () => tr`a digital pin`,
  'pwm-output': () => tr`a PWM pin that the runtime does not use`,
  'digital-input': () => tr`a digital pin`,
  'interrupt-input': () => tr`a digital pin`,
  'analog-input': () => tr`an analog pin`,
};

/** Terminals through which a part sets the level of the pin. */
const DRIVES: readonly PinAbility[] = ['digital-input', 'interrupt-input', 'analog-input'];

/** The problems of all parts, in the order of the file. A part that is not wired yet has none. */
export function wiringProblems({ parts }: Pick<Sketch, 'parts'>, board: Board): WiringProblem[] {
  const drivers = new Map<string, string>();
  return parts.flatMap((part) =>
    Object.entries(part.pins).flatMap(([id, pin]): WiringProblem[] => {
      const message = problemOf(part, id, pin, board, drivers);
      return message === null ? [] : [{ part: part.name, terminal: id, message }];
    }),
  );
}

function problemOf(part: Part, id: string, pin: string, board: Board, drivers: Map<string, string>): string | null {
  const terminal = terminalOf(part, id);
  if (terminal === undefined) {
    const ids = PART_TYPES[part.kind].terminals.map((one) => `"${one.id}"`).join(', ');
    return tr`Part "${part.name}" has no terminal "${id}". Its terminals are ${ids}.`;
  }
  const what = tr`Part "${part.name}", ${terminal.label.toLowerCase()}`;
  const found = board.pins.find(({ name }) => name === pin);
  if (found === undefined) return tr`${what}: ${board.label} has no pin ${pin}. Choose another pin.`;
  if (!isAble(found, terminal.needs)) {
    return found.taken === 'serial'
      ? tr`${what}: pin ${pin} is part of the serial line, which the telemetry uses. Choose another pin.`
      : tr`${what}: pin ${pin} does not work, because this needs ${ABILITIES[terminal.needs]()}.`;
  }
  if (!DRIVES.includes(terminal.needs)) return null;
  const other = drivers.get(pin);
  drivers.set(pin, part.name);
  return other === undefined || other === part.name
    ? null
    : tr`${what}: "${other}" already sets the level of pin ${pin}. Choose another pin.`;
}
