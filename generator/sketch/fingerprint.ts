/** Identifies the sketch from which a program was generated. */
import { ESTIMATE, isProvisional } from './budgets/budget-from.ts';
import { toFile } from './file.ts';
import { fnv1a32 } from './fnv.ts';
import type { BudgetFrom, Interrupt, Sketch, Task } from './model.ts';

/**
 * A number that changes when the sketch's program may change: FNV-1a of the sketch file as compact
 * JSON without blocks, parts, groups, positions, time unit and extensions. Wiring a part or moving an
 * element on the canvas does not change the number, so it needs no new build. Of where an automatic
 * budget is from, it depends on whether the program enforces the budget, and on nothing else.
 */
export function fingerprint(sketch: Sketch): number {
  const still = <T extends { readonly position: unknown }>(elements: readonly T[]) =>
    elements.map((element) => ({ ...element, position: null }));
  const unbuilt = <T extends { readonly blocks?: unknown }>(elements: readonly T[]) =>
    elements.map((element) => ({ ...element, blocks: undefined }));
  const { extensions: _, ...members } = sketch;
  const program: Sketch = {
    ...members,
    timeUnit: 'auto',
    tasks: unbuilt(still(sketch.tasks)).map((task) => ({ ...task, budgetFrom: enforced(sketch, task) })),
    channels: still(sketch.channels),
    interrupts: unbuilt(still(sketch.interrupts)).map((each) => ({
      ...each,
      handlerBudgetFrom: enforced(sketch, each),
    })),
    resources: still(sketch.resources),
    parts: [],
    groups: [],
  };
  return fnv1a32(JSON.stringify(toFile(program)));
}

/** Undefined for a budget that the program keeps, wherever it is from. */
function enforced(sketch: Sketch, element: Task | Interrupt): BudgetFrom | undefined {
  return isProvisional(sketch, element) ? ESTIMATE : undefined;
}
