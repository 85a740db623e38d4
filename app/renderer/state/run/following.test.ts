/** State that follows changes of the document: the selection and the open code editors. */
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { removeElement, renameElement } from '../../../../generator/sketch/edits.ts';
import { testSession } from '../session/test-session.ts';

const SKETCH = newSketch('s', { tasks: [newTask('Sense'), newTask('Act')] });
const sense = { kind: 'tasks', name: 'Sense' } as const;
const act = { kind: 'tasks', name: 'Act' } as const;

function following() {
  const { bodies, document, selection } = testSession(SKETCH);
  return {
    document,
    bodies,
    selection,
    selected: selection.currentSelection,
    owners: () => bodies.store.getState().open.map(({ owner }) => owner?.name ?? null),
    rename: (from: string, to: string) => document.edit('Rename', (sketch) => renameElement(sketch, 'tasks', from, to)),
    remove: (name: string) => document.edit('Delete', (sketch) => removeElement(sketch, 'tasks', name)),
  };
}

describe('the selection', () => {
  it('follows a rename, its undo and its redo', () => {
    const { document, selection, selected, rename } = following();
    selection.select([sense, act]);
    rename('Sense', 'Measure');
    expect(selected()).toEqual([{ kind: 'tasks', name: 'Measure' }, act]);
    document.undo();
    expect(selected()).toEqual([sense, act]);
    document.redo();
    expect(selected()).toEqual([{ kind: 'tasks', name: 'Measure' }, act]);
  });

  it('loses removed elements', () => {
    const { selection, selected, remove } = following();
    selection.select([sense, act]);
    remove('Sense');
    expect(selected()).toEqual([act]);
    selection.selectIfThere(sense);
    expect(selected()).toEqual([act]);
  });

  it('is empty in another document, even if it has an element of the same name', () => {
    const { document, selection, selected } = following();
    selection.select([sense]);
    document.showDocument({ ...SKETCH, name: 'other' });
    expect(selected()).toEqual([]);
  });
});

describe('open bodies', () => {
  it('are opened once, and then shown at another place', () => {
    const { bodies, owners } = following();
    bodies.openBody(sense);
    const first = bodies.store.getState().reveal;
    bodies.openBody(sense, { member: 'setup', line: 3 });
    const second = bodies.store.getState().reveal;
    expect(owners()).toEqual(['Sense']);
    expect(second).toMatchObject({ bodyId: first?.bodyId, member: 'setup', line: 3 });
    expect(second?.serial).not.toBe(first?.serial);
  });

  it('keep their tab and their models when their owner is renamed', () => {
    const { bodies, owners, rename } = following();
    bodies.openBody(sense);
    const [before] = bodies.store.getState().open;
    rename('Sense', 'Measure');
    expect(owners()).toEqual(['Measure']);
    expect(bodies.store.getState().open[0]?.id).toBe(before?.id);
  });

  it('close with their owner or their document; the prelude closes with its document', () => {
    const { bodies, document, owners, remove } = following();
    bodies.openBody(null);
    bodies.openBody(sense);
    bodies.openBody(act);
    remove('Sense');
    expect(owners()).toEqual([null, 'Act']);
    document.showDocument({ ...SKETCH, name: 'other' });
    expect(owners()).toEqual([]);
    expect(bodies.store.getState().reveal).toBeNull();
  });

  it('commit typed text to the document before they close', () => {
    const { bodies, document } = following();
    bodies.openBody(sense);
    const [body] = bodies.store.getState().open;
    let flushed = 0;
    document.onFlush(() => flushed++);
    bodies.closeBody(body?.id ?? '');
    expect(flushed).toBe(1);
    expect(bodies.store.getState()).toEqual({ behindCanvas: false, open: [], reveal: null });
  });
});

describe('edits', () => {
  it('with the same merge key are one step of undo, with two keys two steps', () => {
    const { document } = following();
    const name = (next: string, key: string) =>
      document.edit('Name', (sketch) => ({ ok: true, sketch: { ...sketch, name: next } }), key);
    const [first, second] = [document.newMergeKey(), document.newMergeKey()];
    expect(first).not.toBe(second);
    name('a', first);
    name('ab', first);
    name('abc', second);
    document.undo();
    expect(document.currentSketch().name).toBe('ab');
    document.undo();
    expect(document.currentSketch().name).toBe('s');
  });
});
