// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { mega } from '../../../../generator/boards/mega/index.ts';
import { uno } from '../../../../generator/boards/uno/index.ts';
import { newPart } from '../../../../generator/sketch/create.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { type BoardScene, type Box, layOutScene, type Point } from './board-scene.ts';
import { type DrawnWire, pathThrough, wireColours, wireScene } from './board-wires.ts';
import { boardNeeds, partNeeds } from './part-needs.ts';

const BOARD = boardNeeds(
  'arduino-uno',
  uno.pins.map(({ name }) => name),
);
const PANELS = [
  { width: 314, height: 177 },
  { width: 394, height: 285 },
  { width: 320, height: 600 },
  { width: 1200, height: 700 },
];

const lcd = newPart('screen', 'lcd', { pins: { rs: '12', e: '11', d4: '5', d5: '4', d6: '3', d7: '2' } });
const digit = newPart('digit', 'seven-segment', {
  pins: { a: '2', b: '3', c: '4', d: '5', e: '6', f: '7', g: '8' },
});
const led = (pin: string) => newPart(`led ${pin}`, 'led', { pins: { anode: pin } });
const MANY: readonly Part[] = [
  lcd,
  newPart('strip', 'led-strip', { pins: { data: '6' } }),
  newPart('bell', 'button', { pins: { a: '7' } }),
  led('13'),
  led('8'),
  newPart('horn', 'buzzer', { pins: { signal: '9' } }),
  newPart('arm', 'servo', { pins: { signal: '10' } }),
  newPart('dial', 'potentiometer', { pins: { wiper: 'A0' } }),
  newPart('light', 'light-sensor', { pins: { signal: 'A1' } }),
  newPart('way', 'slide-switch', { pins: { common: 'A2' } }),
  newPart('sonar', 'ultrasonic', { pins: { trigger: 'A3', echo: 'A4' } }),
  led('A5'),
];
const SKETCHES: Readonly<Record<string, readonly Part[]>> = {
  'three LEDs': [led('13'), led('12'), led('11')],
  'an LCD': [lcd],
  'a digit and a colour': [
    digit,
    newPart('mix', 'rgb-led', { pins: { red: '9', green: '10', blue: '11' } }),
    newPart('bell', 'button', { pins: { a: '12' } }),
    led('13'),
    newPart('dial', 'potentiometer', { pins: { wiper: 'A0' } }),
  ],
  'twelve parts': MANY,
  'an LED on every pin': uno.pins.map(({ name }) => led(name)),
};

function drawn(parts: readonly Part[], panel = PANELS[0] as { width: number; height: number }) {
  const needs = parts.map((part) => partNeeds(part, 1));
  const scene = layOutScene(panel, BOARD, needs);
  return { needs, scene, wires: wireScene(scene, BOARD, needs) };
}

type Stretch = readonly [Point, Point];
const stretches = ({ corners }: DrawnWire): Stretch[] =>
  corners.slice(1).map((corner, index) => [corners[index] as Point, corner]);

/** Whether a stretch runs through the inside of a box. */
function cuts([a, b]: Stretch, { x, y, width, height }: Box): boolean {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  return left < x + width - 0.5 && right > x + 0.5 && top < y + height - 0.5 && bottom > y + 0.5;
}

function crossings(wires: readonly DrawnWire[]): number {
  let count = 0;
  for (const [index, one] of wires.entries())
    for (const other of wires.slice(index + 1)) {
      if (one.pin === other.pin) continue;
      for (const a of stretches(one)) for (const b of stretches(other)) if (doCross(a, b)) count++;
    }
  return count;
}

function doCross(a: Stretch, b: Stretch): boolean {
  const touch = (one: readonly [number, number], two: readonly [number, number]) =>
    Math.min(...one) < Math.max(...two) + 0.01 && Math.min(...two) < Math.max(...one) + 0.01;
  const spans = (axis: 'x' | 'y', [p, q]: Stretch) => [p[axis], q[axis]] as const;
  return touch(spans('x', a), spans('x', b)) && touch(spans('y', a), spans('y', b));
}

const boardBox = ({ board }: BoardScene): Box => ({ ...board, width: BOARD.width, height: BOARD.height });

describe.each(Object.entries(SKETCHES))('the wires of %s', (_name, parts) => {
  it.each(PANELS)('go around the board, the parts and their names in a panel of $width × $height', (panel) => {
    const { scene, wires, needs } = drawn(parts, panel);
    expect(wires).toHaveLength(parts.reduce((sum, { pins }) => sum + Object.keys(pins).length, 0));
    for (const wire of wires) {
      const all = stretches(wire);
      for (const [index, stretch] of all.entries()) {
        const [a, b] = stretch;
        expect(a.x === b.x || a.y === b.y || Math.abs((a.x - b.x) * (a.y - b.y)) < 0.01, 'straight').toBe(true);
        if (index > 0) expect(cuts(stretch, boardBox(scene)), `${wire.terminal} over the board`).toBe(false);
        for (const [number, { picture, x, y, width }] of scene.parts.entries()) {
          const name = { x, y, width, height: needs[number]?.above ?? 0 };
          expect(cuts(stretch, name), `${wire.terminal} over a name`).toBe(false);
          if (number === wire.part && index === all.length - 1) continue;
          expect(cuts(stretch, picture), `${wire.terminal} over a part`).toBe(false);
        }
      }
    }
  });

  it('is the same every time', () => {
    expect(drawn(parts)).toEqual(drawn(parts));
  });
});

it.each([
  ['three LEDs', 0],
  ['an LCD', 0],
  ['a digit and a colour', 4],
  ['twelve parts', 13],
  ['an LED on every pin', 0],
])('the wires of %s cross at most %d times', (name, most) => {
  const found = PANELS.map((panel) => crossings(drawn(SKETCHES[name] as readonly Part[], panel).wires));
  expect(Math.max(...found)).toBeLessThanOrEqual(most);
});

describe('a path', () => {
  it('is rounded at its corners', () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 0, y: 20 },
      { x: 30, y: 20 },
    ];
    expect(pathThrough(corners)).toBe('M 0 0 L 0 16 Q 0 20 4 20 L 30 20');
  });

  it('keeps within short stretches', () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 0, y: 4 },
      { x: 30, y: 4 },
    ];
    expect(pathThrough(corners)).toBe('M 0 0 L 0 2 Q 0 4 2 4 L 30 4');
  });
});

describe('the header of the Mega with two rows of pins above each other', () => {
  const board = boardNeeds(
    'arduino-mega',
    mega.pins.map(({ name }) => name),
  );
  const parts = ['22', '23', '24', '25', '38', '39', '52', '53', '13', 'A0'].map(led);

  it('has every pin of the board', () => {
    expect([...board.pins.keys()].sort()).toEqual(mega.pins.map(({ name }) => name).sort());
  });

  it.each(PANELS)('has no wires on each other: $width × $height', (panel) => {
    const needs = parts.map((part) => partNeeds(part, 1));
    const wires = wireScene(layOutScene(panel, board, needs), board, needs);
    const shared = wires.flatMap((one, index) =>
      wires
        .slice(index + 1)
        .flatMap((other) =>
          stretches(one).some((a) => stretches(other).some((b) => coincide(a, b))) ? [`${one.pin} ${other.pin}`] : [],
        ),
    );
    expect(shared).toEqual([]);
  });
});

/** Whether two stretches lie on each other for more than a corner. */
function coincide(one: Stretch, other: Stretch): boolean {
  return (['x', 'y'] as const).some((across) => {
    const along = across === 'x' ? 'y' : 'x';
    const places = [...one, ...other].map((point) => point[across]);
    if (Math.max(...places) - Math.min(...places) > 0.5) return false;
    const [a, b] = [one, other].map((stretch) => stretch.map((point) => point[along]));
    return (
      Math.min(Math.max(...(a ?? [])), Math.max(...(b ?? []))) -
        Math.max(Math.min(...(a ?? [])), Math.min(...(b ?? []))) >
      1
    );
  });
}

describe('the colours of wires', () => {
  const wires = MANY.flatMap((part, index) => Object.values(part.pins).map((pin) => ({ part: index, pin })));

  it('are those of the LEDs, and others for other parts', () => {
    const parts = [
      newPart('stop', 'led', { pins: { anode: '13' } }),
      newPart('go', 'led', { pins: { anode: '12' }, color: 'green' }),
      newPart('key', 'button', { pins: { a: '2' } }),
      newPart('bell', 'buzzer', { pins: { signal: '3' } }),
    ];
    const all = ['13', '12', '2', '3'].map((pin, part) => ({ part, pin }));
    expect(wireColours(all, parts)).toEqual(['red', 'green', 'blue', 'orange']);
  });

  it('are one for all wires of a pin without an LED, and repeat when there are more pins', () => {
    const colours = wireColours(wires, MANY);
    expect(colours).toHaveLength(wires.length);
    const others = wires.flatMap(({ part, pin }, index) =>
      MANY[part]?.kind === 'led' ? [] : [[pin, colours[index]] as const],
    );
    expect(new Map(others).size).toBe(new Set(others.map(String)).size);
    expect(new Set(others.map(([, colour]) => colour)).size).toBeGreaterThan(4);
  });
});
