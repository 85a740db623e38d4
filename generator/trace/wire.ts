/** The numbers of the telemetry protocol, version 2 (docs/telemetry.md), shared by decoder and encoder. */
import { KIND_LOCK_ACQUIRE, KIND_LOCK_EXCEEDED, KIND_LOCK_RELEASE, KIND_LOCK_WAIT } from './kinds.ts';

export const PROTOCOL_VERSION = 2;
export const MAX_PAYLOAD = 240;
export const CHECK_BYTES = 4;
/** Header, payload, check value. */
export const MAX_FRAME = 1 + MAX_PAYLOAD + CHECK_BYTES;
export const MIN_FRAME = 1 + 1 + CHECK_BYTES;
export const SEQUENCE_MODULUS = 128;
export const METADATA_FLAG = 0x80;
/** Object index in an id's low bits from which on the index follows as a varint. */
export const INDEX_ESCAPE = 15;
/** Highest object index: what the store can hold. */
export const MAX_OBJECT = 0xfffe;

export const WIRE_REPLENISH = 8;
export const WIRE_MASK = 11;
export const WIRE_LOCK = 15;

/** The kinds of the events of locks, by the operation that stands on the wire. */
export const LOCK_OPERATIONS: readonly number[] = [
  KIND_LOCK_WAIT,
  KIND_LOCK_ACQUIRE,
  KIND_LOCK_RELEASE,
  KIND_LOCK_EXCEEDED,
];

export const CONTROL_SYNC = 0x01;
export const CONTROL_DROPPED = 0x02;
export const CONTROL_IDLE = 0x03;
export const CONTROL_MARK = 0x04;
export const CONTROL_TEXT = 0x05;
export const CONTROL_BOOT = 0x06;
export const CONTROL_SKIP = 0x07;
export const CONTROL_STACK = 0x08;
export const CONTROL_NOTICE = 0x09;
