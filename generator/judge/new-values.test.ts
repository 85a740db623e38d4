import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Probe } from '../analysis/help/probe.ts';
import { sketchOf } from '../analysis/test-sketches.ts';
import { newInterrupt, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { readSketch } from '../sketch/read.ts';
import { TARGETS } from '../targets/index.ts';
import { contextOf } from './context.ts';
import { withAdmittedInterrupt, withAdmittedTask } from './new-values.ts';

const STARTERS = path.join(import.meta.dirname, '../../templates/sketches');

function starter(name: string): Sketch {
  const read = readSketch(readFileSync(path.join(STARTERS, name, `${name}.polyloop.json`), 'utf8'));
  if (!read.ok) throw new Error(`${name} is not a sketch`);
  return read.sketch;
}

const admits = (sketch: Sketch) => new Probe(contextOf(sketch, false)).admits(sketch);
const withTask = (sketch: Sketch) => ({
  ...sketch,
  tasks: [...sketch.tasks, withAdmittedTask(sketch, newTask('New'))],
});
const withInterrupt = (sketch: Sketch) => ({
  ...sketch,
  interrupts: [...sketch.interrupts, withAdmittedInterrupt(sketch, newInterrupt('New', '3'))],
});

/** The least demand that a further task can have. */
const LEAST = { periodUs: 1_000_000_000, budgetUs: 1 };

const cases = readdirSync(STARTERS).flatMap((name) =>
  TARGETS.map(({ id }): [string, string, Sketch] => [name, id, { ...starter(name), target: id }]),
);

describe('a new task', () => {
  it.each(cases)('is admitted in %s on %s if any task is', (_name, _target, sketch) => {
    const possible = admits({ ...sketch, tasks: [...sketch.tasks, newTask('New', LEAST)] });
    expect(admits(withTask(sketch))).toBe(possible);
  });

  it('keeps the usual values where they are admitted', () => {
    expect(withAdmittedTask(sketchOf([]), newTask('New'))).toEqual(newTask('New'));
  });

  it('gets a core where tasks do not move between cores', () => {
    const sketch: Sketch = {
      ...sketchOf([{ T: 10_000, C: 9_500, core: 0 }]),
      target: 'rtems',
      policy: 'rate-monotonic',
      cores: 2,
      clusterCores: 1,
    };
    expect(admits(sketch)).toBe(true);
    expect(admits(withTask(sketch))).toBe(true);
  });

  it('keeps the usual values in a refused sketch, and is found after few analyses in a large one', () => {
    const refused = sketchOf([{ T: 1_000, C: 2_000 }]);
    expect(withAdmittedTask(refused, newTask('New'))).toEqual(newTask('New'));
    const large = sketchOf(
      Array.from({ length: 400 }, () => ({ T: 1_000_000, C: 1_000 })),
      {
        target: 'zephyr',
      },
    );
    expect(admits(withTask(large))).toBe(true);
  });
});

describe('a new interrupt', () => {
  const possible = cases.filter(([, , sketch]) => admits(sketch));

  it.each(possible)('is admitted in %s on %s', (_name, _target, sketch) => {
    expect(admits(withInterrupt(sketch))).toBe(true);
  });
});
