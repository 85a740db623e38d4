import { describe, expect, it } from 'vitest';
import { newChannel, newInterrupt, newPart, newResource, newSketch, newTask } from './create.ts';
import {
  addElement,
  connectChannel,
  disconnectChannel,
  type EditResult,
  moveElements,
  removeElement,
  renameElement,
  setTaskKind,
  updateElement,
  updateSketch,
} from './edits.ts';
import { uniqueName } from './elements.ts';
import { MAX_ELEMENTS, MAX_FIELDS } from './limits.ts';
import type { Part, Sketch, Task } from './model.ts';
import { checkSketch } from './read.ts';

const sketch: Sketch = newSketch('x', {
  tasks: [newTask('T1'), newTask('T2')],
  interrupts: [newInterrupt('Button', '2')],
  channels: [newChannel('C', { writer: 'T1', readers: ['T2', 'Button'] }), newChannel('D')],
  resources: [newResource('R', { users: [{ task: 'T1', criticalSectionUs: 5 }] })],
  parts: [newPart('Lamp', 'led', { pins: { anode: '13' }, position: { x: 1, y: 2 } })],
});

const code = 'x'.repeat(1_000_000);
/** A sketch with a file of nearly the greatest length. */
const long = newSketch('x', {
  prelude: code,
  tasks: [newTask('T1', { body: code }), newTask('T2', { setup: code, body: code })],
});

function done(result: EditResult): Sketch {
  if (!result.ok) throw new Error(result.problems.map((problem) => problem.message).join('\n'));
  return result.sketch;
}

function refusal(result: EditResult): string {
  if (result.ok) throw new Error('was done');
  return result.problems.map((problem) => `${problem.pointer}: ${problem.message}`).join('\n');
}

it('starts from a sketch of the factories, which has no problems', () => {
  expect(checkSketch(sketch)).toEqual([]);
});

describe('updateSketch', () => {
  it('changes members of the sketch itself', () => {
    const changed = done(updateSketch(sketch, { target: 'freertos', policy: 'edf' }));
    expect(changed).toEqual({ ...sketch, target: 'freertos', policy: 'edf' });
    expect(changed.tasks).toBe(sketch.tasks);
  });

  it('rejects a change that the reader would reject', () => {
    expect(refusal(updateSketch(sketch, { name: '' }))).toMatch(/^\/name: name: expected a text/);
    expect(refusal(updateSketch(sketch, { cores: Number.NaN }))).toMatch(/^\/cores: /);
  });

  it('keeps the facts of a board only as long as the board', () => {
    const boardFacts = {
      ...{ name: 'ESP32 Dev', platform: 'espressif32', mcu: 'esp32', usb: [] },
      ...{ clockHz: 240_000_000, ramBytes: 327_680, flashBytes: 4_194_304 },
    };
    const other = done(updateSketch(sketch, { board: 'esp32dev', boardFacts }));
    expect(done(updateSketch(other, { name: 'n', board: 'esp32dev' })).boardFacts).toEqual(boardFacts);
    expect(done(updateSketch(other, { board: 'uno' })).boardFacts).toBeNull();
  });
});

describe('addElement', () => {
  it('adds at the end or at an index', () => {
    expect(done(addElement(sketch, 'tasks', newTask('T3'))).tasks.map((task) => task.name)).toEqual(['T1', 'T2', 'T3']);
    expect(done(addElement(sketch, 'tasks', newTask('T0'), 0)).tasks.map((task) => task.name)).toEqual([
      'T0',
      'T1',
      'T2',
    ]);
  });

  it('rejects a taken name, including the name of an interrupt', () => {
    expect(refusal(addElement(sketch, 'tasks', newTask('T1')))).toMatch(/taken by \/tasks\/0/);
    expect(refusal(addElement(sketch, 'tasks', newTask('Button')))).toMatch(
      /^\/interrupts\/0\/name: .*taken by \/tasks\/2/,
    );
  });
});

describe('updateElement', () => {
  it('shares unchanged elements with the old sketch', () => {
    const changed = done(updateElement(sketch, 'tasks', 'T1', { budgetUs: 7 }));
    expect(changed.tasks[0]).toEqual({ ...sketch.tasks[0], budgetUs: 7 });
    expect(changed.tasks[1]).toBe(sketch.tasks[1]);
    expect(changed.channels).toBe(sketch.channels);
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('rejects a budget of %d', (budgetUs) => {
    expect(refusal(updateElement(sketch, 'tasks', 'T1', { budgetUs }))).toMatch(
      /^\/tasks\/0\/budgetUs: Task "T1", budgetUs/,
    );
  });

  it('rejects NaN instead of reading it as a missing member', () => {
    expect(updateElement(sketch, 'tasks', 'T1', { deadlineUs: Number.NaN }).ok).toBe(false);
  });

  it('suggests an existing name when the element does not exist', () => {
    expect(refusal(updateElement(sketch, 'tasks', 'T11', {}))).toBe(
      '/tasks: The sketch has no task "T11". Did you mean "T1"?',
    );
  });
});

describe('renameElement', () => {
  it('updates every reference', () => {
    const changed = done(renameElement(sketch, 'tasks', 'T1', 'Blink'));
    expect(changed.channels[0]?.writer).toBe('Blink');
    expect(changed.resources[0]?.users[0]?.task).toBe('Blink');
    expect(changed.channels[1]).toBe(sketch.channels[1]);
    expect(done(renameElement(sketch, 'interrupts', 'Button', 'Key')).channels[0]?.readers).toEqual(['T2', 'Key']);
  });

  it('leaves references to a task alone when a channel of that name is renamed', () => {
    const same = done(renameElement(sketch, 'channels', 'C', 'T1'));
    expect(done(renameElement(same, 'channels', 'T1', 'E')).channels[0]?.writer).toBe('T1');
  });

  it('rejects a taken name', () => {
    expect(refusal(renameElement(sketch, 'tasks', 'T1', 'T2'))).toMatch(/taken/);
  });
});

describe('an edit that the file could not preserve', () => {
  it.each([
    ['NUL in code', updateElement(sketch, 'tasks', 'T1', { body: 'a\0b' }), /\/tasks\/0\/body.*NUL/],
    ['half a character in code', updateSketch(sketch, { prelude: '\ud800' }), /\/prelude.*surrogate/],
    [
      'a file that is too long',
      updateElement(long, 'tasks', 'T1', { setup: 'x'.repeat(1_000_000) }),
      /at most 4194304 char/,
    ],
  ])('is refused: %s', (_, result, message) => {
    expect(refusal(result)).toMatch(message);
  });
});

describe('removeElement', () => {
  it('removes references to the element', () => {
    const changed = done(removeElement(sketch, 'tasks', 'T1'));
    expect(changed.channels[0]?.writer).toBeNull();
    expect(changed.resources[0]?.users).toEqual([]);
    expect(checkSketch(changed)).toEqual([]);
  });
});

describe('channels', () => {
  it('are connected and disconnected', () => {
    const written = done(connectChannel(sketch, 'D', 'writer', 'T2'));
    const read = done(connectChannel(written, 'D', 'reader', 'T1'));
    expect(read.channels[1]).toMatchObject({ writer: 'T2', readers: ['T1'] });
    expect(done(connectChannel(read, 'D', 'reader', 'T1'))).toBe(read);
    expect(done(disconnectChannel(read, 'D', 'reader', 'T1')).channels[1]?.readers).toEqual([]);
    expect(done(disconnectChannel(read, 'D', 'writer', 'T2')).channels[1]?.writer).toBeNull();
    expect(done(disconnectChannel(read, 'D', 'writer', 'T1'))).toBe(read);
  });

  it('are not read by their writer', () => {
    expect(refusal(connectChannel(sketch, 'C', 'reader', 'T1'))).toMatch(/cannot read it too/);
  });
});

it('moves several elements at once', () => {
  const moved = done(
    moveElements(sketch, [
      { kind: 'tasks', name: 'T1', position: { x: 10, y: 20.5 } },
      { kind: 'parts', name: 'Lamp', position: null },
    ]),
  );
  expect(moved.tasks[0]?.position).toEqual({ x: 10, y: 20.5 });
  expect(moved.parts[0]?.position).toBeNull();
});

it('changes a task’s kind and changes it back', () => {
  const background = done(setTaskKind(sketch, 'T1', 'background'));
  expect(background.tasks[0]).toMatchObject({ kind: 'background', periodUs: null, budgetUs: null });
  expect(done(setTaskKind(background, 'T1', 'sporadic')).tasks[0]).toMatchObject({ periodUs: 10_000, budgetUs: 1_000 });
});

it.each([
  ['T1', 'T3'],
  ['T9', 'T9'],
  ['Button', 'Button2'],
])('the free name for %s is %s', (wanted, name) => expect(uniqueName(sketch, 'tasks', wanted)).toBe(name));

describe('the check of an edit', () => {
  it('looks only at the elements that the edit changed', () => {
    let reads = 0;
    const get = () => {
      reads += 1;
      return '';
    };
    const watched = Object.defineProperty(newTask('Watched'), 'body', { enumerable: true, get });
    const first = done(
      updateElement(newSketch('x', { tasks: [watched, newTask('T')] }), 'tasks', 'T', { budgetUs: 1 }),
    );
    const once = reads;
    expect(once).toBeGreaterThan(0);
    done(updateElement(first, 'tasks', 'T', { budgetUs: 2 }));
    expect(reads).toBe(once);
  });

  const [task] = sketch.tasks as [Task, ...Task[]];
  const manyTasks = Array.from({ length: MAX_ELEMENTS }, (_, index) => newTask(`M${index}`));
  const manyLibraries = Array.from({ length: MAX_FIELDS + 1 }, (_, index) => ({
    name: `L${index}`,
    version: null,
    folder: null,
  }));
  it.each<[string, Sketch]>([
    ['a valid sketch', sketch],
    ['two tasks of one name', { ...sketch, tasks: [...sketch.tasks, newTask('T1')] }],
    ['the same task twice', { ...sketch, tasks: [...sketch.tasks, task] }],
    ['a task among the parts', { ...sketch, parts: [task as unknown as Part] }],
    ['a budget that is no number', { ...sketch, tasks: [task, newTask('T2', { budgetUs: Number.NaN })] }],
    ['a channel without its writer', { ...sketch, tasks: [newTask('T2')] }],
    ['too many tasks', { ...sketch, tasks: [...sketch.tasks, ...manyTasks] }],
    ['too many libraries', { ...sketch, libraries: manyLibraries }],
  ])('finds the same whether the elements are known or not: %s', (_, changed) => {
    checkSketch(sketch);
    checkSketch({ ...sketch, tasks: manyTasks, channels: [], resources: [] });
    checkSketch({ ...sketch, libraries: manyLibraries.slice(1) });
    expect(checkSketch(changed)).toEqual(checkSketch(structuredClone(changed)));
  });
});
