import { describe, expect, it } from 'vitest';
import { layOutScene, nearestSide, type PartNeeds, wirePath } from './board-scene.ts';

const BOARD = { width: 274, height: 202 };
const small: PartNeeds = { picture: { width: 40, height: 50 }, below: 18, leastWidth: 50 };
const wide: PartNeeds = { picture: { width: 182, height: 82 }, below: 18, leastWidth: 50 };
const repeat = (needs: PartNeeds, count: number) => Array.from({ length: count }, () => needs);

describe('the scene of the board', () => {
  it('is as large as the panel permits', () => {
    const narrow = layOutScene({ width: 340, height: 180 }, BOARD, repeat(small, 3));
    const large = layOutScene({ width: 700, height: 420 }, BOARD, repeat(small, 3));
    expect(large.scale).toBeGreaterThan(narrow.scale);
    expect(large.height).toBeLessThanOrEqual(420);
    expect(narrow.height).toBeLessThanOrEqual(180);
  });

  it('puts parts beside the board and then below it, without overlap', () => {
    const scene = layOutScene({ width: 340, height: 180 }, BOARD, [...repeat(small, 9), wide, small]);
    const boxes = scene.parts.map(({ x, y, width }, index) => {
      const needs = index === 9 ? wide : small;
      return {
        x,
        y,
        right: x + width,
        bottom: y + needs.picture.height * (scene.parts[index]?.scale ?? 1) + needs.below,
      };
    });
    const board = { x: scene.board.x, y: scene.board.y, right: 0, bottom: 0 };
    board.right = board.x + BOARD.width * scene.scale;
    board.bottom = board.y + BOARD.height * scene.scale;
    const all = [board, ...boxes];
    for (const [i, a] of all.entries())
      for (const b of all.slice(i + 1)) {
        const apart = a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y;
        expect(apart, JSON.stringify([a, b])).toBe(true);
      }
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(340);
    expect(scene.height).toBeGreaterThanOrEqual(Math.max(...boxes.map(({ bottom }) => bottom)));
  });

  it('scrolls when a narrow panel has too many parts', () => {
    const scene = layOutScene({ width: 300, height: 150 }, BOARD, repeat(small, 20));
    expect(scene.height).toBeGreaterThan(150);
    expect(scene.parts).toHaveLength(20);
  });
});

describe('a wire', () => {
  it('leaves a pin away from the board', () => {
    expect(nearestSide({ x: 125, y: 9 }, BOARD)).toBe('top');
    expect(nearestSide({ x: 208, y: 191.5 }, BOARD)).toBe('bottom');
    expect(nearestSide({ x: 0, y: 13 }, { width: 67, height: 45 })).toBe('left');
  });

  it('starts and ends at its pins', () => {
    const path = wirePath({ x: 10, y: 20 }, 'top', { x: 110.04, y: 60 }, 'bottom');
    expect(path).toMatch(/^M 10 20 C 10 -?\d+(\.\d)? 110 \d+(\.\d)? 110 60$/);
    const [, up] = /C 10 (-?[\d.]+)/.exec(path) ?? [];
    expect(Number(up)).toBeLessThan(20);
  });
});
