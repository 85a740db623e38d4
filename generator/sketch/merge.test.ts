import { describe, expect, it } from 'vitest';
import { changeBlocks } from './blocks/forms.ts';
import { newChannel, newInterrupt, newPart, newResource, newSketch, newTask } from './create.ts';
import { type EditResult, removeElement, renameElement, updateElement } from './edits.ts';
import { type MergeConflict, mergeSketches } from './merge.ts';
import type { Sketch } from './model.ts';

const CODE = 'one();\ntwo();\nthree();\nfour();\nfive();';
const BASE = newSketch('s', {
  tasks: [newTask('fast', { periodUs: 10_000, budgetUs: 1_000, body: CODE }), newTask('slow')],
  channels: [newChannel('value', { writer: 'fast', readers: ['slow'] })],
  resources: [newResource('lock')],
  parts: [newPart('Lamp', 'rgb-led', { pins: { red: '9', green: '10' } })],
});

function editedBy(...edits: readonly ((sketch: Sketch) => EditResult)[]): Sketch {
  return edits.reduce((sketch, change) => {
    const result = change(sketch);
    if (!result.ok) throw new Error(result.problems[0]?.message);
    return result.sketch;
  }, BASE);
}
const withTask = (name: string, changes: Parameters<typeof updateElement<'tasks'>>[3]) => (sketch: Sketch) =>
  updateElement(sketch, 'tasks', name, changes);
const keys = (conflicts: readonly MergeConflict[]) =>
  conflicts.map(({ element, member }) => [element?.name ?? null, member]);

describe('a merge', () => {
  it('takes the members that only one version changed, also of one element', () => {
    const { sketch, conflicts } = mergeSketches(
      BASE,
      editedBy(withTask('fast', { budgetUs: 2_000 }), withTask('slow', { priority: 3 })),
      editedBy(withTask('fast', { periodUs: 20_000 })),
    );
    expect(conflicts).toEqual([]);
    expect(sketch.tasks[0]).toMatchObject({ budgetUs: 2_000, periodUs: 20_000 });
    expect(sketch.tasks[1]).toMatchObject({ priority: 3 });
  });

  it('merges code by its lines, and asks about lines that both versions changed', () => {
    const code = (from: string, to: string) => editedBy(withTask('fast', { body: CODE.replace(from, to) }));
    const merged = mergeSketches(BASE, code('one', 'first'), code('five', 'last'));
    expect(merged.sketch.tasks[0]?.body).toBe('first();\ntwo();\nthree();\nfour();\nlast();');
    const { sketch, conflicts } = mergeSketches(BASE, code('three', 'mine'), code('three', 'theirs'));
    expect(keys(conflicts)).toEqual([['fast', 'body']]);
    expect(sketch.tasks[0]?.body).toContain('mine');
  });

  it('keeps code and the blocks that it was printed from together', () => {
    const build = (id: string, code: string) => (sketch: Sketch) =>
      changeBlocks(
        sketch,
        { kind: 'tasks', name: 'fast' },
        'body',
        { blocks: [{ type: 'print', id }], workspace: {} },
        code,
      );
    const ours = editedBy(build('a', CODE.replace('one', 'first')));
    const theirs = editedBy(build('b', CODE.replace('five', 'last')));
    const { conflicts } = mergeSketches(BASE, ours, theirs);
    expect(keys(conflicts)).toEqual([['fast', 'body']]);
    const choices = new Map([[conflicts[0]?.key ?? '', 'theirs' as const]]);
    expect(mergeSketches(BASE, ours, theirs).sketch.tasks[0]).toEqual(ours.tasks[0]);
    expect(mergeSketches(BASE, ours, theirs, choices).sketch.tasks[0]).toEqual(theirs.tasks[0]);
    const moved = editedBy(withTask('slow', { setup: 'x();' }));
    expect(mergeSketches(BASE, moved, theirs).sketch.tasks[0]).toEqual(theirs.tasks[0]);
    const typed = editedBy(withTask('fast', { body: CODE.replace('one', 'mine') }));
    expect(keys(mergeSketches(BASE, typed, theirs).conflicts)).toEqual([['fast', 'body']]);
  });

  it('asks about a member that both versions changed, and follows the choice', () => {
    const [ours, theirs] = [5_000, 7_000].map((budgetUs) => editedBy(withTask('fast', { budgetUs })));
    if (ours === undefined || theirs === undefined) throw new Error('no versions');
    const { conflicts, sketch } = mergeSketches(BASE, ours, theirs);
    expect(conflicts).toEqual([
      {
        key: expect.any(String),
        element: { kind: 'tasks', name: 'fast' },
        member: 'budgetUs',
        ours: 5_000,
        theirs: 7_000,
      },
    ]);
    expect(sketch.tasks[0]?.budgetUs).toBe(5_000);
    const chosen = mergeSketches(BASE, ours, theirs, new Map([[conflicts[0]?.key ?? '', 'theirs']]));
    expect(chosen.sketch.tasks[0]?.budgetUs).toBe(7_000);
  });

  it('keeps the elements that either version added, and removes those that either removed', () => {
    const ours: Sketch = { ...BASE, tasks: [...BASE.tasks, newTask('mine')], resources: [] };
    const theirs: Sketch = {
      ...BASE,
      interrupts: [newInterrupt('Button', '2')],
      tasks: [newTask('new'), ...BASE.tasks],
    };
    const { sketch, conflicts } = mergeSketches(BASE, ours, theirs);
    expect(conflicts).toEqual([]);
    expect(sketch.tasks.map(({ name }) => name)).toEqual(['new', 'fast', 'slow', 'mine']);
    expect(sketch.interrupts).toHaveLength(1);
    expect(sketch.resources).toEqual([]);
  });

  it('asks about an element that one version changed or connected and the other removed', () => {
    const removed = editedBy((sketch) => removeElement(sketch, 'tasks', 'slow'));
    const changed = editedBy(withTask('slow', { priority: 1 }));
    const connected = editedBy((sketch) =>
      updateElement(sketch, 'resources', 'lock', { users: [{ task: 'slow', criticalSectionUs: 10 }] }),
    );
    for (const version of [changed, connected]) {
      const { conflicts, sketch } = mergeSketches(BASE, version, removed);
      expect(keys(conflicts)).toEqual([['slow', null]]);
      expect(sketch.tasks).toHaveLength(2);
      const choices = new Map(conflicts.map(({ key }) => [key, 'theirs' as const]));
      const without = mergeSketches(BASE, version, removed, choices).sketch;
      expect(without.tasks).toHaveLength(1);
      expect(without.resources[0]?.users).toEqual([]);
    }
    const moved = editedBy(withTask('slow', { position: { x: 1, y: 2 } }));
    expect(mergeSketches(BASE, moved, removed)).toMatchObject({ conflicts: [], sketch: { tasks: [{ name: 'fast' }] } });
  });

  it('follows a renamed element with its references', () => {
    const renamed = editedBy((sketch) => renameElement(sketch, 'tasks', 'fast', 'quick'));
    const changed = editedBy(withTask('fast', { budgetUs: 2_000 }));
    for (const [ours, theirs] of [
      [renamed, changed],
      [changed, renamed],
    ] as const) {
      const { sketch, conflicts } = mergeSketches(BASE, ours, theirs);
      expect(conflicts).toEqual([]);
      expect(sketch.tasks[0]).toMatchObject({ name: 'quick', budgetUs: 2_000 });
      expect(sketch.channels[0]?.writer).toBe('quick');
    }
    const other = editedBy((sketch) => renameElement(sketch, 'tasks', 'fast', 'rapid'));
    expect(keys(mergeSketches(BASE, renamed, other).conflicts)).toEqual([['fast', 'name']]);
  });

  it('makes changes that are invalid only together a conflict', () => {
    const kind = editedBy(withTask('slow', { kind: 'background', periodUs: null, budgetUs: null }));
    const offset = editedBy(withTask('slow', { offsetUs: 500 }));
    const { conflicts, sketch } = mergeSketches(BASE, kind, offset);
    expect(keys(conflicts)).toEqual([['slow', null]]);
    expect(sketch.tasks[1]?.kind).toBe('background');
    const task: Sketch = { ...BASE, tasks: [...BASE.tasks, newTask('same')] };
    const interrupt: Sketch = { ...BASE, interrupts: [newInterrupt('same', '2')] };
    const named = mergeSketches(BASE, task, interrupt);
    expect(keys(named.conflicts)).toEqual([[null, null]]);
    expect(named.sketch).toEqual(task);
    expect(mergeSketches(BASE, task, interrupt, new Map([['', 'theirs']])).sketch).toEqual(interrupt);
  });

  it('merges pins, readers and users one by one', () => {
    const pins = (changes: Record<string, string>): Sketch => ({
      ...BASE,
      parts: BASE.parts.map((part) => ({ ...part, pins: { ...part.pins, ...changes } })),
    });
    const { sketch, conflicts } = mergeSketches(BASE, pins({ red: '3' }), pins({ green: '5', blue: '6' }));
    expect(conflicts).toEqual([]);
    expect(sketch.parts[0]?.pins).toEqual({ red: '3', green: '5', blue: '6' });
    const users = (task: string): Sketch => ({
      ...BASE,
      resources: [newResource('lock', { users: [{ task, criticalSectionUs: 10 }] })],
    });
    expect(mergeSketches(BASE, users('fast'), users('slow')).sketch.resources[0]?.users).toHaveLength(2);
  });
});
