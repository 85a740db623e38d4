import { expect, it } from 'vitest';
import { Random } from '../random.ts';
import { OneCoreDispatcher } from './one-core.ts';

it('runs the most urgent task by key, then second, then arrival, in a thousand random steps', () => {
  const random = new Random(11);
  const count = 12;
  const dispatcher = new OneCoreDispatcher({ cores: [3], tasks: count, affinity: [] });
  const ready = new Map<number, readonly [key: number, second: number, turn: number]>();
  let turn = 0;
  for (let step = 0; step < 5000; step++) {
    const task = random.integer(0, count - 1);
    const [key, second, last] = [random.integer(0, 4), random.integer(0, 1), random.unit() < 0.5];
    const known = ready.get(task);
    if (known === undefined) {
      dispatcher.insert(task, key, second);
      ready.set(task, [key, second, turn++]);
    } else if (random.unit() < 0.5) {
      dispatcher.remove(task);
      ready.delete(task);
    } else {
      dispatcher.rekey(task, key, second, last);
      ready.set(task, [key, second, last ? turn++ : known[2]]);
    }
    const order = [...ready].sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    const running = Int32Array.of(-1, -1, -1, 99);
    expect(dispatcher.decide(running)).toBe(true);
    expect([...running]).toEqual([-1, -1, -1, order[0]?.[0] ?? -1]);
    expect(dispatcher.decide(running)).toBe(false);
  }
});
