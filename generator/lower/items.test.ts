import { describe, expect, it } from 'vitest';
import { host } from '../boards/host/index.ts';
import { uno } from '../boards/uno/index.ts';
import { itemBytes, maxRingCapacity } from './items.ts';

describe('itemBytes', () => {
  const fields = [
    { type: 'uint8', count: 1 },
    { type: 'double', count: 2 },
    { type: 'int16', count: 3 },
  ] as const;

  it('aligns by size if the processor does', () => {
    expect(itemBytes(fields, host)).toBe(8 + 16 + 6 + 2);
  });

  it('packs, and has small doubles, on the Uno', () => {
    expect(itemBytes(fields, uno)).toBe(1 + 8 + 6);
  });
});

it('the width of atomic loads and stores limits a ring buffer', () => {
  expect(maxRingCapacity(uno)).toBe(254);
  expect(maxRingCapacity(host)).toBe(65_534);
});
