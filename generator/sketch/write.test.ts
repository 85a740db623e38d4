import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newChannel, newPart, newSketch, newTask } from './create.ts';
import { moveElements, updateElement, updateSketch } from './edits.ts';
import { fingerprint } from './fingerprint.ts';
import { readSketch } from './read.ts';
import { writeSketch } from './write.ts';

const fixtures = fileURLToPath(new URL('../../test/fixtures/sketches', import.meta.url));

describe.each(readdirSync(fixtures).filter((name) => name.endsWith('.polyloop.json')))('%s', (name) => {
  it('is written with the same bytes that were read', () => {
    const text = readFileSync(join(fixtures, name), 'utf8');
    const result = readSketch(text);
    expect(result.ok && writeSketch(result.sketch)).toBe(text);
  });
});

describe('writeSketch', () => {
  it('keeps the digits of numbers in members of others', () => {
    const own = '"x-own": {"id": 12345678901234567890, "price": 0.10, "large": 1e400, "zero": -0, "list": [1.0, 7]}';
    const text = `{"polyloop": 1, "name": "x", "board": "uno", "target": "superloop", "tasks": [], ${own}}`;
    const result = readSketch(text);
    if (!result.ok) throw new Error(result.problems[0]?.message);
    expect(writeSketch(result.sketch)).toContain(own);
    expect(writeSketch({ ...result.sketch, name: 'y'.repeat(200) })).toContain(own);
  });

  it('writes a larger sketch with a line for each element', () => {
    const sketch = newSketch('x', {
      tasks: [newTask('T1'), newTask('T2')],
      channels: [newChannel('C', { readers: ['T1', 'T2'] })],
    });
    expect(writeSketch(sketch)).toBe(`{
  "polyloop": 1,
  "name": "x",
  "board": "uno",
  "target": "superloop",
  "tasks": [
    {"name": "T1", "periodUs": 10000, "budgetUs": 1000},
    {"name": "T2", "periodUs": 10000, "budgetUs": 1000}
  ],
  "channels": [
    {"name": "C", "reader": ["T1", "T2"]}
  ]
}
`);
  });

  it('does not depend on the order of members in memory', () => {
    const task = newTask('T1', { body: 'x', setup: 'y' });
    const reversed = Object.fromEntries(Object.entries(task).reverse()) as typeof task;
    expect(writeSketch(newSketch('x', { tasks: [reversed] }))).toBe(writeSketch(newSketch('x', { tasks: [task] })));
  });
});

describe('fingerprint', () => {
  const sketch = newSketch('x', { tasks: [newTask('T1')] });

  it('is the same for the same program', () => {
    const moved = moveElements(sketch, [{ kind: 'tasks', name: 'T1', position: { x: 1, y: 2 } }]);
    const shown = updateSketch(sketch, { timeUnit: 's' });
    expect(moved.ok && fingerprint(moved.sketch)).toBe(fingerprint(sketch));
    expect(shown.ok && fingerprint(shown.sketch)).toBe(fingerprint(sketch));
    expect(fingerprint({ ...sketch, parts: [newPart('Lamp', 'led')] })).toBe(fingerprint(sketch));
    expect(fingerprint({ ...sketch, extensions: { 'x-a': 1 } })).toBe(fingerprint(sketch));
  });

  it('differs for a different program, and fits into 32 bits', () => {
    const changed = updateElement(sketch, 'tasks', 'T1', { body: 'x();' });
    expect(changed.ok && fingerprint(changed.sketch)).not.toBe(fingerprint(sketch));
    expect(fingerprint(sketch)).toBeGreaterThanOrEqual(0);
    expect(fingerprint(sketch)).toBeLessThan(2 ** 32);
  });
});
