import { expect, it } from 'vitest';
import { waitsNs } from './waits.ts';

const MS = 1e6;

it('adds the waits of a body', () => {
  expect(waitsNs('', 'on();\ndelay(1000); off();\ndelay( 500UL );\ndelayMicroseconds(250);')).toBe(1500.25 * MS);
  expect(waitsNs('', '// delay(1000);\nSerial.print("delay(9)");')).toBe(0);
});

it('reads constants, and leaves out what only the program knows', () => {
  expect(waitsNs('const int PAUSE = 400;\n#define SHORT 20', 'delay(PAUSE); delay(SHORT);')).toBe(420 * MS);
  expect(waitsNs('', 'delay(analogRead(A0)); delay(unknown);')).toBe(0);
});

it('takes a wait in a loop many times', () => {
  expect(waitsNs('', 'for (int i = 0; i < 10; i++) delay(200);')).toBeGreaterThanOrEqual(2000 * MS);
});

it('follows a call of a function of the prelude', () => {
  const prelude = 'void flash() { on(); delay(300); off(); }';
  expect(waitsNs(prelude, 'flash();')).toBe(300 * MS);
  expect(waitsNs(prelude, 'other();')).toBe(0);
});
