import { expect, it } from 'vitest';
import { Random } from '../random.ts';
import { TimerQueue } from './timers.ts';

it('returns the earliest timer, and of equal times the lowest number, for any history', () => {
  const random = new Random(7);
  for (const count of [1, 2, 3, 17, 100]) {
    const queue = new TimerQueue(count);
    const times = new Array<number>(count).fill(Number.POSITIVE_INFINITY);
    for (let step = 0; step < 2000; step++) {
      const source = random.integer(0, count - 1);
      const time = random.unit() < 0.1 ? Number.POSITIVE_INFINITY : random.integer(0, 50);
      times[source] = time;
      queue.set(source, time);
      const least = Math.min(...times);
      expect(queue.firstNs).toBe(least);
      if (least < Number.POSITIVE_INFINITY) expect(queue.first).toBe(times.indexOf(least));
      expect(queue.timeOf(source)).toBe(time);
    }
  }
});
