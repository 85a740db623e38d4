import { describe, expect, it } from 'vitest';
import { changeBlocks, codeFormOf } from '../blocks/forms.ts';
import { newChannel, newInterrupt, newResource, newSketch, newTask } from '../create.ts';
import { renameElement } from '../edits.ts';
import type { ElementKind } from '../elements.ts';
import { sketchIdentifiers } from '../identifiers.ts';
import type { Sketch } from '../model.ts';

const SKETCH = newSketch('s', {
  prelude: 'void report() { level_write(1); }',
  tasks: [
    newTask('reads', {
      setup: 'level_t first;',
      body: 'level_read(&x); // level_read\nlog("level_read", \'"\'); my.level_read2(); level_read(&y);\n/* level_read */',
      deadlineHandler: 'bus_lock(); bus_unlock();',
      budgetHandler: '{ bus_guard held; rare_trigger(); }',
    }),
    newTask('rare', { kind: 'sporadic' }),
  ],
  interrupts: [newInterrupt('edge', '2', { body: 'level_write(2);' })],
  channels: [newChannel('level', { writer: 'edge', readers: ['reads'] }), newChannel('room temp')],
  resources: [newResource('bus', { users: [{ task: 'reads', criticalSectionUs: 10 }] })],
});

function renamed(sketch: Sketch, kind: ElementKind, from: string, to: string): Sketch {
  const result = renameElement(sketch, kind, from, to);
  if (!result.ok) throw new Error('refused');
  return result.sketch;
}

describe('a renamed element', () => {
  it('has its new name in code, but not in comments, texts and other names', () => {
    const { prelude, tasks, interrupts } = renamed(SKETCH, 'channels', 'level', 'height');
    expect(prelude).toBe('void report() { height_write(1); }');
    expect(tasks[0]).toMatchObject({
      setup: 'height_t first;',
      body: 'height_read(&x); // level_read\nlog("level_read", \'"\'); my.level_read2(); height_read(&y);\n/* level_read */',
    });
    expect(interrupts[0]?.body).toBe('height_write(2);');
  });

  it('has its new name after a number with separators, and beside a raw string', () => {
    const body = `delay(1'000); level_read(&x); log(R"(level_read " )"); level_read(&y);`;
    const [task] = renamed({ ...SKETCH, tasks: [newTask('reads', { body })] }, 'channels', 'level', 'height').tasks;
    expect(task?.body).toBe(`delay(1'000); height_read(&x); log(R"(level_read " )"); height_read(&y);`);
  });

  it('is renamed as a lock and as a task', () => {
    const once = renamed(SKETCH, 'resources', 'bus', 'wire');
    const [task] = renamed(once, 'tasks', 'rare', 'seldom').tasks;
    expect(task).toMatchObject({
      deadlineHandler: 'wire_lock(); wire_unlock();',
      budgetHandler: '{ wire_guard held; seldom_trigger(); }',
    });
  });

  it('has the identifier of its new name', () => {
    const [task] = renamed(SKETCH, 'channels', 'level', 'Höhe').tasks;
    expect(task?.setup).toMatch(/^H_he_x[0-9a-f]{8}_t first;$/);
  });

  it('gives back a name that two elements wanted', () => {
    const channels = [newChannel('room temp'), newChannel('room-temp')];
    const id = sketchIdentifiers(newSketch('s', { channels })).channels.get('room-temp');
    const sketch = newSketch('s', { channels, tasks: [newTask('t', { body: `${id}_read(&x);` })] });
    expect(renamed(sketch, 'channels', 'room temp', 'inside').tasks[0]?.body).toBe('room_temp_read(&x);');
  });

  it('leaves code alone if its names do not change', () => {
    expect(renamed(SKETCH, 'channels', 'room temp', 'cold').tasks[0]).toBe(SKETCH.tasks[0]);
  });

  it('is renamed in blocks, which are still what the code was printed from', () => {
    const block = { type: 'polyloop_read', id: 'a', fields: { CHANNEL: 'level', SLOT: 'level' } };
    const workspace = { blocks: [block], workspace: {} };
    const owner = { kind: 'tasks', name: 'reads' } as const;
    const built = changeBlocks(SKETCH, owner, 'body', workspace, 'level_read(&x);');
    if (!built.ok) throw new Error('refused');
    const sketch = renamed(built.sketch, 'channels', 'level', 'height');
    expect(sketch.tasks[0]).toMatchObject({
      body: 'height_read(&x);',
      blocks: { body: { blocks: [{ fields: { CHANNEL: 'height', SLOT: 'level' } }] } },
    });
    expect(codeFormOf(sketch, owner, 'body')).toBe('blocks');
  });
});
