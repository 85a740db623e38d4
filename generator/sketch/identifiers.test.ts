import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from './create.ts';
import { fnv1a32 } from './fnv.ts';
import { identifiers, sketchIdentifiers } from './identifiers.ts';
import { isReservedWord } from './reserved-words.ts';

const of = (name: string, ...others: string[]) => identifiers([name, ...others]).get(name) ?? '';
const SAFE = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/;

describe('identifiers', () => {
  it('keeps a name that is a valid identifier', () => {
    expect(of('T1')).toBe('T1');
    expect(of('readSensor_2')).toBe('readSensor_2');
    for (const name of ['L_motor', 'P_gain', 'LED_1', 'PIN_LED', 'Tank_h', 'MAX_SPEED', 'TIMER_1', 'X1']) {
      expect(of(name)).toBe(name);
    }
  });

  it('replaces spaces, dots and dashes if the result is unique', () => {
    expect(of('room temp')).toBe('room_temp');
    expect(of('room temp', 'room-temp')).toMatch(/^room_temp_x[0-9a-f]{8}$/);
    expect(of('room temp', 'room_temp')).toMatch(/^room_temp_x[0-9a-f]{8}$/);
  });

  it.each([
    'int',
    'class',
    'loop',
    'HIGH',
    'A0',
    'PORTB',
    'TCNT1',
    'min',
    'main',
    '_x',
    '__a',
    'a__b',
    'a_',
    'pl_task',
    'PL_X',
    'XL',
    'NAN',
    'cosf',
    'PIN3',
    'TIMER1A',
    'SERIAL_8N1',
  ])('avoids the reserved %s', (name) => {
    expect(of(name)).not.toBe(name);
    expect(of(name)).toMatch(SAFE);
    expect(of(name)).not.toMatch(/^pl_/i);
  });

  it.each([
    'Lüfter',
    '温度',
    '🤖',
    '"; system("x',
    'a\n#error',
    '*/ int x; /*',
    '??/',
    '9lives',
    'x'.repeat(200),
    '   ',
    'e\u0301',
    'é',
  ])('makes %j safe', (name) => {
    expect(of(name)).toMatch(SAFE);
    expect(of(name).length).toBeLessThanOrEqual(48);
  });

  it('distinguishes long names with the same beginning', () => {
    const long = 'sensor'.repeat(30);
    expect(of(`${long}a`, `${long}b`)).not.toBe(of(`${long}b`, `${long}a`));
  });

  it('prevents a name from colliding with the suffix of another', () => {
    const suffixed = of('Lüfter');
    expect(new Set(identifiers(['Lüfter', suffixed]).values()).size).toBe(2);
  });

  it('is injective, valid and independent of order for any names', () => {
    const names = fc.uniqueArray(
      fc.oneof(
        fc.string({ maxLength: 200, unit: 'binary' }),
        fc.constantFrom('a b', 'a-b', 'a_b', 'a.b', 'int', 'a b '),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(names, (list) => {
        const forward = identifiers(list);
        expect(new Set(forward.values()).size).toBe(list.length);
        expect(identifiers([...list].reverse())).toEqual(forward);
        for (const identifier of forward.values()) {
          expect(identifier).toMatch(SAFE);
          expect(isReservedWord(identifier)).toBe(false);
        }
      }),
      { seed: 20, numRuns: 500 },
    );
  });

  it('has one set for tasks and interrupts, and one for channels', () => {
    const sketch = newSketch('x', { tasks: [newTask('a b')], channels: [newChannel('a b')] });
    expect(sketchIdentifiers(sketch).runnables.get('a b')).toBe('a_b');
    expect(sketchIdentifiers(sketch).channels.get('a b')).toBe('a_b');
  });
});

describe('fnv1a32', () => {
  // Vectors of the reference implementation (http://www.isthe.com/chongo/tech/comp/fnv/).
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('of %j', (text, hash) => expect(fnv1a32(text)).toBe(hash));

  it('hashes the UTF-8 bytes', () => {
    const oracle = (text: string) =>
      new TextEncoder().encode(text).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
    const property = fc.property(fc.string({ unit: 'binary' }), (text) => fnv1a32(text) === oracle(text));
    fc.assert(property, { seed: 1 });
  });
});
