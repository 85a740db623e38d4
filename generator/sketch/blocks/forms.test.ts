import { describe, expect, it } from 'vitest';
import { newInterrupt, newSketch, newTask } from '../create.ts';
import { updateElement } from '../edits.ts';
import { fingerprint } from '../fingerprint.ts';
import type { Sketch } from '../model.ts';
import { readSketch } from '../read.ts';
import type { EditResult } from '../validated.ts';
import { writeSketch } from '../write.ts';
import { blocksOf, changeBlocks, codeFormOf, EMPTY_WORKSPACE, removeBlocks, takeBlocks, takeTyped } from './forms.ts';

const OWNER = { kind: 'tasks', name: 'T1' } as const;
const SKETCH = newSketch('s', { tasks: [newTask('T1')], interrupts: [newInterrupt('I', '2')] });
const WORKSPACE = { blocks: [{ type: 'print', id: 'a', x: 1, y: 2 }], workspace: {} };

function done(result: EditResult): Sketch {
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.sketch;
}
const built = done(changeBlocks(SKETCH, OWNER, 'body', WORKSPACE, 'print();'));
const typed = done(updateElement(built, 'tasks', 'T1', { body: 'print(1);' }));

describe('a piece of code', () => {
  it('is empty, typed, built from blocks, or typed over its blocks', () => {
    expect(codeFormOf(SKETCH, OWNER, 'body')).toBe('empty');
    expect(codeFormOf(done(updateElement(SKETCH, 'tasks', 'T1', { body: 'x();' })), OWNER, 'body')).toBe('code');
    expect(codeFormOf(built, OWNER, 'body')).toBe('blocks');
    expect(codeFormOf(built, OWNER, 'setup')).toBe('empty');
    expect(codeFormOf(typed, OWNER, 'body')).toBe('aside');
    expect(codeFormOf(SKETCH, { kind: 'tasks', name: 'none' }, 'body')).toBeNull();
    expect(codeFormOf(SKETCH, { kind: 'interrupts', name: 'I' }, 'setup')).toBeNull();
  });

  it('keeps its blocks while the code is typed, and the typed code while there are blocks again', () => {
    expect(blocksOf(typed, OWNER, 'body')).toEqual(blocksOf(built, OWNER, 'body'));
    const back = done(takeBlocks(typed, OWNER, 'body', 'print();'));
    expect(codeFormOf(back, OWNER, 'body')).toBe('blocks');
    expect(back.tasks[0]?.body).toBe('print();');
    expect(done(takeBlocks(back, OWNER, 'body', 'print();'))).toBe(back);
    const more = { ...WORKSPACE, blocks: [...WORKSPACE.blocks, { type: 'print', id: 'b' }] };
    const changed = done(changeBlocks(back, OWNER, 'body', more, 'print();print();'));
    const again = done(takeTyped(changed, OWNER, 'body'));
    expect(again.tasks[0]?.body).toBe('print(1);');
    expect(codeFormOf(again, OWNER, 'body')).toBe('aside');
    expect(blocksOf(again, OWNER, 'body')?.blocks).toEqual(more.blocks);
    expect(done(takeTyped(again, OWNER, 'body'))).toBe(again);
  });

  it('has no blocks when the last one is removed, or when they are dropped', () => {
    expect(done(changeBlocks(built, OWNER, 'body', EMPTY_WORKSPACE, ''))).toEqual(SKETCH);
    expect(done(removeBlocks(typed, OWNER, 'body')).tasks[0]?.blocks).toBeUndefined();
    expect(done(removeBlocks(typed, OWNER, 'body')).tasks[0]?.body).toBe('print(1);');
  });

  it('keeps its form in the file, in a line for each block', () => {
    const text = writeSketch(built);
    expect(text).toContain('{"type": "print", "id": "a", "x": 1, "y": 2}');
    const again = readSketch(text);
    expect(again.ok && again.sketch).toEqual(built);
  });

  it('is the same program with blocks and without', () => {
    expect(fingerprint(built)).toBe(fingerprint(done(removeBlocks(built, OWNER, 'body'))));
  });

  it('of an interrupt has blocks of its body alone', () => {
    const owner = { kind: 'interrupts', name: 'I' } as const;
    expect(codeFormOf(done(changeBlocks(SKETCH, owner, 'body', WORKSPACE, 'print();')), owner, 'body')).toBe('blocks');
    expect(changeBlocks(SKETCH, owner, 'setup', WORKSPACE, 'print();').ok).toBe(false);
  });

  it('cannot have blocks that a file could not hold', () => {
    let deep: Record<string, unknown> = {};
    for (let depth = 0; depth < 40; depth++) deep = { deep };
    const extraState = deep as never;
    const workspace = { blocks: [{ type: 'print', id: 'a', extraState }], workspace: {} };
    const result = changeBlocks(SKETCH, OWNER, 'body', workspace, 'print();');
    expect(result.ok ? '' : result.problems[0]?.message).toContain('32 objects and lists inside each other');
  });
});
