/**
 * The numbers of the telemetry protocol (docs/telemetry.md), shared by decoder and encoder. The
 * numbers of events come from the table.
 */
import { type Encoding, EVENTS, type EventRow, LOCK_CODE, SYNC } from '../event-table.ts';
import { EVENT_ROWS } from '../events.ts';

export const MAX_PAYLOAD = 240;
export const CHECK_BYTES = 4;
/** Header, payload, check value. */
export const MAX_FRAME = 1 + MAX_PAYLOAD + CHECK_BYTES;
export const MIN_FRAME = 1 + 1 + CHECK_BYTES;
export const SEQUENCE_MODULUS = 128;
export const METADATA_FLAG = 0x80;
/** From this object index on, the index does not fit the id's low bits and follows as a varint. */
export const INDEX_ESCAPE = 15;
/** Highest object index that the store can hold. */
export const MAX_OBJECT = 0xfffe;

export const CONTROL_BOOT = EVENTS.boot.wire.id;
export const CONTROL_TEXT = EVENTS.text.wire.id;
export const CONTROL_SYNC = SYNC.id;

/** The rule by which an event is sent: its row of the table as numbers. */
export interface WireRule {
  readonly kind: number;
  /**
   * Whether the first byte is a separate id, so that the index of the object, if any, follows the
   * time.
   */
  readonly isControl: boolean;
  readonly hasObject: boolean;
  /** The first byte, without the index of the object. */
  readonly first: number;
  /** The byte after the time; -1: none. */
  readonly operation: number;
  readonly encoding: Encoding;
}

function ruleOf({ code, object, wire }: EventRow): WireRule | undefined {
  if (wire === null) return undefined;
  const { form, encoding } = wire;
  const common = { kind: code, isControl: form === 'control', hasObject: object !== null, encoding };
  if (form === 'control') return { ...common, first: wire.id, operation: -1 };
  if (form === 'lock') return { ...common, first: LOCK_CODE << 4, operation: wire.operation };
  return { ...common, first: code << 4, operation: -1 };
}

/** Indexed by kind; undefined: never sent. */
export const WIRE_RULES: readonly (WireRule | undefined)[] = EVENT_ROWS.map(ruleOf);

const SENT = WIRE_RULES.filter((rule) => rule !== undefined);

const rulesBy = (size: number, isMeant: (rule: WireRule, place: number) => boolean) =>
  Array.from({ length: size }, (_, place) => SENT.find((rule) => isMeant(rule, place)));

/** Indexed by kind: the rule of the form that also has the value; undefined: there is none. */
export const VALUE_RULES: readonly (WireRule | undefined)[] = EVENT_ROWS.map(({ code, object, withValue }) =>
  withValue === undefined
    ? undefined
    : { kind: code, isControl: true, hasObject: object !== null, first: withValue, operation: -1, encoding: 'varint' },
);

/** Indexed by first byte: the rule of a control event. */
export const CONTROL_RULES = rulesBy(16, ({ isControl, first }, id) => isControl && first === id).map(
  (rule, id) => rule ?? VALUE_RULES.find((other) => other?.first === id),
);
/** Indexed by operation: the rule of a lock event. */
export const LOCK_RULES = rulesBy(256, ({ operation }, place) => operation === place);
/** Indexed by the high four bits of the first byte: the rule of any other event. */
export const KIND_RULES = rulesBy(
  16,
  ({ isControl, operation, first }, code) => !isControl && operation === -1 && first === code << 4,
);
/** With the same index: 1 for events that consist of an id and a time only. */
export const IS_PLAIN = Uint8Array.from(KIND_RULES, (rule) => (rule?.encoding === 'none' ? 1 : 0));
/** Indexed by kind: 1 if the value is a time, which is in ticks on the line. */
export const IS_VALUE_IN_TICKS = Uint8Array.from(WIRE_RULES, (rule) => (rule?.encoding === 'ticks' ? 1 : 0));
