import { describe, expect, it } from 'vitest';
import { admit } from '../analysis/admission.ts';
import { newChannel, newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { contextOf } from './context.ts';
import { isMemoryUnknown, staticFit } from './fit.ts';

const tasks = [newTask('a'), newTask('b')];
const judged = (values: Partial<Sketch>) => staticFit(newSketch('s', values));

describe('a board of PlatformIO', () => {
  const facts = {
    ...{ name: 'Board', platform: 'p', mcu: 'm', usb: [] },
    clockHz: 16e6,
    ramBytes: 2048,
    flashBytes: 1,
  };
  const place = { board: 'board', boardFacts: facts };

  it('has no static fit, and is named as one whose memory is unknown', () => {
    expect(judged({ tasks, ...place })).toBeNull();
    expect(isMemoryUnknown(newSketch('s', place))).toBe(true);
    expect(isMemoryUnknown(newSketch('s'))).toBe(false);
    expect(isMemoryUnknown(newSketch('s', { board: 'host' }))).toBe(false);
  });

  it('is refused with interrupts, whose cost is not known, by the verdict and by the generator', () => {
    const interrupts = [newInterrupt('button', '2')];
    const sketch = newSketch('s', { tasks, interrupts, ...place });
    const refused = admit(sketch, contextOf(sketch, false));
    expect(refused.admitted).toBe(false);
    expect(refused.sentence).toContain('what an interrupt costs on this board is not known');
    expect(refused.sentence).toContain('poll its pin in a task, or choose another board');
    const without = { ...sketch, interrupts: [] };
    expect(admit(without, contextOf(without, false)).admitted).toBe(true);
    // Without overheads, as textbooks judge.
    expect(admit(sketch, contextOf(sketch, true)).admitted).toBe(true);
  });
});

describe('the static fit of a sketch', () => {
  it('adds up the memory of the runtime, the stack and each task', () => {
    const found = judged({ tasks });
    expect(found).toMatchObject({ ramLimitBytes: 2048, flashBytes: 5360, flashLimitBytes: 32_256, fits: true });
    expect(found?.ramBytes).toBe(272 + 214 + 2 * 16);
    expect(found?.freeBytes).toBe(2048 - (272 + 214 + 2 * 16));
    expect(found?.parts.map(({ name }) => name)).toEqual(['runtime', 'stack', 'task "a"', 'task "b"']);
  });

  it('estimates more flash for text, interrupts and threads', () => {
    const flash = (values: Partial<Sketch>) => judged({ tasks, ...values })?.flashBytes ?? 0;
    expect(flash({ tasks: [newTask('a', { body: 'Serial.print(1);' }), newTask('b')] }) - flash({})).toBe(2000);
    expect(flash({ interrupts: [newInterrupt('i', '2', { handlerBudgetUs: 0 })] }) - flash({})).toBe(4700);
    expect(flash({ target: 'freertos' })).toBe(18_600);
  });

  it('counts the items of channels, for each reader', () => {
    const item = [{ name: 'v', type: 'int16', count: 1 }] as const;
    const ring = newChannel('r', { kind: 'ring-buffer', item, capacity: 8, writer: 'a', readers: ['b'] });
    const extra = (judged({ tasks, channels: [ring] })?.ramBytes ?? 0) - (judged({ tasks })?.ramBytes ?? 0);
    expect(extra).toBe(9 * 2 + 10);
    const slots = newChannel('s', { item, writer: 'a', readers: ['b'] });
    expect(judged({ tasks, channels: [slots] })?.parts).toContainEqual({ name: 'channel "s"', bytes: 4 * 2 + 5 });
  });

  it('counts handlers, and the servers of interrupts', () => {
    const interrupts = [newInterrupt('i', '2'), newInterrupt('j', '3', { handlerBudgetUs: 0 })];
    const parts = judged({ tasks, interrupts })?.parts;
    expect(parts).toContainEqual({ name: 'interrupts', bytes: 53 + 2 * 69 });
    expect(parts?.filter(({ name }) => name.startsWith('handler'))).toEqual([{ name: 'handler of "i"', bytes: 16 }]);
  });

  it('counts the stored releases of every task', () => {
    const keeping = [newTask('a', { overrun: 'catch-up' }), newTask('b')];
    expect((judged({ tasks: keeping })?.ramBytes ?? 0) - (judged({ tasks })?.ramBytes ?? 0)).toBe(28);
  });

  it('counts a stack per task if the target has threads, and reports an excess', () => {
    const values = { target: 'freertos', tasks } as const;
    expect(judged(values)?.parts).toContainEqual({ name: 'task "a"', bytes: 224 + 108 });
    const greedy = judged({ ...values, tasks: [newTask('a', { stackBytes: 1900 })] });
    expect(greedy).toMatchObject({
      fits: false,
      freeBytes: 0,
      parts: expect.arrayContaining([{ name: 'task "a"', bytes: 2008 }]),
    });
    expect(greedy?.parts[0]?.name).toBe('task "a"');
  });

  it('is null if nothing is generated, or nothing was measured', () => {
    expect(judged({ tasks, target: 'zephyr' })).toBeNull();
    expect(judged({ tasks, board: 'host' })).toBeNull();
    expect(judged({ tasks, target: 'freertos', board: 'host' })).toBeNull();
  });
});

describe('the stack on which jobs preempt each other', () => {
  const three = ['a', 'b', 'c'].map((name, index) => newTask(name, { periodUs: 10_000 * (1 + (index >> 1)) }));
  const stackOf = (values: Partial<Sketch>) =>
    judged({ tasks: three, target: 'preemptive', ...values })?.parts.find(({ name }) => name === 'stack')?.bytes ?? 0;
  const levels = [
    { part: 'main', tasks: [], bytes: 90 },
    { part: 'jobs', tasks: ['c'], bytes: 150 },
    { part: 'jobs', tasks: ['b'], bytes: 400 },
    { part: 'jobs', tasks: ['a'], bytes: 140 },
    { part: 'interrupts', tasks: [], bytes: 200 },
  ] as const;

  it('has a level for each task, and under EDF one for all tasks with the same deadline', () => {
    expect(stackOf({})).toBe(214 + 2 * 80);
    expect(stackOf({ policy: 'edf' })).toBe(214 + 80);
    expect(judged({ tasks: three, target: 'preemptive', policy: 'edf' })?.levels).toEqual([['c'], ['b', 'a']]);
    expect(stackOf({ policy: 'edf', tasks: three.map((task) => ({ ...task, overrun: 'demote' })) })).toBe(214 + 160);
    expect(judged({ tasks: three, target: 'superloop' })?.levels).toEqual([]);
  });

  it('takes the figures of the last build, and the least one for a task that was not built', () => {
    const sketch = newSketch('s', { target: 'preemptive', tasks: [...three, newTask('new', { periodUs: 50_000 })] });
    const fit = staticFit(sketch, [{ levels }]);
    expect(fit?.stackIsBuilt).toBe(true);
    expect(fit?.parts[0]).toEqual({ name: 'stack', bytes: 90 + 150 + 400 + 140 + 140 + 200 });
    expect(fit?.ramBytes).toBe(fit?.parts.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(staticFit(sketch)?.stackIsBuilt).toBe(false);
  });
});
