import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowHeap } from './row-heap.ts';

it('returns rows in the order of their times', () => {
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

it('accepts rows between removals', () => {
  const heap = new RowHeap(3);
  heap.push(0, 5);
  heap.push(1, 3);
  expect(heap.pop()).toBe(1);
  heap.push(1, 9);
  heap.push(2, 4);
  expect([heap.pop(), heap.pop(), heap.pop(), heap.least]).toEqual([2, 0, 1, Number.POSITIVE_INFINITY]);
});

it('keeps the order when the row on top is postponed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(9)), { minLength: 1, maxLength: 12 }),
      (rows) => {
        const heap = new RowHeap(rows.length);
        rows.forEach(([, first], row) => {
          heap.push(row, first);
        });
        const next = rows.map(([, first]) => first);
        for (let step = 0; step < 50; step += 1) {
          expect(heap.least).toBe(Math.min(...next));
          const row = heap.top;
          expect(next[row]).toBe(heap.least);
          next[row] = (next[row] ?? 0) + (rows[row]?.[0] ?? 0);
          heap.postpone(next[row] ?? 0);
        }
      },
    ),
  );
});
