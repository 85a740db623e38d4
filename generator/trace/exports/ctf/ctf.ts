/**
 * The Common Trace Format, version 1.8.3 (https://diamon.org/ctf), which babeltrace2 and Trace Compass
 * read: a folder with the description of the events, `metadata`, and their bytes, `stream`. Each
 * event of the trace is one event of the same name, with the name of its object and its value.
 */
import { EVENT_KINDS, EVENT_ROWS } from '../../events.ts';
import type { RecordedTrace } from '../../file/trace-file.ts';
import { KIND_NOTICE, KIND_PLOT, KIND_STACK, KIND_TEXT } from '../../kinds.ts';
import { noticeOf } from '../../notice.ts';
import { numberOf } from '../../number.ts';
import { stackOf } from '../../stack.ts';
import type { TraceStore } from '../../store/store.ts';
import { namedSegments } from '../segments.ts';
import type { FolderWriter } from '../writer.ts';

/** The first four bytes of each packet. */
const MAGIC = 0xc1fc1fc1;
const EVENTS_PER_PACKET = 4096;
/** Magic, stream, first time, last time, bits of content, bits of the packet. */
const HEADER_BYTES = 4 + 4 + 4 * 8;

type Field =
  | { readonly name: string; readonly type: 'string'; readonly of: (event: StoredEvent) => string }
  | { readonly name: string; readonly type: 'int64' | 'double'; readonly of: (event: StoredEvent) => number };

interface StoredEvent {
  readonly name: string;
  readonly object: number;
  readonly value: number;
  readonly store: TraceStore;
}

const TYPES = { string: 'string', int64: 'int64_t', double: 'double_t' } as const;

const OBJECT: Field = { name: 'object', type: 'string', of: ({ name }) => name };
const VALUE: Field = { name: 'value', type: 'int64', of: ({ value }) => value };

/** The fields of each kind of event. */
const FIELDS: readonly (readonly Field[])[] = EVENT_ROWS.map((row, kind) => {
  if (kind === KIND_TEXT)
    return [{ name: 'text', type: 'string', of: ({ store, value }) => store.texts.get(value) ?? '' }];
  if (kind === KIND_NOTICE)
    return [{ name: 'notice', type: 'string', of: ({ object }) => noticeOf(object) ?? `notice ${object}` }, VALUE];
  if (kind === KIND_STACK) {
    return [
      OBJECT,
      { name: 'size_bytes', type: 'int64', of: ({ value }) => stackOf(value).sizeBytes },
      { name: 'unused_bytes', type: 'int64', of: ({ value }) => stackOf(value).unusedBytes },
    ];
  }
  if (kind === KIND_PLOT)
    return [OBJECT, { name: 'value', type: 'double', of: ({ value }) => numberOf(KIND_PLOT, value) }];
  return [...(row.object === null ? [] : [OBJECT]), ...(row.value === undefined ? [] : [VALUE])];
});

export const ctf: FolderWriter = function* (trace) {
  yield { name: 'metadata', pieces: [metadata(trace)] };
  yield { name: 'stream', pieces: packets(trace.store) };
};

/** The description in the language TSDL. */
function metadata({ origin }: RecordedTrace): string {
  const environment = {
    tracer_name: 'polyloop',
    ...(origin === null
      ? {}
      : {
          sketch: origin.sketch.name,
          board: origin.sketch.board,
          target: origin.sketch.target,
          source: origin.source,
        }),
  };
  const events = EVENT_KINDS.map((kind, id) => {
    const fields = (FIELDS[id] ?? []).map(({ name, type }) => `${TYPES[type]} ${name};`);
    return `event { name = "${kind}"; id = ${id}; stream_id = 0; fields := struct { ${fields.join(' ')} }; };`;
  });
  return `/* CTF 1.8 */
typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
typealias integer { size = 64; align = 8; signed = true; } := int64_t;
typealias floating_point { exp_dig = 11; mant_dig = 53; align = 8; byte_order = le; } := double_t;
trace {
  major = 1; minor = 8; byte_order = le;
  packet.header := struct { uint32_t magic; uint32_t stream_id; };
};
env { ${Object.entries(environment)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)};`)
    .join(' ')} };
clock { name = board; freq = 1000000000; precision = 0; offset = 0; };
typealias integer { size = 64; align = 8; signed = false; map = clock.board.value; } := time_t;
stream {
  id = 0;
  packet.context := struct {
    time_t timestamp_begin; time_t timestamp_end; uint64_t content_size; uint64_t packet_size;
  };
  event.header := struct { uint16_t id; time_t timestamp; };
};
${events.join('\n')}
`;
}

function* packets(store: TraceStore): Generator<Uint8Array<ArrayBuffer>> {
  const packet = new Packet();
  for (const { names, from, to } of namedSegments(store)) {
    for (let first = from; first < to; first += EVENTS_PER_PACKET) {
      store.walk(first, Math.min(to, first + EVENTS_PER_PACKET), (_index, timeNs, kind, object, value) => {
        packet.event(timeNs, kind, { name: names.of(kind, object), object, value, store });
      });
      yield packet.take();
    }
  }
}

class Packet {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #length = HEADER_BYTES;
  #beginNs = 0;
  #endNs = 0;

  event(timeNs: number, kind: number, event: StoredEvent): void {
    if (this.#length === HEADER_BYTES) this.#beginNs = timeNs;
    this.#endNs = timeNs;
    this.#reserve(10);
    this.#view.setUint16(this.#length, kind, true);
    this.#view.setBigUint64(this.#length + 2, BigInt(timeNs), true);
    this.#length += 10;
    for (const field of FIELDS[kind] ?? []) {
      if (field.type === 'string') this.#string(field.of(event));
      else if (field.type === 'double') this.#double(field.of(event));
      else this.#int64(field.of(event));
    }
  }

  take(): Uint8Array<ArrayBuffer> {
    const bits = BigInt(8 * this.#length);
    this.#view.setUint32(0, MAGIC, true);
    this.#view.setUint32(4, 0, true);
    [BigInt(this.#beginNs), BigInt(this.#endNs), bits, bits].forEach((number, i) => {
      this.#view.setBigUint64(8 + 8 * i, number, true);
    });
    const packet = this.#bytes.slice(0, this.#length);
    this.#length = HEADER_BYTES;
    return packet;
  }

  #double(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  #int64(value: number): void {
    this.#reserve(8);
    this.#view.setBigInt64(this.#length, BigInt(Math.trunc(value)), true);
    this.#length += 8;
  }

  /** A zero ends a string, so a zero within the text is left out. */
  #string(text: string): void {
    const bytes = new TextEncoder().encode(text.replaceAll('\0', ''));
    this.#reserve(bytes.length + 1);
    this.#bytes.set(bytes, this.#length);
    this.#bytes[this.#length + bytes.length] = 0;
    this.#length += bytes.length + 1;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
