/** What an event is about, in words: for exports, tooltips and lists. */
import type { ObjectClass, TraceMetadata, TraceObject } from './events.ts';
import {
  KIND_CHANNEL_WRITE,
  KIND_INTERRUPT_ENTER,
  KIND_LOCK_EXCEEDED,
  KIND_LOCK_WAIT,
  KIND_MARK,
  KIND_RELEASE,
  KIND_SKIP,
  KIND_STACK,
} from './kinds.ts';
import { THREADS_BEHIND_TASKS } from './stack.ts';

/** The class of an event's object; null for kinds that have none. */
export function objectClassOf(kind: number): ObjectClass | null {
  if (kind === KIND_SKIP || kind === KIND_STACK) return 'task';
  if (kind === KIND_LOCK_EXCEEDED) return 'resource';
  if (kind < KIND_RELEASE || kind > KIND_MARK) return null;
  if (kind < KIND_INTERRUPT_ENTER) return 'task';
  if (kind < KIND_CHANNEL_WRITE) return 'interrupt';
  if (kind < KIND_LOCK_WAIT) return 'channel';
  return kind < KIND_MARK ? 'resource' : 'mark';
}

/** Looks objects up by class and index. */
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

  /** The name of an event's object, "mark 3" for one without a name, '' for a kind that has none. */
  of(kind: number, index: number): string {
    const objectClass = objectClassOf(kind);
    if (objectClass === null || index < 0) return '';
    const thread = kind === KIND_STACK ? THREADS_BEHIND_TASKS[index - this.#tasks] : undefined;
    return thread ?? this.object(objectClass, index)?.name ?? `${objectClass} ${index}`;
  }
}
