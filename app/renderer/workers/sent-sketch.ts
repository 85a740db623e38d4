/**
 * Sends sketches to a worker, each without the elements that the worker has already. A sketch never
 * changes and an edit makes one new element, so a moving slider copies one task and not all of them.
 */
import type { Sketch } from '../../../generator/sketch/model.ts';

/** A sketch without the elements of the sketch that was sent before it. */
export interface SentSketch {
  readonly single: Readonly<Record<string, unknown>>;
  /** The numbers of the elements of each list. */
  readonly lists: Readonly<Record<string, readonly number[]>>;
  readonly added: readonly (readonly [number, object])[];
}

const isList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null);

/** The window's end. */
export class SketchSender {
  /** The numbers of the elements that the worker has. */
  #known: ReadonlyMap<object, number> = new Map();
  #next = 0;

  send(sketch: Sketch): SentSketch {
    const known = new Map<object, number>();
    const added: [number, object][] = [];
    const numberOf = (element: object): number => {
      const number = this.#known.get(element) ?? known.get(element) ?? this.#next++;
      if (!this.#known.has(element) && !known.has(element)) added.push([number, element]);
      known.set(element, number);
      return number;
    };
    const single: Record<string, unknown> = {};
    const lists: Record<string, number[]> = {};
    for (const [name, value] of Object.entries(sketch)) {
      if (isList(value)) lists[name] = value.map(numberOf);
      else single[name] = value;
    }
    this.#known = known;
    return { single, lists, added };
  }

  /** Sends everything again, because the last message did not arrive. */
  forget(): void {
    this.#known = new Map();
  }
}

/** The worker's end. It receives each sketch that was sent, in their order. */
export class SketchReceiver {
  #known: ReadonlyMap<number, object> = new Map();

  receive({ single, lists, added }: SentSketch): Sketch {
    const arrived = new Map(added);
    const known = new Map<number, object>();
    const elementOf = (number: number): object => {
      const element = arrived.get(number) ?? this.#known.get(number);
      if (element === undefined) throw new Error(`The sketch refers to an element ${number} that was not sent.`);
      known.set(number, element);
      return element;
    };
    const elements = Object.entries(lists).map(([name, numbers]) => [name, numbers.map(elementOf)]);
    this.#known = known;
    // The members are those of the sketch that was sent.
    return { ...single, ...Object.fromEntries(elements) } as Sketch;
  }
}
