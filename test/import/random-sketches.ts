/**
 * Random Arduino sketches as people write them, each with what an import must make of its pieces. Every piece has a pin,
 * which it toggles and names on the serial line.
 */
import type { Random } from '../random.ts';

/** What an import makes of a piece. */
export type Expected =
  /** `slackMs`: how much longer the original waits between two runs, at most. */
  | { readonly as: 'task'; readonly periodUs: number; readonly slackMs: number }
  /** The code stays, and a note names the line of `// check PIN`. */
  | { readonly as: 'note'; readonly kind: 'kept' | 'changed'; readonly words: RegExp }
  | { readonly as: 'interrupt' }
  /** The code stays in `loop()`, and there is nothing to say about it. */
  | { readonly as: 'rest' };

interface Piece {
  readonly pin: number;
  readonly declarations: string;
  readonly functions?: string;
  readonly setup?: string;
  readonly loop: string;
  readonly expected: Expected;
  /** Other code waits for it, so that times cannot be compared. */
  readonly blocks?: boolean;
  /** It looks at the time only so often. Unit: ms. */
  readonly coarseMs?: number;
  /** The original does something else than what was meant. */
  readonly differs?: boolean;
}

/**
 * - `clock`: everything is checked against the time, and nothing waits.
 * - `delay`: `loop()` waits in some places.
 * - `mixed`: both. A check of the time is late by a delay in the original.
 * - `blocking`: code that an import leaves as it is waits, too.
 */
export const KINDS = ['clock', 'delay', 'mixed', 'blocking'] as const;
export type Kind = (typeof KINDS)[number];

export interface RandomSketch {
  readonly kind: Kind;
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** The longest time that one pass of `loop()` waits. */
  readonly waitsMs: number;
}

/** The outside sends pulses to this pin. */
export const PULSE_PIN = '2';
const PINS = [4, 5, 6, 7, 8, 9];
const PERIODS_MS = [50, 70, 100, 130, 250, 330];

/** Toggles the pin and prints its name, in place or in a function. */
function actionOf(random: Random, pin: number): { readonly call: string; readonly functions: string } {
  const code = `digitalWrite(${pin}, !digitalRead(${pin})); Serial.println("p${pin}");`;
  return random.chance(0.5)
    ? { call: `step${pin}();`, functions: `void step${pin}() { ${code} }` }
    : { call: code, functions: '' };
}

type Make = (random: Random, pin: number, ms: number, act: string) => Omit<Piece, 'pin'>;

const task = (ms: number, slackMs = 0.1): Expected => ({ as: 'task', periodUs: ms * 1000, slackMs });
const kept = (words: RegExp): Expected => ({ as: 'note', kind: 'kept', words });
const last = (pin: number) => `unsigned long last${pin};`;

/** Blocks that become tasks. */
const GUARDS: readonly Make[] = [
  (random, pin, ms, act) => {
    const [strict, adds] = [random.chance(0.3), random.chance(0.5)];
    const reset = adds ? `last${pin} += ${ms};` : `last${pin} = millis();`;
    const body = random.chance(0.5) ? `${reset} ${act}` : `${act} ${reset}`;
    return {
      declarations: last(pin),
      loop: `if (millis() - last${pin} ${strict ? '>' : '>='} ${ms}) { ${body} }`,
      expected: task(ms, adds ? 0.1 : strict ? 2.2 : 1.2),
    };
  },
  (_, pin, ms, act) => ({
    declarations: `unsigned long next${pin} = ${ms};`,
    loop: `if (now >= next${pin}) { next${pin} += ${ms}; ${act} }`,
    expected: task(ms),
  }),
  (_, pin, ms, act) => ({
    declarations: `long next${pin} = ${ms};`,
    loop: `if ((long)(millis() - next${pin}) >= 0) { next${pin} += ${ms}; ${act} }`,
    expected: task(ms),
  }),
  (_, pin, ms, act) => ({
    declarations: `struct { unsigned long at; int each; } t${pin} = {0, ${ms}};`,
    loop: `if (now - t${pin}.at >= t${pin}.each) { t${pin}.at += t${pin}.each; ${act} }`,
    expected: task(ms),
  }),
  (_, pin, ms, act) => ({
    declarations: last(pin),
    functions: `void block${pin}() {\n  if (millis() - last${pin} < ${ms}) return;\n  last${pin} += ${ms};\n  ${act}\n}`,
    loop: `block${pin}();`,
    expected: task(ms),
  }),
  (_, pin, ms, act) => ({
    declarations: `const unsigned long EACH${pin} = ${ms} * 1000UL;\n${last(pin)}`,
    loop: `if (micros() - last${pin} >= EACH${pin}) { last${pin} += EACH${pin}; ${act} }`,
    expected: task(ms),
  }),
  (_, pin, ms, act) => ({
    declarations: `#define NOW${pin} millis()\n#define EACH${pin} (${ms / 10} * 10)\n${last(pin)}`,
    loop: `if (NOW${pin} - last${pin} >= EACH${pin}) {\n  last${pin} += EACH${pin};\n  ${act}\n}`,
    expected: task(ms),
  }),
  (_, pin, ms, act) => ({
    declarations: '',
    loop: `static unsigned long last${pin} = 0;\nif (millis() - last${pin} >= ${ms}UL) { last${pin} += ${ms}; ${act} }`,
    expected: task(ms),
  }),
  (_, pin, ms, act) => ({
    declarations: `#include <EEPROM.h>\n${last(pin)}`,
    setup: `EEPROM.write(${pin}, 42);`,
    loop: `if (millis() - last${pin} >= ${ms}) { last${pin} += ${ms}; if (EEPROM.read(${pin}) == 42) { ${act} } }`,
    expected: task(ms),
  }),
];

/** Code that stays as it is, and does not wait. */
const STAYING: readonly Make[] = [
  (_, pin, ms, act) => ({
    declarations: `${last(pin)}\nbool isOn${pin} = true;`,
    loop: `if (isOn${pin}) {\n  if (millis() - last${pin} >= ${ms}) { // check ${pin}\n    last${pin} += ${ms}; ${act}\n  }\n}`,
    expected: kept(/stays where it is/),
  }),
  (_, pin, ms, act) => ({
    declarations: `unsigned long last${pin}[2];`,
    loop: `for (int i = 0; i < 1; i++) {\n  if (millis() - last${pin}[i] >= ${ms}) { // check ${pin}\n    last${pin}[i] += ${ms}; ${act}\n  }\n}`,
    expected: kept(/stays where it is/),
  }),
  (_, pin, ms, act) => ({
    declarations: `${last(pin)}\nunsigned long slow${pin};`,
    loop: `if (millis() - slow${pin} >= 20) {\n  slow${pin} += 20;\n  if (millis() - last${pin} >= ${ms}) { // check ${pin}\n    last${pin} += ${ms}; ${act}\n  }\n}`,
    expected: kept(/stays where it is/),
    coarseMs: 20,
  }),
  (_, pin, ms, act) => ({
    declarations: `unsigned long since${pin};\nenum { WAITING${pin}, ACTING${pin} } state${pin};`,
    loop: `switch (state${pin}) {\n  case WAITING${pin}:\n    if (millis() - since${pin} >= ${ms}) state${pin} = ACTING${pin}; // check ${pin}\n    break;\n  case ACTING${pin}:\n    since${pin} += ${ms};\n    ${act}\n    state${pin} = WAITING${pin};\n    break;\n}`,
    expected: kept(/stays where it is/),
  }),
  (_, pin, ms, act) => ({
    declarations: '',
    functions: `void each${pin}(unsigned long ms) {\n  static unsigned long last;\n  if (millis() - last >= ${ms}) { // check ${pin}\n    last += ms; ${act}\n  }\n}`,
    loop: `each${pin}(${ms});`,
    expected: kept(/only if one statement of loop\(\) calls/),
  }),
  (_, pin, ms, act) => ({
    declarations: `#define EVERY${pin}(last, ms) if (millis() - (last) >= (ms) && ((last) += (ms), true))\n${last(pin)}`,
    // After the block of an if statement, that statement would stay, too.
    loop: `rest--;\nEVERY${pin}(last${pin}, ${ms}) { ${act} } // check ${pin}`,
    expected: kept(/macro/),
  }),
  (_, pin, ms, act) => ({
    declarations: `#define IS_DUE${pin} (millis() - last${pin} >= ${ms})\n${last(pin)}`,
    loop: `if (IS_DUE${pin}) { // check ${pin}\n  last${pin} += ${ms};\n  ${act}\n}`,
    expected: kept(/macro/),
  }),
  (_, pin, ms, act) => ({
    declarations: `${last(pin)}\nint each${pin} = ${ms};`,
    loop: `each${pin} = ${ms} + digitalRead(12);\nif (millis() - last${pin} >= each${pin}) { // check ${pin}\n  last${pin} += each${pin}; ${act}\n}`,
    expected: kept(/not known before/),
  }),
  (_, pin, ms) => ({
    declarations: `unsigned long zero${pin}, last${pin};\nbool ran${pin};`,
    loop: `if (millis() - zero${pin} >= 0) { // check ${pin}\n  zero${pin} = millis();\n  ran${pin} = true;\n}\nbool isDue${pin} = millis() - last${pin} >= ${ms};\nif (ran${pin} && isDue${pin}) { last${pin} += ${ms}; digitalWrite(${pin}, !digitalRead(${pin})); }`,
    expected: kept(/not longer than 0/),
  }),
  (_, pin) => ({
    declarations: `int passes${pin};`,
    loop: `passes${pin}++;\ndigitalWrite(${pin}, digitalRead(${PULSE_PIN}));`,
    expected: { as: 'rest' },
  }),
  (_, pin, ms, act) => ({
    declarations: `int due${pin};\n${last(pin)}`,
    loop: `bool isDue${pin} = millis() - last${pin} >= ${ms};\nif (isDue${pin}) { last${pin} += ${ms}; due${pin}++; ${act} }`,
    expected: { as: 'rest' },
  }),
];

const INTERRUPT: Make = (_, pin) => ({
  declarations: `volatile unsigned int edges${pin};`,
  functions: `void onEdge${pin}() { edges${pin}++; digitalWrite(${pin}, !digitalRead(${pin})); }`,
  setup: `pinMode(${PULSE_PIN}, INPUT);\nattachInterrupt(digitalPinToInterrupt(${PULSE_PIN}), onEdge${pin}, RISING);`,
  loop: '',
  expected: { as: 'interrupt' },
});

/** An interval that an `int` of 16 bits cannot hold. */
const OVERFLOW: Make = (random, pin, _, act) => {
  const interval = random.of(['60 * 1000', '10*60*1000', `LONG${pin}`]);
  const define = interval.startsWith('LONG') ? `#define LONG${pin} 2 * 60 * 1000\n` : '';
  return {
    declarations: `${define}${last(pin)}`,
    loop: `if (millis() - last${pin} >= ${interval}) { // check ${pin}\n  last${pin} = millis(); ${act}\n}`,
    expected: { as: 'note', kind: 'changed', words: /does not fit in an int/ },
    differs: true,
  };
};

/** Code that waits, which the import leaves as it is. */
const BLOCKING: readonly Make[] = [
  (_, pin, __, act) => ({
    declarations: '',
    functions: `void pause${pin}() {\n  delay(20); // check ${pin}\n  ${act}\n}`,
    loop: `pause${pin}();`,
    expected: kept(/delay\(20\) stays/),
    blocks: true,
  }),
  (_, pin, __, act) => ({
    declarations: `unsigned long start${pin};`,
    loop: `start${pin} = millis();\nwhile (millis() - start${pin} < 30) { // check ${pin}\n  digitalRead(12);\n}\n${act}`,
    expected: kept(/loop stays/),
    blocks: true,
  }),
  (_, pin, __, act) => ({
    declarations: '',
    loop: `delay(10 + digitalRead(12)); // check ${pin}\n${act}`,
    expected: kept(/keeps its delays/),
    blocks: true,
  }),
  (_, pin, ms, act) => ({
    declarations: last(pin),
    loop: `if (millis() - last${pin} >= ${ms}) {\n  last${pin} += ${ms};\n  ${act}\n  delay(15); // check ${pin}\n}`,
    expected: kept(/delay\(15\) stays/),
    blocks: true,
  }),
];

/** Statements that wait: each is a piece of the same `loop()`. */
function waiting(random: Random, pin: number, act: string): { readonly loop: string; readonly ms: number } {
  const ms = 10 * random.whole(2, 12);
  const forms = [
    { loop: `${act}\ndelay(${ms});`, ms },
    { loop: `digitalWrite(${pin}, HIGH);\ndelay(${ms});\ndigitalWrite(${pin}, LOW);\ndelay(30);`, ms: ms + 30 },
    { loop: `for (int i = 0; i < 3; i++) {\n  ${act}\n  delay(${ms});\n}`, ms: 3 * ms },
    { loop: `if (digitalRead(12) == LOW) {\n  ${act}\n  delay(${ms});\n}`, ms },
    {
      loop: `int value${pin} = ${ms} + analogRead(A0) % 1;\n${act}\ndelay(${ms});\nif (value${pin} == ${ms}) { ${act} }`,
      ms,
    },
  ];
  return random.of(forms);
}

export function randomSketch(random: Random, kind: Kind): RandomSketch {
  const pins = shuffled(random, PINS);
  const functions: string[] = [];
  const made = (make: Make): Piece => {
    const pin = pins.pop() ?? 0;
    const { call, functions: own } = actionOf(random, pin);
    const piece = { pin, ...make(random, pin, random.of(PERIODS_MS), call) };
    // A function that a piece does not call would not be a part of a sketch.
    if (`${piece.loop}${piece.functions ?? ''}`.includes(call)) functions.push(own);
    return piece;
  };
  const pieces: Piece[] = [];
  const waits: { readonly loop: string; readonly ms: number }[] = [];
  if (kind !== 'delay') pieces.push(...Array.from({ length: random.whole(1, 3) }, () => made(random.of(GUARDS))));
  if (kind === 'clock' || kind === 'blocking') {
    pieces.push(made(random.of(STAYING)));
    if (random.chance(0.4)) pieces.push(made(INTERRUPT));
    if (random.chance(0.3)) pieces.push(made(OVERFLOW));
  }
  if (kind === 'blocking') pieces.push(made(random.of(BLOCKING)));
  if (kind === 'delay' || kind === 'mixed') {
    for (let count = random.whole(1, 3); count > 0; count--) {
      const piece = made((_, pin, __, act) => {
        const wait = waiting(random, pin, act);
        waits.push(wait);
        return { declarations: '', loop: wait.loop, expected: { as: 'rest' } };
      });
      pieces.push(piece);
    }
  }
  // Code that waits comes last, so that the delay at its end can become the period.
  const order = kind === 'clock' ? shuffled(random, pieces) : pieces;
  const lines = [
    ...order.map(({ declarations }) => declarations),
    'int rest;',
    ...functions,
    ...order.map((piece) => piece.functions ?? ''),
    'void setup() {',
    '  Serial.begin(115200);',
    ...order.map(({ pin }) => `  pinMode(${pin}, OUTPUT);`),
    ...order.flatMap(({ setup }) => (setup === undefined ? [] : [indented(setup)])),
    '}',
    'void loop() {',
    '  unsigned long now = millis();',
    ...order.map(({ loop }) => indented(loop)),
    ...(waits.length > 0 ? [] : ['  rest++;']),
    '}',
  ];
  const text = `${lines.filter((line) => line !== '').join('\n')}\n`;
  return { kind, text, pieces, waitsMs: waits.reduce((sum, { ms }) => sum + ms, 0) };
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

const indented = (code: string): string => code.replaceAll(/^(?=.)/gm, '  ');
