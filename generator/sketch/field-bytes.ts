import type { FieldType } from './model.ts';

/** The size of a field of a channel's item. A machine with a 16-bit int has a double of 4 bytes. */
export const FIELD_BYTES: Readonly<Record<FieldType, number>> = {
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float: 4,
  double: 8,
};
