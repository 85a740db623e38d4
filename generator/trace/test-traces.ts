/** Shared by the tests of this folder: a sink that records every call, and arbitrary traces. */
import fc from 'fast-check';
import { type Encoding, EVENTS, type EventObject } from './event-table.ts';
import { EVENT_ROWS, type TraceMetadata, type TraceObject } from './events.ts';
import { KIND_BOOT, KIND_GAP, KIND_TEXT, NO_OBJECT } from './kinds.ts';
import { objectClassOf } from './names.ts';
import type { TraceSink } from './sink.ts';
import { stackValue } from './stack.ts';

export interface NotedEvent {
  readonly timeNs: number;
  readonly kind: number;
  readonly object: number;
  readonly value: number;
  /** The object's name in the metadata that was valid at the event. */
  readonly name: string;
  readonly text: string;
}

export interface NotedSegment {
  readonly booted: boolean;
  readonly events: NotedEvent[];
}

export class NotingSink implements TraceSink {
  readonly segments: NotedSegment[] = [];
  readonly metadatas: TraceMetadata[] = [];

  metadata(metadata: TraceMetadata): void {
    this.metadatas.push(metadata);
  }

  segment(booted: boolean): void {
    this.segments.push({ booted, events: [] });
  }

  event(timeNs: number, kind: number, object: number, value: number): void {
    this.#note({ timeNs, kind, object, value, name: this.#name(kind, object), text: '' });
  }

  text(timeNs: number, text: string): void {
    this.#note({ timeNs, kind: KIND_TEXT, object: NO_OBJECT, value: 0, name: '', text });
  }

  get events(): NotedEvent[] {
    return this.segments.flatMap((segment) => segment.events);
  }

  get gaps(): NotedEvent[] {
    return this.events.filter((event) => event.kind === KIND_GAP);
  }

  #note(event: NotedEvent): void {
    const segment = this.segments.at(-1);
    if (!segment) throw new Error('an event before any segment');
    const before = segment.events.at(-1);
    if (before && before.timeNs > event.timeNs) throw new Error(`time runs backwards to ${event.timeNs}`);
    segment.events.push(event);
  }

  #name(kind: number, object: number): string {
    if (object < 0) return '';
    const named = objectClassOf(kind);
    const names = this.metadatas.at(-1)?.objects.filter((o) => o.class === named && o.index === object);
    return names?.[0]?.name ?? '';
  }
}

export function traceTask(name: string, index: number, times: Partial<TraceObject> = {}): TraceObject {
  return { class: 'task', index, name, periodNs: null, offsetNs: null, deadlineNs: null, budgetNs: null, ...times };
}

export function program(prefix: string, clockHz = 2_000_000): TraceMetadata {
  const objects: TraceObject[] = [];
  for (let i = 0; i < 20; i++) {
    objects.push(traceTask(`${prefix} task ${i}`, i, { periodNs: 10_000_000 * (i + 1), offsetNs: 0 }));
    objects.push({ ...traceTask(`${prefix} interrupt ${i}`, i), class: 'interrupt' });
    objects.push({ ...traceTask(`${prefix} channel ${i}`, i), class: 'channel' });
    objects.push({ ...traceTask(`${prefix} resource ${i}`, i), class: 'resource' });
  }
  return { clockHz, fingerprint: [...prefix].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7), objects };
}

export interface Step {
  readonly deltaTicks: number;
  readonly kind: number;
  readonly object: number;
  readonly value: number;
  readonly text: string;
}

const index = fc.oneof(fc.nat(3), fc.nat(19));
const OBJECTS: Readonly<Record<EventObject, fc.Arbitrary<number>>> = {
  task: index,
  interrupt: index,
  channel: index,
  resource: index,
  mark: fc.nat(300),
  thread: fc.oneof(index, fc.constantFrom(20, 21)),
  notice: fc.nat(9),
};
const VALUES: Readonly<Record<Exclude<Encoding, 'text'>, fc.Arbitrary<number>>> = {
  none: fc.constant(0),
  varint: fc.nat(100_000),
  zigzag: fc.integer(),
  single: fc.integer(),
  ticks: fc.nat(1e6).map((ticks) => ticks * 500),
  flag: fc.nat(1),
  stack: fc.record({ unusedBytes: fc.nat(2000), sizeBytes: fc.integer({ min: 2000, max: 100_000 }) }).map(stackValue),
};
/** Any event that can be sent, except boot. All rows of the table are equally likely. */
const valued = fc.oneof(
  ...EVENT_ROWS.filter(({ code, wire }) => wire !== null && code !== EVENTS.boot.code).map(({ code, object, wire }) => {
    const of = { kind: fc.constant(code), object: object === null ? fc.constant(NO_OBJECT) : OBJECTS[object] };
    return wire === null || wire.encoding === 'text'
      ? fc.record({ ...of, text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }) })
      : fc.record({ ...of, value: VALUES[wire.encoding] });
  }),
);

const step: fc.Arbitrary<Step> = fc
  .tuple(fc.oneof(fc.nat(100), fc.nat(20_000), fc.nat(400_000)), valued)
  .map(([deltaTicks, event]) => ({ value: 0, text: '', ...event, deltaTicks }) as Step);

export const steps = (minLength: number, maxLength: number) => fc.array(step, { minLength, maxLength, size: 'max' });

/** Replays a program's run, from its boot, into a sink. */
export function play(metadata: TraceMetadata, run: readonly Step[], sink: TraceSink): void {
  const tickNs = 1e9 / metadata.clockHz;
  sink.metadata(metadata);
  sink.segment(true);
  sink.event(0, KIND_BOOT, NO_OBJECT, 0);
  let ticks = 0;
  for (const { deltaTicks, kind, object, value, text } of run) {
    ticks += deltaTicks;
    if (kind === KIND_TEXT) sink.text(ticks * tickNs, text);
    else sink.event(ticks * tickNs, kind, object, value);
  }
}
