import { describe, expect, it } from 'vitest';
import { GuideIndex, type Rect } from './guides.ts';

const card = (x: number, y: number, width = 100, height = 60): Rect => ({ x, y, width, height });

describe('guides', () => {
  const index = new GuideIndex([card(0, 0), card(300, 200, 60, 40)]);

  it('move a card to the nearest edge or centre of another card, on each axis by itself', () => {
    expect(index.snap(card(4, 130), 6)).toMatchObject({ dx: -4, dy: 0 });
    // Its centre is at 333, and the centre of the second card is at 330.
    expect(index.snap(card(283, 400), 6).dx).toBe(-3);
    // Its top is nearest to the bottom of the second card.
    expect(index.snap(card(500, 242), 6)).toMatchObject({ dx: 0, dy: -2 });
    expect(index.snap(card(2, 58), 6)).toMatchObject({ dx: -2, dy: 2 });
  });

  it('do nothing further away', () => {
    expect(index.snap(card(110, 110), 6)).toEqual({ dx: 0, dy: 0, guides: [] });
    expect(index.snap(card(4, 5000), 6)).toEqual({ dx: 0, dy: 0, guides: [] });
  });

  it('are lines from one card to the other, one for each line that they share', () => {
    expect(index.snap(card(2, 200, 100, 60), 6).guides).toEqual([
      { axis: 'x', at: 0, from: 0, to: 260 },
      { axis: 'x', at: 50, from: 0, to: 260 },
      { axis: 'x', at: 100, from: 0, to: 260 },
      { axis: 'y', at: 200, from: 0, to: 360 },
    ]);
  });

  it('read no card again after the start of a drag', () => {
    let reads = 0;
    const cards = Array.from({ length: 500 }, (_, number) => {
      const box = card(number * 150, (number % 7) * 111);
      return {
        ...box,
        get x() {
          reads++;
          return box.x;
        },
      };
    });
    const many = new GuideIndex(cards);
    const before = reads;
    expect(many.snap(card(152, 1), 6)).toMatchObject({ dx: -2, dy: -1 });
    expect(reads).toBe(before);
  });
});
