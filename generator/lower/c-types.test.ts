import { expect, it } from 'vitest';
import { itemTypeName } from './c-types.ts';

const number = { type: 'int16', count: 1 } as const;

it.each([
  [[number], 'speed', 'int16_t'],
  [[{ ...number, count: 2 }], 'speed', 'speed_t'],
  [[number, number], 'speed', 'speed_t'],
  [[number, number], 'int8', 'int8_item_t'],
  [[number, number], 'size', 'size_item_t'],
  [[number, number], 'sizes', 'sizes_t'],
])('%j of %s is %s', (fields, channel, type) => expect(itemTypeName(fields, channel)).toBe(type));
