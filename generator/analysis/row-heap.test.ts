import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowHeap } from './row-heap.ts';

it('gives rows back in the order of their times', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 40 }), (times) => {
      const heap = new RowHeap(times.length);
      times.forEach((time, row) => {
        heap.push(row, time);
      });
      const seen: number[] = [];
      while (Number.isFinite(heap.least)) {
        const time = heap.least;
        expect(times[heap.pop()]).toBe(time);
        seen.push(time);
      }
      expect(seen).toEqual([...times].sort((a, b) => a - b));
    }),
  );
});

it('takes rows in between', () => {
  const heap = new RowHeap(3);
  heap.push(0, 5);
  heap.push(1, 3);
  expect(heap.pop()).toBe(1);
  heap.push(1, 9);
  heap.push(2, 4);
  expect([heap.pop(), heap.pop(), heap.pop(), heap.least]).toEqual([2, 0, 1, Number.POSITIVE_INFINITY]);
});
