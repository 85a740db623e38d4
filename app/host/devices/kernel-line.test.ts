import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KernelLine } from './kernel-line.ts';

const ENDS = ['Entering crash debug:'];
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

it('leaves out what the kernel writes before the first byte of the program', () => {
  const line = new KernelLine(ENDS);
  expect(textOf(line.push(latin1('Quest boots\r\n')))).toBe('');
  expect(textOf(line.push(latin1('free\r\n\0abc')))).toBe('abc');
  expect(textOf(line.push(latin1('def')))).toBe('def');
});

it('gives any bytes of a program back, for any division into chunks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
      const sent = [...bytes].flatMap((byte) => (byte === 10 ? [13, 10] : [byte]));
      const stream = Uint8Array.from([...latin1('boot\r\n'), 0, ...sent, 1]);
      const line = new KernelLine(ENDS);
      const got: number[] = [];
      for (let at = 0; at < stream.length; at += size) got.push(...line.push(stream.subarray(at, at + size)));
      expect(got).toEqual([...bytes, 1]);
    }),
  );
});

it('tells the end of the program, also before its first byte', () => {
  const line = new KernelLine(ENDS);
  line.push(latin1('INT=0E Page Fault\r\n'));
  expect(line.end()).toBeNull();
  line.push(latin1('Entering crash debug: Unhandled exception\r\n'));
  expect(line.end()).toBe(
    'The kernel has ended the program: INT=0E Page Fault Entering crash debug: Unhandled exception',
  );
});
