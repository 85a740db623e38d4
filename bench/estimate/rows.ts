/** What is measured: statements, and the program that measures each of them. */
import type { NumberKind, Operation } from '../../generator/platform/costs.ts';

/** One measurement: the time of `repeats` times `code`, with what has to be there before. */
export interface Row {
  readonly name: string;
  readonly code: string;
  /** Declarations in the same function, which are not measured. */
  readonly before?: string;
  readonly repeats: number;
}

/** Statements of a few cycles, beside a clock of a microsecond. */
const MANY = 1_000;
/** Calls that record telemetry: more would fill its ring, and a full ring makes them cheaper. */
const ONCE = 1;
const SOME = 16;

const C_TYPES: Readonly<Record<NumberKind, string>> = {
  int: 'int',
  long: 'long',
  longlong: 'long long',
  float: 'float',
};

/** The right side of `c = …;`. The other measurements are compared with the plain assignment. */
const RIGHT_SIDES: Readonly<Record<Exclude<Operation, 'convert'>, (kind: NumberKind) => string>> = {
  move: (kind) => `${kind}_a`,
  add: (kind) => `${kind}_a + ${kind}_b`,
  multiply: (kind) => `${kind}_a * ${kind}_b`,
  divide: (kind) => `${kind}_a / ${kind}_b`,
  // The longest shift: an Uno shifts by one bit at a time.
  shift: (kind) => (kind === 'float' ? 'float_a' : `${kind}_a >> shift_${kind}`),
  index: (kind) => `${kind}_list[list_at]`,
};

/** The operands of all operations: shared code, because the RAM of an Uno with FreeRTOS is small. */
export const OPERANDS = [
  ...Object.entries(C_TYPES).map(
    ([kind, type]) => `volatile ${type} ${kind}_a = 30011, ${kind}_b = 7, ${kind}_c, ${kind}_list[2];`,
  ),
  'volatile uint8_t list_at = 1, shift_int = 15, shift_long = 31, shift_longlong = 63;',
].join('\n');

export const OPERATION_ROWS: readonly Row[] = Object.entries(C_TYPES).flatMap(([kind, type]) => [
  ...Object.entries(RIGHT_SIDES).map(([operation, right]) => ({
    name: `${operation} ${kind}`,
    code: `${kind}_c = (${type})(${right(kind as NumberKind)});`,
    repeats: MANY,
  })),
  {
    name: `convert ${kind}`,
    code: kind === 'float' ? 'float_c = float_a;' : `float_c = (float)${kind}_a; ${kind}_c = (${type})float_c;`,
    repeats: MANY,
  },
]);

export const FLOW_ROWS: readonly Row[] = [
  { name: 'empty', code: '', repeats: MANY },
  {
    name: 'branch',
    before: 'static volatile bool q = true; static volatile uint8_t v; (void)q; (void)v;',
    code: 'if (q) { asm volatile(""); } else { asm volatile("nop"); }',
    repeats: MANY,
  },
  { name: 'call', code: 'bench_nothing(1000000L, 2000000L);', repeats: MANY },
];

const pins = (...calls: readonly [name: string, code: string, before?: string][]): Row[] =>
  calls.map(([name, code, before = '']) => ({ name, code, before, repeats: SOME }));

const LONGS = 'static volatile long x = 123456, y = 77; static volatile long z; (void)x; (void)y; (void)z;';
const FLOATS = 'static volatile float x = 2.7f, y = 1.3f; static volatile float z; (void)x; (void)y; (void)z;';

/** A pin with PWM is the slowest, because its PWM is switched off. */
export const PIN_ROWS: readonly Row[] = pins(
  ['digitalWrite', 'digitalWrite(PWM_PIN, r & 1);'],
  ['digitalRead', '(void)digitalRead(PWM_PIN);'],
  ['pinMode', 'pinMode(PWM_PIN, INPUT_PULLUP);'],
  ['millis', 'z = (long)millis();', LONGS],
  ['micros', 'z = (long)micros();', LONGS],
  ['delayMicroseconds', 'delayMicroseconds(100);'],
  ['random', 'z = random(x);', LONGS],
  ['randomSeed', 'randomSeed((unsigned long)x);', LONGS],
  ['map', 'z = map(x, 0, 1023, 0, y);', LONGS],
  // A pair, because code after the first of them would run without interrupts.
  ['noInterrupts', 'noInterrupts(); interrupts();'],
  ['pl_job_micros', 'z = (long)pl_job_micros();', LONGS],
  ['pl_job_budget_left_micros', 'z = (long)pl_job_budget_left_micros();', LONGS],
  ['sqrt', 'z = (float)sqrt(x);', FLOATS],
  ['sin', 'z = (float)sin(x);', FLOATS],
  ['cos', 'z = (float)cos(x);', FLOATS],
  ['tan', 'z = (float)tan(x);', FLOATS],
  ['atan', 'z = (float)atan(x);', FLOATS],
  ['atan2', 'z = (float)atan2(x, y);', FLOATS],
  ['exp', 'z = (float)exp(x);', FLOATS],
  ['log', 'z = (float)log(x);', FLOATS],
  ['pow', 'z = (float)pow(x, y);', FLOATS],
  ['floor', 'z = (float)floor(x);', FLOATS],
  ['fabs', 'z = (float)fabs(x);', FLOATS],
  ['shiftOut', 'shiftOut(2, 4, MSBFIRST, 0x5a);'],
  ['shiftIn', '(void)shiftIn(2, 4, MSBFIRST);'],
  ['Serial.available', 'z = Serial.available();', LONGS],
  ['Serial.read', 'z = Serial.read();', LONGS],
);

/** Boards with an analog input and PWM. */
export const ANALOG_ROWS: readonly Row[] = pins(
  ['analogRead', '(void)analogRead(A0);'],
  ['analogWrite', 'analogWrite(PWM_PIN, 1 + (r & 127));'],
  ['tone', 'tone(8, 440);'],
  ['noTone', 'noTone(8);'],
);

const once = (name: string, code: string, before = ''): Row => ({ name, code, before, repeats: ONCE });

/** The text of the second call is 20 bytes longer, which gives the price of a byte. */
export const PRINT_ROWS: readonly Row[] = [
  once('Serial.print text', 'Serial.print("ab");'),
  once('Serial.print text+20', 'Serial.print("abcdefghijklmnopqrstuv");'),
  once('Serial.println text', 'Serial.println("ab");'),
  once('Serial.write', "Serial.write('x');"),
  once('Serial.print long', 'Serial.print(x);', 'static volatile long x = -2147483647L;'),
  once('Serial.print float', 'Serial.print(x);', 'static volatile float x = -123456.78f;'),
];

export const CHANNEL_ROWS: readonly Row[] = [
  once('slot write 4', 'small_write(one);', 'int32_t one = 1;'),
  once('slot write 24', 'large_write(many);', 'large_t many = {{1}};'),
  once('slot read 4', '(void)smallIn_read(&one);', 'int32_t one;'),
  once('slot read 24', '(void)largeIn_read(&many);', 'largeIn_t many;'),
  once('ring write 4', '(void)queue_write(one);', 'int32_t one = 1;'),
  once('ring write 24', '(void)wide_write(many);', 'wide_t many = {{1}};'),
  once('ring read 4', '(void)queueIn_read(&one);', 'int32_t one;'),
  once('ring read 24', '(void)wideIn_read(&many);', 'wideIn_t many;'),
  once('lock', 'bus_lock();\nbus_unlock();'),
  once('trigger', '(void)other_trigger();'),
];

/** How often each row is measured. */
const ROUNDS = 4;

/** The shared code of a program that measures these rows, one in every second job. */
export function programOf(rows: readonly Row[], prelude = ''): { readonly prelude: string; readonly body: string } {
  const functions = rows.map(
    ({ before = '', code, repeats }, index) => `
static uint32_t __attribute__((noinline)) row${index}(void) {
  ${before}
  uint32_t started = pl_job_micros();
  for (uint16_t r = 0; r < ${repeats}; r++) { asm volatile("" ::: "memory"); ${code} }
  return pl_job_micros() - started;
}`,
  );
  const cases = rows.map((_, index) => `    case ${index}: bench_took = Rows::row${index}(); break;`);
  return {
    prelude: `${prelude}
static void __attribute__((noinline)) bench_nothing(long a, long b) { asm volatile("" :: "r"(a), "r"(b)); }
static uint32_t bench_took;
static uint16_t bench_job;`,
    // The functions of channels exist in bodies only.
    body: `struct Rows {${functions.join('')}
};
(void)bench_nothing;
uint16_t turn = bench_job++;
uint16_t row = (uint16_t)((turn >> 1) % ${rows.length});
if ((turn & 1) == 0) {
  switch (row) {
${cases.join('\n')}
    default: break;
  }
} else if (turn < ${2 * ROUNDS * rows.length}) {
  Serial.print('#'); Serial.print(row); Serial.print('='); Serial.println(bench_took);
}`,
  };
}

/** Number of jobs that a program needs for all of its rows. */
export const jobsOf = (rows: readonly Row[]): number => 2 * ROUNDS * rows.length;

/** The longest time of each row, for one repeat. Unit: ns. */
export function timesOf(rows: readonly Row[], text: string): Map<string, number> {
  const longest = new Map<number, number>();
  for (const [, row, us] of text.matchAll(/#(\d+)=(\d+)\r?\n/g)) {
    longest.set(Number(row), Math.max(longest.get(Number(row)) ?? 0, Number(us)));
  }
  return new Map(
    rows.map(({ name, repeats }, index) => {
      const us = longest.get(index);
      if (us === undefined) throw new Error(`"${name}" was not measured. The program printed:\n${text.slice(0, 2000)}`);
      return [name, (us * 1000) / repeats];
    }),
  );
}
