import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withinCpuTime } from '../../../test/cpu-time.ts';
import { NOTICES } from '../event-table.ts';
import type { TraceObject } from '../events.ts';
import { JobTracker } from '../jobs/jobs.ts';
import { PROGRAM } from '../jobs/test-jobs.ts';
import { KIND_BOOT, KIND_EVENTS_DROPPED, KIND_GAP, KIND_MARK, KIND_NOTICE, NO_OBJECT } from '../kinds.ts';
import { TraceStore } from '../store/store.ts';
import { PrintedValues, valuesIn } from './printed-values.ts';
import { TraceSeries } from './trace-series.ts';

const of = (line: string) => valuesIn(line).map(({ name, value }) => [name, value]);

describe('the values of a printed line', () => {
  it('have names, or the numbers of their places', () => {
    expect(of('temp:21.5,hum:40')).toEqual([
      ['temp', 21.5],
      ['hum', 40],
    ]);
    const both = [
      ['value 1', 1],
      ['value 2', -2.5],
    ];
    for (const line of ['1,-2.5', '1 -2.5', '1\t-2.5', '1, -2.5', '1,-2.5,', ' 1  -2.5 '])
      expect(of(line)).toEqual(both);
    expect(of('+.5e3')).toEqual([['value 1', 500]]);
    expect(of('온도:21')).toEqual([['온도', 21]]);
    expect(of('temp:21.5°C\thum:40%')).toEqual([
      ['temp', 21.5],
      ['hum', 40],
    ]);
    expect(of('a:nan,b:1')).toEqual([
      ['a', Number.NaN],
      ['b', 1],
    ]);
  });

  it.each([
    'hello',
    'Step 3 of 5',
    '12:30',
    '12:30:45',
    'temp: 21.5',
    'temp:21.5 is warm',
    'error:none',
    ':5',
    '1.2.3',
    '0x1F',
    '21.5C',
    '1;2',
    '-',
    '2026-11-23',
    'http://10.0.0.1',
    '',
    ', ,',
  ])('are none in another text: %s', (line) => {
    expect(of(line)).toEqual([]);
  });
});

function reader() {
  const pushed: [string, number, number][] = [];
  return { pushed, values: new PrintedValues((name, timeNs, value) => pushed.push([name, timeNs, value])) };
}

describe('printed values', () => {
  it('are the same for each division of the text into events', () => {
    const whole = 'a:1,b:2\r\nhello\n3 4\n\na:5\n6';
    const expected = ['a 1', 'b 2', 'value 1 3', 'value 2 4', 'a 5'];
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: whole.length })), (cuts) => {
        const { values, pushed } = reader();
        values.event(KIND_BOOT, 0);
        const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        for (const [i, to] of places.slice(1).entries()) values.text(i, whole.slice(places[i], to));
        expect(pushed.map(([name, , value]) => `${name} ${value}`)).toEqual(expected);
        expect(pushed.map(([, timeNs]) => timeNs)).toEqual(pushed.map(([, t]) => t).toSorted((a, b) => a - b));
      }),
    );
  });

  it('have the time of the first character of their line', () => {
    const { values, pushed } = reader();
    values.event(KIND_BOOT, 0);
    values.text(10, 'x:');
    values.text(20, '1\nx:2');
    values.text(30, '\n');
    expect(pushed).toEqual([
      ['x', 10, 1],
      ['x', 20, 2],
    ]);
  });

  it.each([
    ['a start in the middle of a line', -1, 0],
    ['lost bytes', KIND_GAP, -1],
    ['dropped events', KIND_EVENTS_DROPPED, -1],
    ['a text that was cut', KIND_NOTICE, NOTICES['text-cut'].code],
  ])('are not taken from a part of a line after %s', (_name, kind, object) => {
    const { values, pushed } = reader();
    if (kind >= 0) {
      values.event(KIND_BOOT, 0);
      values.text(1, '21');
      values.event(kind, object);
    }
    values.text(2, '5\n7\n');
    expect(pushed).toEqual([['value 1', 2, 7]]);
    values.event(KIND_NOTICE, NOTICES['text-cut'].code + 1);
    values.text(3, '8\n');
    expect(pushed).toHaveLength(2);
  });

  it('read hostile text in linear time', () => {
    const { values } = reader();
    values.event(KIND_BOOT, 0);
    const [digits, letters] = ['1'.repeat(490), 'a'.repeat(490)];
    withinCpuTime('hostile lines', 500, () => {
      for (let i = 0; i < 2_000; i++) {
        for (const line of [`${digits}x1`, `a:${digits}x1`, `:1,${letters}`, `${letters}${letters}`])
          values.text(i, `${line}\n`);
      }
    });
    const unit = fc.constantFrom(...'09 ,:.\t\r\n-+eE한a°\0');
    fc.assert(fc.property(fc.string({ unit, maxLength: 60 }), (text) => void values.text(1, text)));
  });

  it('take neither endless lines nor endless names', () => {
    const { values, pushed } = reader();
    values.event(KIND_BOOT, 0);
    for (let i = 0; i < 3000; i++) values.text(i, '1 ');
    values.text(3000, '\n2\n');
    expect(pushed).toEqual([['value 1', 3000, 2]]);
    for (let i = 0; i < 200; i++) values.text(i, `n${String.fromCodePoint(0x4e00 + i)}:1\n`);
    expect(new Set(pushed.map(([name]) => name)).size).toBe(64);
  });

  const SPEED: TraceObject = { ...(PROGRAM.objects[0] as TraceObject), class: 'mark', name: 'speed' };

  it('are series of the trace, beside those of plot()', () => {
    const store = new TraceStore();
    const series = new TraceSeries({ store, jobs: new JobTracker(store) });
    store.metadata({ ...PROGRAM, objects: [SPEED] });
    store.segment(true);
    store.event(0, KIND_BOOT, NO_OBJECT, 0);
    store.text(10, 'temp:21,');
    store.event(11, KIND_MARK, 0, 7);
    series.update();
    store.text(12, 'hum:40\nready\n');
    store.event(13, KIND_GAP, NO_OBJECT, 0);
    store.text(14, '9\ntemp:22\n');
    series.update();
    const values = [...series.values].map(([name, one]) => [name, one.sample(0, 100, 10).values]);
    expect(values).toEqual([
      ['speed', [7]],
      ['temp', [21, 22]],
      ['hum', [40]],
    ]);
  });
});
