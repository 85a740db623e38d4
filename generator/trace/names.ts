/** The name of an event's object, for exports, tooltips and lists. */
import { EVENT_ROWS, type ObjectClass, type TraceMetadata, type TraceObject } from './events.ts';
import { KIND_STACK } from './kinds.ts';
import { THREADS_BEHIND_TASKS } from './stack.ts';

const CLASSES = EVENT_ROWS.map(({ object }): ObjectClass | null => {
  if (object === 'thread') return 'task';
  return object === 'notice' ? null : object;
});

/**
 * The class of an event's object; null for kinds without an object, or with one that the metadata
 * does not name.
 */
export function objectClassOf(kind: number): ObjectClass | null {
  return CLASSES[kind] ?? null;
}

/** Looks up objects by class and index. */
export class TraceNames {
  readonly #objects = new Map<string, TraceObject>();
  #tasks = 0;

  constructor(metadata: TraceMetadata | null) {
    for (const object of metadata?.objects ?? []) {
      this.#objects.set(`${object.class} ${object.index}`, object);
      if (object.class === 'task') this.#tasks = Math.max(this.#tasks, object.index + 1);
    }
  }

  object(objectClass: ObjectClass, index: number): TraceObject | null {
    return this.#objects.get(`${objectClass} ${index}`) ?? null;
  }

  /**
   * The name of an event's object, "mark 3" for one without a name, '' for a kind without an
   * object.
   */
  of(kind: number, index: number): string {
    const objectClass = objectClassOf(kind);
    if (objectClass === null || index < 0) return '';
    const thread = kind === KIND_STACK ? THREADS_BEHIND_TASKS[index - this.#tasks] : undefined;
    return thread ?? this.object(objectClass, index)?.name ?? `${objectClass} ${index}`;
  }
}

export interface ObjectNames {
  /** An object without a name has its class and number. */
  readonly of: (objectClass: ObjectClass, index: number) => string;
}

/** The names of the objects of a trace, for sentences. */
export function objectNames(metadata: TraceMetadata): ObjectNames {
  const names = new TraceNames(metadata);
  return { of: (objectClass, index) => names.object(objectClass, index)?.name ?? `${objectClass} ${index}` };
}
