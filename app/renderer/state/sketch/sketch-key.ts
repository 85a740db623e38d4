/** Keys of sketches: two sketches with the same key give the same results. */
import { ESTIMATE } from '../../../../generator/sketch/budgets/budget-from.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';

/** Members that affect neither the analysis, nor the simulation, nor the program. */
const DRAWN = ['position', 'timeUnit', 'extensions', 'blocks'];

/** Members of the program that affect neither the analysis nor the simulation. */
const CODE = ['prelude', 'setup', 'body', 'parts', 'libraries', 'budgetFrom', 'handlerBudgetFrom'];

/**
 * A key of everything in a sketch that the analysis and the simulation use. Moving a card or editing
 * code starts no new search.
 */
export const sketchKey = keyWithout(new Set([...DRAWN, ...CODE]));

/**
 * A key of everything in a sketch that a run of its program depends on. The number of an automatic
 * budget follows from runs, so what a run measured stays true when the run sets it.
 */
export const programKey = keyWithout(new Set(DRAWN), (sketch) => ({
  ...sketch,
  tasks: sketch.tasks.map((task) => (task.budgetFrom ? { ...task, ...AUTOMATIC } : task)),
  interrupts: sketch.interrupts.map((each) => (each.handlerBudgetFrom ? { ...each, ...AUTOMATIC_HANDLER } : each)),
}));

const AUTOMATIC = { budgetUs: 1, budgetFrom: ESTIMATE };
const AUTOMATIC_HANDLER = { handlerBudgetUs: 1, handlerBudgetFrom: ESTIMATE };

function keyWithout(
  unseen: ReadonlySet<string>,
  seen: (sketch: Sketch) => Sketch = (sketch) => sketch,
): (sketch: Sketch) => string {
  const keys = new WeakMap<object, string>();
  const remembered = (value: object, make: () => string): string => {
    const key = keys.get(value) ?? make();
    keys.set(value, key);
    return key;
  };
  const text = (value: unknown): string | undefined =>
    JSON.stringify(value, (name, each) => (unseen.has(name) ? undefined : each));
  /** An edit makes one new element. The keys of the others are known. */
  const part = (value: unknown): string | undefined =>
    Array.isArray(value)
      ? `[${value.map((each) => (isObject(each) ? remembered(each, () => text(each) ?? '') : text(each))).join()}]`
      : text(value);
  return (sketch) =>
    remembered(sketch, () =>
      Object.entries(seen(sketch))
        .map(([name, value]) => (unseen.has(name) ? '' : `${name}:${part(value)}`))
        .join(),
    );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
