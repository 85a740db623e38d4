import { fontA00 } from '@wokwi/elements/dist/esm/lcd1602-font-a00.js';
import { expect, it } from 'vitest';
import { fontWith } from './lcd-font.ts';

it('the font of an LCD has the characters that the program has drawn, twice, and all others', () => {
  const arrow = [0b10000, 0b11000, 0b11100, 0, 0, 0, 0, 0b00001];
  const font = fontWith([...Array.from({ length: 8 }, () => 0), ...arrow]);
  const mirrored = [0b00001, 0b00011, 0b00111, 0, 0, 0, 0, 0b10000];
  expect([...font.slice(8, 16)]).toEqual(mirrored);
  expect([...font.slice(72, 80)]).toEqual(mirrored);
  expect([...font.slice(16, 72)].every((row) => row === 0)).toBe(true);
  expect(font.slice(128)).toEqual(Uint8Array.from(fontA00).slice(128));
});
