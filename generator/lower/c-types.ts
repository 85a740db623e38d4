/**
 * The C names of a channel's items, for the generated code and for the window, which shows them to
 * the user.
 */
import type { FieldType } from '../sketch/model.ts';

interface ItemField {
  readonly type: FieldType;
  readonly count: number;
}

export const C_TYPES: Readonly<Record<FieldType, string>> = {
  bool: 'bool',
  int8: 'int8_t',
  uint8: 'uint8_t',
  int16: 'int16_t',
  uint16: 'uint16_t',
  int32: 'int32_t',
  uint32: 'uint32_t',
  int64: 'int64_t',
  uint64: 'uint64_t',
  float: 'float',
  double: 'double',
};

/** With the suffix `_t` each of these is a type of the standard library. */
const STANDARD_STEMS =
  /^(u?int(_?(least|fast))?(8|16|32|64|ptr|max)?|u_int(8|16|32|64)|s?size|ptrdiff|wchar|char(8|16|32)|[mw]?int|w?ctype|wctrans|mbstate|max_align|nullptr|l?l?div|fpos|time|timer|clock|clockid|u?suseconds|useconds|off|loff|pid|uid|gid|id|key|mode|dev|ino|nlink|sigset|stack|float|double|errno|locale|register|u?quad|[cd]addr|blk(size|cnt)|fs(blk|fil)cnt|socklen|sem|pthread(_\w+)?|va_list)$/;

/** An item of one number is that number, not a struct. */
export function isScalar(fields: readonly ItemField[]): boolean {
  return fields.length === 1 && fields[0]?.count === 1;
}

/**
 * The type of an item: the type of its only number, otherwise a struct that is named after the
 * channel.
 */
export function itemTypeName(fields: readonly ItemField[], channelIdentifier: string): string {
  const [only] = fields;
  if (isScalar(fields) && only !== undefined) return C_TYPES[only.type];
  return channelIdentifier + (STANDARD_STEMS.test(channelIdentifier) ? '_item_t' : '_t');
}
