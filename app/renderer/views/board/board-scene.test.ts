import { describe, expect, it } from 'vitest';
import { type BoardNeeds, fitOf, layOutScene, nearestSide, type PartNeeds } from './board-scene.ts';

const BOARD: BoardNeeds = {
  width: 274,
  height: 202,
  pins: new Map([
    ['13', { x: 125, y: 9 }],
    ['2', { x: 236, y: 9 }],
    ['A5', { x: 255, y: 191 }],
    ['A0', { x: 208, y: 191 }],
  ]),
};
const onPin = (pin: string | null, width = 40, height = 50): PartNeeds => ({
  picture: { width, height },
  above: 18,
  leastWidth: 50,
  terminals: pin === null ? [] : [{ id: 't', pin, side: 'bottom', x: width / 2, y: height }],
});
const MIXED = [onPin('A0'), onPin('13'), onPin(null), onPin('A5', 182, 82), onPin('2')];

describe('the scene of the board', () => {
  it.each([
    [340, 180],
    [420, 285],
    [300, 700],
    [1200, 300],
  ])('has no overlaps in a panel of %d × %d', (width, height) => {
    const scene = layOutScene({ width, height }, BOARD, MIXED);
    const boxes = [
      { ...scene.board, right: scene.board.x + BOARD.width, bottom: scene.board.y + BOARD.height },
      ...scene.parts.map(({ x, y, width: wide, picture }) => ({
        x: Math.min(x, picture.x),
        y,
        right: Math.max(x + wide, picture.x + picture.width),
        bottom: picture.y + picture.height,
      })),
    ];
    for (const [i, a] of boxes.entries()) {
      expect(Math.min(a.x, a.y, scene.width - a.right, scene.height - a.bottom)).toBeGreaterThanOrEqual(0);
      for (const b of boxes.slice(i + 1)) {
        const apart = a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y;
        expect(apart, JSON.stringify([a, b])).toBe(true);
      }
    }
  });

  it('has the parts in the order of the pins around the board: those of the upper header first', () => {
    const { parts } = layOutScene({ width: 300, height: 900 }, BOARD, MIXED);
    const ys = parts.map(({ picture }) => picture.y + picture.height);
    const [a0, thirteen, none, a5, two] = ys as [number, number, number, number, number];
    expect([thirteen, two, a5, a0, none]).toEqual([...ys].sort((a, b) => a - b));
  });

  it('takes the shape of the panel', () => {
    const shapeIn = (width: number, height: number) => layOutScene({ width, height }, BOARD, [...MIXED, ...MIXED]);
    expect(shapeIn(1600, 300).height).toBeLessThan(shapeIn(300, 1600).height);
    expect(fitOf(shapeIn(1600, 300), { width: 1600, height: 300 })).toBeGreaterThan(0.5);
  });
});

it('a wire leaves a picture at the nearest side', () => {
  expect(nearestSide({ x: 125, y: 9 }, BOARD)).toBe('top');
  expect(nearestSide({ x: 208, y: 191.5 }, BOARD)).toBe('bottom');
  expect(nearestSide({ x: 0, y: 13 }, { width: 67, height: 45 })).toBe('left');
});
