/**
 * The pins that the code of a sketch names: as a number or as A0, as a constant, or through an
 * object such as a Servo. Pins that the code computes are not found.
 */
import { blankLiterals } from '../cpp/tokens.ts';
import { allCode } from '../sketch/code/pieces.ts';
import type { Sketch } from '../sketch/model.ts';

export interface PinsInCode {
  /** Pins that the code drives. */
  readonly driven: ReadonlySet<string>;
  /** All pins that the code names. */
  readonly named: ReadonlySet<string>;
}

/** Arguments that are pins, by the function's name. */
const DRIVING: Readonly<Record<string, readonly number[]>> = {
  digitalWrite: [0],
  analogWrite: [0],
  tone: [0],
  noTone: [0],
  shiftOut: [0, 1],
};
const NAMING: Readonly<Record<string, readonly number[]>> = {
  ...DRIVING,
  pinMode: [0],
  digitalRead: [0],
  analogRead: [0],
  pulseIn: [0],
  pulseInLong: [0],
  shiftIn: [0, 1],
  digitalPinToInterrupt: [0],
};
/** Classes of Arduino's libraries. Their objects drive the pins in their constructor's arguments. */
const OBJECTS: Readonly<Record<string, (count: number) => readonly number[]>> = {
  LiquidCrystal: (count) => Array.from({ length: count }, (_, index) => index),
  Adafruit_NeoPixel: () => [1],
};

/** A call, and its arguments up to the first one that has parentheses itself. */
const CALL = /\b([A-Za-z_]\w*)\s*\((?=([^()]*))/g;
const ATTACH = /\b([A-Za-z_]\w*)\s*\.\s*attach\s*\(([^(),]*)/g;
const OBJECT = /\b(LiquidCrystal|Adafruit_NeoPixel)\s+([A-Za-z_]\w*)\s*\(([^()]*)\)/g;
const CONSTANT =
  /(?:#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+|\b(?:const|constexpr)\s+(?:(?:static|const|constexpr|unsigned|signed|int|char|byte|short|long|auto|u?int(?:8|16|32)_t)\s+)+([A-Za-z_]\w*)\s*(?:=|\{)\s*)([A-Za-z]?\d+)\b/g;

/** What the names of a sketch's code stand for. */
interface Names {
  readonly constants: ReadonlyMap<string, string>;
  /** The pins of objects, by the object's name. */
  readonly objects: ReadonlyMap<string, readonly string[]>;
}

/** Finds the pins in pieces of a sketch's code. The names of all code of the sketch count. */
export function pinsInCode(sketch: Sketch, codes: readonly string[]): PinsInCode {
  const names = namesOf(sketch);
  const [driven, named] = [new Set<string>(), new Set<string>()];
  for (const code of codes.map(blankLiterals)) {
    for (const [, name = '', given = ''] of code.matchAll(CALL)) {
      for (const pin of pinsAt(DRIVING[name], given, name, names)) driven.add(pin);
      for (const pin of pinsAt(NAMING[name], given, name, names)) named.add(pin);
    }
    for (const [name, pins] of names.objects) {
      if (!new RegExp(`\\b${name}\\s*\\.`).test(code)) continue;
      for (const pin of pins) driven.add(pin);
    }
  }
  for (const pin of driven) named.add(pin);
  return { driven, named };
}

function namesOf(sketch: Sketch): Names {
  const codes = allCode(sketch).map(blankLiterals);
  const constants = new Map<string, string>();
  for (const code of codes)
    for (const [, defined, declared, value = ''] of code.matchAll(CONSTANT))
      constants.set(defined ?? declared ?? '', value);
  const objects = new Map<string, readonly string[]>();
  for (const code of codes) {
    for (const [, name = '', given = ''] of code.matchAll(ATTACH)) {
      const pin = pinOf(given, constants);
      if (pin !== null) objects.set(name, [pin]);
    }
    for (const [, type = '', name = '', given = ''] of code.matchAll(OBJECT)) {
      const wanted = OBJECTS[type]?.(given.split(',').length);
      objects.set(name, pinsAt(wanted, given, type, { constants, objects }));
    }
  }
  return { constants, objects };
}

function pinsAt(wanted: readonly number[] | undefined, given: string, name: string, { constants }: Names): string[] {
  const values = given.split(',');
  return (wanted ?? []).flatMap((index) => {
    const pin = pinOf(values[index] ?? '', constants);
    // analogRead() takes the number of a channel too.
    return pin === null ? [] : [name === 'analogRead' && /^\d$/.test(pin) ? `A${pin}` : pin];
  });
}

/** The pin of an argument. Null when it is computed. */
function pinOf(given: string, constants: ReadonlyMap<string, string>): string | null {
  const word = given.trim();
  const value = constants.get(word) ?? word;
  return /^(?:\d+|A\d+)$/.test(value) ? value : null;
}
