/**
 * Packets of a Perfetto trace: the messages and field numbers of protos/perfetto/trace in the
 * public repository of Perfetto, as far as an export needs them.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

const TRACE = { packet: 1 } as const;
const PACKET = { timestamp: 8, sequenceId: 10, trackEvent: 11, internedData: 12, sequenceFlags: 13, descriptor: 60 };
const DESCRIPTOR = { uuid: 1, name: 2, process: 3, thread: 4, parent: 5, counter: 8, childOrder: 11, rank: 12 };
const PROCESS = { pid: 1, name: 6 };
const THREAD = { pid: 1, tid: 2, name: 5 };
const COUNTER = { unit: 3, unitName: 6 };
const EVENT = { annotation: 4, type: 9, nameId: 10, track: 11, counter: 30, double: 44, flow: 47, lastFlow: 48 };
const ANNOTATION = { nameId: 1, bool: 2, int: 4, double: 5, string: 6 };
const INTERNED = { eventName: 2, annotationName: 3 };
const NAME = { id: 1, name: 2 };

/** CounterDescriptor.Unit. */
const UNITS = { count: 2, bytes: 3 } as const;

/** TrackEvent.Type. */
export const SLICE_BEGIN = 1;
export const SLICE_END = 2;
export const INSTANT = 3;
const COUNTER_EVENT = 4;

/** TracePacket.SequenceFlags: names are interned from the first packet on. */
const STATE_CLEARED = 1;
const NEEDS_STATE = 2;
/** TrackDescriptor.ChildTracksOrdering: by `sibling_order_rank`. */
const EXPLICIT_ORDER = 3;

const SEQUENCE = 1;
const PIECE_BYTES = 1 << 16;
const PID = 1;

export type Annotation = number | boolean | string;

export interface PacketEvent {
  readonly track: number;
  readonly type: typeof SLICE_BEGIN | typeof SLICE_END | typeof INSTANT;
  readonly name?: string;
  readonly annotations?: Readonly<Record<string, Annotation | null>>;
  /** Arrows that go on or begin here. */
  readonly flows?: readonly number[];
  /** Arrows that end here. */
  readonly lastFlows?: readonly number[];
}

/** Collects packets. `take` returns the bytes so far. */
export class PacketWriter {
  readonly #writer = new BinaryWriter();
  readonly #eventNames = new Map<string, number>();
  readonly #annotationNames = new Map<string, number>();
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  #pending = 0;
  #tracks = 0;
  #begun = false;

  /** The process, with the program's name. Its tracks appear in the order in which they are made. */
  process(name: string): number {
    return this.#track((writer) => {
      writer.tag(DESCRIPTOR.process, WireType.LengthDelimited).fork();
      writer
        .tag(PROCESS.pid, WireType.Varint)
        .int32(PID)
        .tag(PROCESS.name, WireType.LengthDelimited)
        .string(name)
        .join();
      writer.tag(DESCRIPTOR.childOrder, WireType.Varint).int32(EXPLICIT_ORDER);
    });
  }

  thread(process: number, name: string): number {
    return this.#track((writer, uuid) => {
      writer.tag(DESCRIPTOR.parent, WireType.Varint).uint64(process);
      writer.tag(DESCRIPTOR.rank, WireType.Varint).int32(uuid);
      writer.tag(DESCRIPTOR.thread, WireType.LengthDelimited).fork();
      writer.tag(THREAD.pid, WireType.Varint).int32(PID).tag(THREAD.tid, WireType.Varint).int64(uuid);
      writer.tag(THREAD.name, WireType.LengthDelimited).string(name).join();
    });
  }

  /** A row of slices or instants that is no thread. */
  row(parent: number, name: string): number {
    return this.#track((writer, uuid) => {
      writer.tag(DESCRIPTOR.parent, WireType.Varint).uint64(parent);
      writer.tag(DESCRIPTOR.rank, WireType.Varint).int32(uuid);
      writer.tag(DESCRIPTOR.name, WireType.LengthDelimited).string(name);
    });
  }

  /** @param unit a unit of Perfetto, or the unit's text; null: none */
  counter(parent: number, name: string, unit: keyof typeof UNITS | { readonly text: string } | null): number {
    return this.#track((writer, uuid) => {
      writer.tag(DESCRIPTOR.parent, WireType.Varint).uint64(parent);
      writer.tag(DESCRIPTOR.rank, WireType.Varint).int32(uuid);
      writer.tag(DESCRIPTOR.name, WireType.LengthDelimited).string(name);
      writer.tag(DESCRIPTOR.counter, WireType.LengthDelimited).fork();
      if (typeof unit === 'string') writer.tag(COUNTER.unit, WireType.Varint).int32(UNITS[unit]);
      else if (unit !== null) writer.tag(COUNTER.unitName, WireType.LengthDelimited).string(unit.text);
      writer.join();
    });
  }

  event(timeNs: number, event: PacketEvent): void {
    // Names come before the packet that uses them.
    const name = event.name === undefined ? 0 : this.#idOf(this.#eventNames, event.name, INTERNED.eventName);
    const annotations = Object.entries(event.annotations ?? {}).flatMap(([key, value]) =>
      value === null ? [] : [[this.#idOf(this.#annotationNames, key, INTERNED.annotationName), value] as const],
    );
    this.#packet(timeNs, PACKET.trackEvent, (writer) => {
      for (const [id, value] of annotations) {
        writer.tag(EVENT.annotation, WireType.LengthDelimited).fork();
        writer.tag(ANNOTATION.nameId, WireType.Varint).uint64(id);
        annotate(writer, value);
        writer.join();
      }
      writer.tag(EVENT.type, WireType.Varint).int32(event.type);
      if (name > 0) writer.tag(EVENT.nameId, WireType.Varint).uint64(name);
      writer.tag(EVENT.track, WireType.Varint).uint64(event.track);
      for (const flow of event.flows ?? []) writer.tag(EVENT.flow, WireType.Bit64).fixed64(flow);
      for (const flow of event.lastFlows ?? []) writer.tag(EVENT.lastFlow, WireType.Bit64).fixed64(flow);
    });
  }

  /** A counter has this value from now on. */
  count(timeNs: number, track: number, value: number): void {
    this.#packet(timeNs, PACKET.trackEvent, (writer) => {
      writer.tag(EVENT.type, WireType.Varint).int32(COUNTER_EVENT);
      writer.tag(EVENT.track, WireType.Varint).uint64(track);
      if (Number.isSafeInteger(value)) writer.tag(EVENT.counter, WireType.Varint).int64(value);
      else writer.tag(EVENT.double, WireType.Bit64).double(value);
    });
  }

  /** The bytes since the last call, in pieces. `all`: also those of a piece that is not full. */
  take(all = false): Uint8Array<ArrayBuffer>[] {
    if (all) this.#cut();
    return this.#pieces.splice(0);
  }

  #idOf(ids: Map<string, number>, name: string, field: number): number {
    const known = ids.get(name);
    if (known !== undefined) return known;
    const id = ids.size + 1;
    ids.set(name, id);
    this.#packet(null, PACKET.internedData, (writer) => {
      writer.tag(field, WireType.LengthDelimited).fork();
      writer.tag(NAME.id, WireType.Varint).uint64(id).tag(NAME.name, WireType.LengthDelimited).string(name).join();
    });
    return id;
  }

  #track(write: (writer: BinaryWriter, uuid: number) => void): number {
    const uuid = ++this.#tracks;
    this.#packet(null, PACKET.descriptor, (writer) => {
      writer.tag(DESCRIPTOR.uuid, WireType.Varint).uint64(uuid);
      write(writer, uuid);
    });
    return uuid;
  }

  #packet(timeNs: number | null, field: number, content: (writer: BinaryWriter) => void): void {
    const writer = this.#writer.tag(TRACE.packet, WireType.LengthDelimited).fork();
    if (timeNs !== null) writer.tag(PACKET.timestamp, WireType.Varint).uint64(timeNs);
    writer.tag(PACKET.sequenceId, WireType.Varint).uint32(SEQUENCE);
    writer.tag(PACKET.sequenceFlags, WireType.Varint).uint32(this.#begun ? NEEDS_STATE : STATE_CLEARED);
    this.#begun = true;
    writer.tag(field, WireType.LengthDelimited).fork();
    content(writer);
    writer.join().join();
    this.#pending++;
    if (this.#pending === PIECE_BYTES / 32) this.#cut();
  }

  #cut(): void {
    this.#pending = 0;
    const bytes = this.#writer.finish();
    if (bytes.length > 0) this.#pieces.push(Uint8Array.from(bytes));
  }
}

function annotate(writer: BinaryWriter, value: Annotation): void {
  if (typeof value === 'string') writer.tag(ANNOTATION.string, WireType.LengthDelimited).string(value);
  else if (typeof value === 'boolean') writer.tag(ANNOTATION.bool, WireType.Varint).bool(value);
  else if (Number.isSafeInteger(value)) writer.tag(ANNOTATION.int, WireType.Varint).int64(value);
  else writer.tag(ANNOTATION.double, WireType.Bit64).double(value);
}
