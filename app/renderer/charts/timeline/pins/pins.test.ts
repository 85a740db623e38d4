import { describe, expect, test } from 'vitest';
import { PinLevels } from '../../../../../generator/trace/pins/pin-levels.ts';
import { timeScale } from '../../../base/scale.ts';
import { ns } from '../../../base/time.ts';
import type { Lane } from '../lane.ts';
import type { PinTraces } from '../source/source.ts';
import { madeColumn, madeSource, madeSpans } from '../source/test-column.ts';
import { levelAt, levelWords } from './level-words.ts';
import { eachPinShape, type PinShape } from './pin-shapes.ts';
import { pinWriters } from './pin-writers.ts';

const MS = 1e6;

function square(periodNs: number, highNs: number, count: number): PinLevels {
  const levels = new PinLevels(0, 0);
  for (let k = 0; k < count; k++) {
    levels.set(k * periodNs, 1);
    levels.set(k * periodNs + highNs, 0);
  }
  return levels;
}

function shapesOf(levels: PinLevels, viewNs: number): PinShape[] {
  const shapes: PinShape[] = [];
  const scale = timeScale({ from: ns(0), to: ns(viewNs) }, 100, 1000);
  eachPinShape(levels, scale, 0, viewNs, (shape) => shapes.push(shape));
  return shapes;
}

describe('the shapes of a pin', () => {
  test('are exact lines where edges can be told apart', () => {
    const levels = new PinLevels(0, 0);
    levels.set(250, 1);
    levels.set(750, 0);
    expect(shapesOf(levels, 1000)).toEqual([
      { kind: 'level', x: 100, right: 350, level: 0 },
      { kind: 'edge', x: 350 },
      { kind: 'level', x: 350, right: 850, level: 1 },
      { kind: 'edge', x: 850 },
      { kind: 'level', x: 850, right: 1100, level: 0 },
    ]);
  });

  test('are bands with the duty cycle where edges are dense, and as many as there are pixels', () => {
    const shapes = shapesOf(square(1000, 250, 100_000), 100 * MS);
    expect(shapes.length).toBeLessThanOrEqual(260);
    const bands = shapes.filter((shape) => shape.kind === 'band');
    expect(bands.length).toBeGreaterThan(240);
    for (const { duty } of bands) expect(duty).toBeCloseTo(0.25, 3);
    expect(bands[0]?.x).toBeCloseTo(100, 1);
    expect(bands.at(-1)?.right).toBe(1100);
  });

  test('are lines again after a burst', () => {
    const levels = square(1000, 500, 100);
    levels.set(60 * MS, 1);
    const shapes = shapesOf(levels, 100 * MS);
    expect(shapes[1]?.kind).toBe('band');
    expect(shapes.slice(-3)).toEqual([
      { kind: 'level', x: expect.any(Number), right: 700, level: 0 },
      { kind: 'edge', x: 700 },
      { kind: 'level', x: 700, right: 1100, level: 1 },
    ]);
  });
});

describe('the words for a level', () => {
  test('name PWM by its duty cycle and frequency', () => {
    const levels = square(2_040_816, 510_204, 40);
    expect(levelWords(levelAt(levels, 20 * MS))).toMatch(/^(high|low), 25 % high at 490 Hz$/);
    expect(levelAt(levels, 0).pwm?.hertz).toBeCloseTo(490, 0);
  });

  test('name the level and its length', () => {
    const levels = square(200 * MS, 50 * MS, 10);
    expect(levelWords(levelAt(levels, 10 * MS))).toMatch(/^high for 50\sms$/);
    expect(levelWords(levelAt(levels, 60 * MS))).toMatch(/^low for 150\sms$/);
    expect(levelWords(levelAt(new PinLevels(1, 0), 5))).toBe('high since the start of the record');
  });
});

describe('the writers of pins', () => {
  const lane = (taskIndex: number): Lane => ({
    ...{ taskIndex, name: `T${taskIndex}`, colour: 'red', pattern: 'solid' },
    ...{ periodNs: 1000, offsetNs: 0, deadlineNs: 1000, budgetNs: 200, responseBoundNs: null },
  });
  const pins = (writes: Readonly<Record<string, readonly number[]>>): PinTraces => ({
    ...{ version: 1, isCut: false, gaps: [] },
    levels: () => null,
    writesNs: (pin) => writes[pin] ?? [],
  });
  const columns = [
    madeColumn({ count: 10, periodNs: 1000, executionNs: 100 }),
    {
      ...madeColumn({ count: 10, periodNs: 1000, executionNs: 300 }),
      segmentFromAt: (job: number) => job * 1000 + 100,
    },
  ];
  const lanes = [lane(0), lane(1)];

  test('are the tasks that run at the time of a write', () => {
    const source = { ...madeSource(columns, 10_000), pins: pins({ '13': [50, 1050], '12': [2200], '9': [3900] }) };
    const found = pinWriters(source, lanes, ['9', '12', '13']);
    expect([...found].map(([task, own]) => [task, [...own]])).toEqual([
      [1, ['12']],
      [0, ['13']],
    ]);
  });

  test('are not the tasks that an interrupt interrupts', () => {
    const runs = madeSpans([40, 60]);
    const interrupts = [{ index: 0, name: 'button', runs, masked: madeSpans() }];
    const source = { ...madeSource(columns, 10_000), interrupts, pins: pins({ '13': [50] }) };
    expect(pinWriters(source, lanes, ['13']).size).toBe(0);
  });
});
