import { describe, expect, it } from 'vitest';
import { BOARDS } from '../boards/index.ts';
import { uno } from '../boards/uno/index.ts';
import type { Capabilities } from '../platform/kernel.ts';
import { newChannel, newInterrupt, newPart, newResource, newSketch, newTask } from '../sketch/create.ts';
import { toFile } from '../sketch/file.ts';
import { resolvePointer } from '../sketch/json/json-pointer.ts';
import { TARGETS, targetById } from '../targets/index.ts';
import { lower } from './lower.ts';
import { originOf } from './tasks.ts';

const superloop = targetById('superloop');

describe('lower', () => {
  it('converts times to ticks, names to identifiers and references to indices', () => {
    const tasks = [
      newTask('slow one', { periodUs: 50_000, deadlineUs: 40_000, offsetUs: 5, budgetUs: 100 }),
      newTask('fast', { periodUs: 1_000, budgetUs: 10 }),
      newTask('rest', { kind: 'background', periodUs: null, budgetUs: null }),
    ];
    const channels = [newChannel('level', { writer: 'fast', readers: ['rest', 'slow one'] })];
    const { program, diagnostics } = lower(newSketch('x', { tasks, channels }), uno, superloop);
    expect(diagnostics).toEqual([]);
    expect(program?.tasks).toMatchObject([
      {
        identifier: 'slow_one',
        periodTicks: 100_000,
        deadlineTicks: 80_000,
        offsetTicks: 10,
        budgetTicks: 200,
        rank: 1,
      },
      { identifier: 'fast', periodTicks: 2_000, deadlineTicks: 2_000, offsetTicks: 0, budgetTicks: 20, rank: 0 },
      { identifier: 'rest', periodTicks: 0, deadlineTicks: 0, budgetTicks: 0, rank: 2 },
    ]);
    expect(program?.channels).toMatchObject([{ identifier: 'level', writer: 'fast', readers: ['rest', 'slow_one'] }]);
  });

  it('names the pieces of code uniquely', () => {
    expect(originOf('task', 'a/b "c"', 'body')).toBe('task:a%2Fb%20%22c%22/body');
    expect(originOf('interrupt', '\ud800', 'setup')).toBe('interrupt:%EF%BF%BD/setup');
  });
});

describe('an invalid sketch', () => {
  const hopeless = newSketch('x', {
    cores: 2,
    tasks: [
      newTask('long', { periodUs: 2_000_000_000, budgetUs: 10 }),
      newTask('late', { deadlineUs: 3_000_000_000, offsetUs: 2_000_000_000, overrun: 'catch-up', catchUpLimit: 300 }),
    ],
    channels: [
      newChannel('huge', { item: [{ name: 'x', type: 'int64', count: 33 }], writer: 'long', readers: ['late'] }),
      newChannel('deep', { kind: 'ring-buffer', capacity: 255, writer: 'long', readers: ['late'] }),
    ],
    interrupts: [newInterrupt('button', '99')],
    parts: [newPart('lamp', 'led', { pins: { anode: 'D13' } })],
  });
  const { program, diagnostics } = lower(hopeless, uno, superloop);

  it('is reported completely', () => {
    expect(program).toBeNull();
    expect(
      diagnostics.map(({ pointer, member }) => (member === undefined ? pointer : `${pointer} ${member}`)).sort(),
    ).toEqual([
      '/channels/0/item',
      '/channels/1/capacity',
      '/cores',
      '/interrupts/0/pin',
      '/parts/0/pins/anode',
      '/tasks/0/periodUs',
      '/tasks/1/catchUpLimit',
      '/tasks/1/deadlineUs',
      '/tasks/1/offsetUs',
    ]);
  });

  it('is reported at a place of the file, with the element and a fix', () => {
    for (const { pointer, message } of diagnostics) {
      expect(resolvePointer(toFile(hopeless), pointer).found, pointer).toBe(true);
      expect(message).toMatch(/^[^:]+: .+\. ?[A-Z].+[.?]$/);
    }
    const pin = diagnostics.find(({ pointer }) => pointer === '/parts/0/pins/anode');
    expect(pin?.message).toBe('Part "lamp", pins anode: Arduino Uno has no pin "D13". Did you mean "13"?');
  });

  it('for a member at its default, names the enclosing object and the member', () => {
    const onlyFixed: Capabilities = { ...superloop, generates: { ...superloop.generates!, policies: ['fixed'] } };
    const found = lower(newSketch('x', { tasks: [newTask('a')] }), uno, onlyFixed).diagnostics;
    expect(found).toMatchObject([{ pointer: '', member: 'policy', severity: 'error' }]);
  });

  it('includes a target without code generation, and an unsupported board', () => {
    const sketch = newSketch('x', { tasks: [newTask('a')] });
    expect(lower(sketch, uno, { ...superloop, generates: null }).diagnostics).toContainEqual(
      expect.objectContaining({ pointer: '/target', severity: 'error' }),
    );
    const elsewhere = { ...uno, id: 'elsewhere', label: 'Elsewhere', targets: {} };
    expect(lower(sketch, elsewhere, superloop).diagnostics).toMatchObject([{ pointer: '/board', severity: 'error' }]);
  });

  it('a budget above its period, where budgets are enforced', () => {
    const tasks = [newTask('a', { periodUs: 1_000, budgetUs: 1_001 })];
    const interrupts = [newInterrupt('i', '2', { handlerPeriodUs: 1_000, handlerBudgetUs: 2_000 })];
    const sketch = newSketch('x', { tasks, interrupts });
    expect(lower(sketch, uno, superloop).diagnostics).toEqual([]);
    expect(lower(sketch, uno, targetById('freertos')).diagnostics).toMatchObject([
      { pointer: '/tasks/0/budgetUs', severity: 'error' },
      { pointer: '/interrupts/0/handlerBudgetUs', severity: 'error' },
    ]);
  });

  it('a period that no budget can be kept in, where budgets are enforced', () => {
    const long = 2 ** 28 + 1;
    const tasks = [newTask('a', { periodUs: long }), newTask('b', { kind: 'background' })];
    const sketch = newSketch('x', { tasks, interrupts: [newInterrupt('i', '2', { handlerPeriodUs: long })] });
    expect(lower(sketch, uno, superloop).diagnostics).toEqual([]);
    expect(lower(sketch, uno, targetById('freertos')).diagnostics).toMatchObject([
      { pointer: '/tasks/0/periodUs', message: expect.stringContaining('at most 268435456 µs') },
      { pointer: '/interrupts/0/handlerPeriodUs', message: expect.stringContaining('at most 268435456 µs') },
    ]);
  });

  it('too many tasks, no tasks, names that are too long to send', () => {
    const many = Array.from({ length: 33 }, (_, n) => newTask(`t${n}`));
    expect(lower(newSketch('x', { tasks: many }), uno, superloop).diagnostics).toMatchObject([{ pointer: '/tasks' }]);
    expect(lower(newSketch('x'), uno, superloop).diagnostics).toMatchObject([{ pointer: '/tasks' }]);
    const wordy = Array.from({ length: 30 }, (_, n) => newTask(`${n}${'x'.repeat(190)}`));
    expect(lower(newSketch('x', { tasks: wordy }), uno, superloop).diagnostics).toMatchObject([{ pointer: '' }]);
  });
});

describe('a suspicious sketch', () => {
  it('gives a warning and a program', () => {
    const sketch = newSketch('x', {
      tasks: [newTask('a')],
      channels: [
        newChannel('unread', { writer: 'a' }),
        newChannel('unwritten', { readers: ['a'], item: [{ name: 'v', type: 'double', count: 1 }] }),
        newChannel('unconnected'),
      ],
      resources: [newResource('bus', { users: [{ task: 'a', criticalSectionUs: 5 }] })],
    });
    const { program, diagnostics } = lower(sketch, uno, superloop);
    expect(program).not.toBeNull();
    expect(diagnostics.map(({ pointer, severity }) => [pointer, severity])).toEqual([
      ['/channels/0', 'warning'],
      ['/channels/1/item/0/type', 'warning'],
      ['/channels/1', 'warning'],
    ]);
  });
});

it('lowering works for every board of a target with code generation', () => {
  for (const target of TARGETS) {
    for (const board of BOARDS.filter(({ targets }) => targets[target.id] !== undefined)) {
      const sketch = newSketch('x', { board: board.id, target: target.id, tasks: [newTask('a')] });
      expect(lower(sketch, board, target).program, `${board.id}, ${target.id}`).not.toBeNull();
    }
  }
});
