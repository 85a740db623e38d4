import { expect, test } from 'vitest';
import { crc16 } from './crc16.ts';

const ascii = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

test("the check value equals the catalogue's", () => {
  expect(crc16(ascii('123456789'))).toBe(0x6f91);
  expect(crc16(new Uint8Array(0))).toBe(0xffff);
});

test('a frame with its own CRC appended, low byte first, leaves no remainder', () => {
  expect(crc16(Uint8Array.of(...ascii('123456789'), 0x91, 0x6f))).toBe(0);
});
