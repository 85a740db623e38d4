/**
 * Tests repeatedly whether a changed sketch is admitted: like `admit`, but without explanations,
 * and starting with the test that decided the last time.
 */

import { timeUnitUs } from '../../platform/kernel.ts';
import { NO_OVERHEADS } from '../../platform/overheads.ts';
import type { Sketch } from '../../sketch/model.ts';
import type { Us } from '../../sketch/time.ts';
import { type AdmissionContext, isOverloaded } from '../admission.ts';
import { type Method, verdictOf } from '../method.ts';
import { METHODS } from '../registry.ts';
import { buildTaskSet, type TaskSet } from '../task-set.ts';
import { unableTo } from '../unable.ts';

export class Probe {
  readonly #context: AdmissionContext;
  #methods: readonly Method[] = [...METHODS.filter((method) => method.exact), ...METHODS.filter((m) => !m.exact)];
  #asked = 0;

  constructor(context: AdmissionContext) {
    this.#context = context;
  }

  /** Number of analysed task sets. */
  get asked(): number {
    return this.#asked;
  }

  /** The unit in which the kernel counts periods and budgets. */
  get timeUnitUs(): Us {
    return timeUnitUs(this.#context.capabilities);
  }

  build(sketch: Sketch): TaskSet {
    const { capabilities, overheads } = this.#context;
    const set = buildTaskSet(sketch, capabilities, overheads ?? NO_OVERHEADS);
    return { ...set, refusal: set.refusal ?? unableTo(sketch, capabilities)[0] ?? null };
  }

  /** The same as `admitted` of `admit`. */
  admits(sketch: Sketch): boolean {
    return this.holds(this.build(sketch));
  }

  /** The same for a task set that has no sketch. */
  holds(set: TaskSet): boolean {
    this.#asked += 1;
    if (set.refusal !== null || isOverloaded(set)) return false;
    for (const method of this.#methods) {
      const verdict = verdictOf(method, set);
      if (verdict === 'unknown') continue;
      this.#methods = [method, ...this.#methods.filter((other) => other !== method)];
      return verdict === 'schedulable';
    }
    return false;
  }
}
