import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { renameElement } from '../../../../generator/sketch/edits.ts';
import { findRenames, refKey, refOfKey } from './element-ref.ts';

describe('element references', () => {
  it('survive a round trip through a key, for any name', () => {
    const ref = { kind: 'tasks', name: 'a:b "c"' } as const;
    expect(refOfKey(refKey(ref))).toEqual(ref);
    expect(refOfKey('planets:Mars')).toBeNull();
    expect(refOfKey('')).toBeNull();
  });

  it('find a renamed element, forwards and backwards', () => {
    const before = newSketch('s', { tasks: [newTask('A'), newTask('B')] });
    const result = renameElement(before, 'tasks', 'B', 'C');
    if (!result.ok) throw new Error('refused');
    expect([...findRenames(before, result.sketch)]).toEqual([['tasks:B', { kind: 'tasks', name: 'C' }]]);
    expect([...findRenames(result.sketch, before)]).toEqual([['tasks:C', { kind: 'tasks', name: 'B' }]]);
  });

  it('do not treat a reordering as a rename', () => {
    const [a, b] = [newTask('A'), newTask('B')];
    const renames = findRenames(newSketch('s', { tasks: [a, b] }), newSketch('s', { tasks: [b, a] }));
    expect(renames.size).toBe(0);
  });
});
