/** The parts of one run: how they are wired, what the user has set, and what they show. */
import { clampValue, initialValueOf, PART_TYPES } from '../../../generator/parts/kinds.ts';
import type { Part } from '../../../generator/sketch/model.ts';
import { quote } from '../../../generator/sketch/problem.ts';
import { tr } from '../../../generator/words/tr.ts';
import type { Device, PartState } from '../devices/device.ts';

export type PartValues = Readonly<Record<string, number>>;

export class RunParts {
  readonly #device: Device;
  #parts: readonly Part[] = [];
  readonly #values = new Map<string, number>();
  readonly #views = new Map<string, PartState>();

  constructor(device: Device) {
    this.#device = device;
  }

  /**
   * Replaces the parts. A part of the same name and kind keeps its value, unless its rate in the
   * sketch changed. `values` replaces these values.
   */
  wire(parts: readonly Part[], values: PartValues = {}): void {
    if (!this.#device.features.pins) return;
    const before = new Map(this.#parts.map((part) => [part.name, part]));
    const kept = new Map(this.#values);
    this.#parts = parts;
    this.#values.clear();
    for (const part of parts) {
      const old = before.get(part.name);
      const { control } = PART_TYPES[part.kind];
      const initial = initialValueOf(part);
      if (control === null || initial === null) continue;
      const isSame = old?.kind === part.kind && old.rateHz === part.rateHz;
      const value = values[part.name] ?? (isSame ? kept.get(part.name) : undefined) ?? initial;
      this.#values.set(part.name, clampValue(control, value));
    }
    const kinds = new Map(parts.map(({ name, kind }) => [name, PART_TYPES[kind].shows]));
    for (const [name, { view }] of this.#views) if (kinds.get(name) !== view.shows) this.#views.delete(name);
    this.#device.setParts(parts.map((part) => ({ part, value: this.#values.get(part.name) ?? 0 })));
  }

  /** Throws an Error for the user when no such part can be operated. */
  setValue(name: string, value: number): void {
    const part = this.#parts.find((each) => each.name === name);
    const control = part === undefined ? null : PART_TYPES[part.kind].control;
    if (control === null) throw new Error(tr`This run has no part ${quote(name)} to operate.`);
    const limited = clampValue(control, value);
    this.#values.set(name, limited);
    this.#device.setPart(name, limited);
  }

  /** Keeps views of wired parts, and returns these. A replaced part may still have sent others. */
  note(states: readonly PartState[]): PartState[] {
    const shows = new Map(this.#parts.map(({ name, kind }) => [name, PART_TYPES[kind].shows]));
    const known = states.filter(({ part, view }) => shows.get(part) === view.shows);
    for (const state of known) this.#views.set(state.part, state);
    return known;
  }

  get states(): PartState[] {
    return [...this.#views.values()];
  }

  get values(): PartValues {
    return Object.fromEntries(this.#values);
  }
}
