/**
 * The values that real firmware records with `plot()`: of every type of number, as far as the serial line can hold
 * it, and from each place where a sketch has code.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { Runs } from '../../bench/estimate/run.ts';
import { newInterrupt, newSketch, newTask } from '../../generator/sketch/create.ts';
import { KIND_MARK, KIND_PLOT } from '../../generator/trace/kinds.ts';
import { TraceNames } from '../../generator/trace/names.ts';
import { numberOf } from '../../generator/trace/number.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { Builds, missing } from './firmware.ts';

const runs = new Runs();
const builds = new Builds();
afterAll(() => runs.remove());
afterAll(() => builds.remove());

const RUN_NS = 600e6;

/** The values by their name, each with its kind, in the order in which they came. */
function valuesIn(store: TraceStore): Map<string, string[]> {
  const names = new TraceNames(store.currentMetadata);
  const found = new Map<string, string[]>();
  store.walk(0, store.end, (_index, _timeNs, kind, object, value) => {
    if (kind !== KIND_MARK && kind !== KIND_PLOT) return;
    const name = names.of(kind, object);
    const word = `${kind === KIND_MARK ? 'whole' : 'single'} ${numberOf(kind, value)}`;
    found.set(name, [...(found.get(name) ?? []), word]);
  });
  return found;
}

/** Type, value in C++, and what arrives. `single`: with the precision of a float. */
const NUMBERS: readonly (readonly [type: string, value: string, arrives: string])[] = [
  ['bool', 'true', 'whole 1'],
  ['char', "'A'", 'whole 65'],
  ['signed char', '-128', 'whole -128'],
  ['unsigned char', '255', 'whole 255'],
  ['short', '-32768', 'whole -32768'],
  ['unsigned short', '65535', 'whole 65535'],
  ['char16_t', '65535', 'whole 65535'],
  ['char32_t', '0xFFFFFFFF', `single ${2 ** 32}`],
  ['int', '-32768', 'whole -32768'],
  ['unsigned int', '65535u', 'whole 65535'],
  ['int32_t', 'INT32_MIN', `whole ${-(2 ** 31)}`],
  ['int32_t', 'INT32_MAX', `whole ${2 ** 31 - 1}`],
  ['uint32_t', '2147483647UL', `whole ${2 ** 31 - 1}`],
  ['uint32_t', '3000000000UL', 'single 3000000000'],
  ['long', '-2147483647L', 'whole -2147483647'],
  ['unsigned long', '3000000000UL', 'single 3000000000'],
  ['long long', '-2147483648LL', `whole ${-(2 ** 31)}`],
  ['long long', '-3000000000LL', 'single -3000000000'],
  ['long long', '9223372036854775807LL', `single ${2 ** 63}`],
  ['unsigned long long', '7ULL', 'whole 7'],
  ['unsigned long long', '18446744073709551615ULL', `single ${2 ** 64}`],
  ['float', '21.5F', 'single 21.5'],
  ['double', '-0.25', 'single -0.25'],
  ['long double', '1.5L', 'single 1.5'],
  ['Small', 'Small::second', 'whole 2'],
  ['Large', 'Large::last', 'single 3000000000'],
  ['Plain', 'PLAIN', 'whole 40000'],
];

const NUMBER_TYPES = [
  'enum class Small : uint8_t { second = 2 };',
  'enum class Large : uint32_t { last = 3000000000UL };',
  'enum Plain { PLAIN = 40000L };',
].join('\n');

/** Each value once as a constant, and once as the compiler cannot know it. */
const numbers = (board: 'uno' | 'host') =>
  newSketch('numbers', {
    board,
    prelude: NUMBER_TYPES,
    tasks: [
      newTask('each', {
        ...{ periodUs: 10_000, budgetUs: 5_000 },
        body: [
          'static int k;',
          'switch (k++) {',
          ...NUMBERS.map(([type, value], k) => {
            const hidden = `volatile ${type} hidden = ${value}; plot("v${k}", hidden);`;
            return `case ${k}: { plot("v${k}", (${type})${value}); ${hidden} break; }`;
          }),
          '}',
        ].join('\n'),
      }),
    ],
  });

describe.skipIf(missing !== null).each(['uno', 'host'] as const)('a number on %s', (board) => {
  it('arrives exactly if it is whole and has at most 32 signed bits, and otherwise as a float', async () => {
    const { recording } = await runs.run(numbers(board), RUN_NS);
    const found = valuesIn(recording.store);
    const values = NUMBERS.map(([type, value], k) => [type, value, found.get(`v${k}`)]);
    expect(values).toEqual(NUMBERS.map(([type, value, arrives]) => [type, value, [arrives, arrives]]));
  });
});

/** A job of `late` exceeds its budget and its deadline. Pin 2 has a bottom half, and pin 3 a handler. */
const places = (target: 'superloop' | 'preemptive') =>
  newSketch('places', {
    target,
    prelude: 'void shared(int v) { plot("shared", v); }',
    tasks: [
      newTask('quick', {
        ...{ periodUs: 50_000, budgetUs: 2_000, setup: 'plot("setup", 70000L);' },
        body: 'static int k; plot("body", k); shared(-k); k++;',
      }),
      newTask('late', {
        ...{ periodUs: 100_000, budgetUs: 2_000, deadlineUs: 3_000, body: 'delayMicroseconds(5000);' },
        deadlineHandler: 'static int k; plot("deadline handler", k++);',
        budgetHandler: 'static int k; plot("budget handler", k++);',
      }),
    ],
    interrupts: [
      newInterrupt('bottom', '2', {
        ...{ mode: 'rising', bottomHalfUs: 500, ioBudgetUs: 2_000, ioPeriodUs: 20_000, handlerBudgetUs: 0 },
        body: 'static int k; plot("bottom half", k++);',
      }),
      newInterrupt('handled', '3', {
        ...{ mode: 'rising', bottomHalfUs: 20, ioBudgetUs: 2_000, ioPeriodUs: 20_000 },
        ...{ handlerBudgetUs: 2_000, handlerPeriodUs: 20_000 },
        body: 'static int k; plot("handler of an interrupt", k++);',
      }),
    ],
  });

const EDGES = 10;

/** Runs for 1.2 s, with an edge at both pins every 100 ms. */
async function runWithEdges(sketch: ReturnType<typeof places>): Promise<TraceStore> {
  const store = new TraceStore();
  const decoder = new TelemetryDecoder(store);
  const board = new AvrBoard(await builds.firmware(sketch, sketch.target), {
    onSerialByte: (byte) => decoder.push(Uint8Array.of(byte)),
  });
  for (let edge = 0; edge <= EDGES; edge++) {
    for (const level of [0, 1] as const) {
      board.runUntil(((edge * 100 + level * 10) * ATMEGA328P.clockHz) / 1000);
      // The program has attached its interrupts by the second one.
      if (edge > 0) for (const pin of ['2', '3']) board.setPin(pin, { kind: 'digital', level });
    }
  }
  board.runUntil(1.2 * ATMEGA328P.clockHz);
  if (board.crash !== null) throw new Error(board.crash.message);
  decoder.end();
  return store;
}

describe.skipIf(missing !== null).each(['superloop', 'preemptive'] as const)('on the virtual Uno, %s', (target) => {
  it('a value arrives from each place where a sketch has code', async () => {
    const found = valuesIn(await runWithEdges(places(target)));
    expect([...found.keys()].toSorted()).toEqual([
      'body',
      'bottom half',
      'budget handler',
      'deadline handler',
      'handler of an interrupt',
      'setup',
      'shared',
    ]);
    expect(found.get('setup')).toEqual(['whole 70000']);
    for (const [name, values] of found) {
      if (name === 'setup') continue;
      expect(values.length, name).toBeGreaterThanOrEqual(EDGES - 1);
      const sign = name === 'shared' ? -1 : 1;
      expect(values, name).toEqual(values.map((_, k) => `whole ${sign * k || 0}`));
    }
    expect(found.get('bottom half')).toHaveLength(EDGES);
    expect(found.get('handler of an interrupt')).toHaveLength(EDGES);
  });
});
