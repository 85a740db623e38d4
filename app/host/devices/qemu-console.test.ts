import { describe, expect, it } from 'vitest';
import { endOf } from './qemu-console.ts';

const ENDS = ['*** FATAL ***', '[ RTEMS shutdown ]'];

describe('the end of a program on the console', () => {
  it('is not found while the program writes', () => {
    expect(endOf('', ENDS)).toBeNull();
    expect(endOf('hello\r\nFATAL is only a word\r\n', ENDS)).toBeNull();
  });

  it('is reported with the lines before and after it', () => {
    const text = 'begin\r\nStack overflow in thread 2\r\n*** FATAL ***\r\nfatal source: 9\r\n\r\n';
    expect(endOf(text, ENDS)).toBe(
      'The kernel has ended the program: begin Stack overflow in thread 2 *** FATAL *** fatal source: 9',
    );
  });

  it('has the last lines only', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const words = endOf([...lines, '[ RTEMS shutdown ]'].join('\n'), ENDS);
    expect(words).toBe('The kernel has ended the program: line 15 line 16 line 17 line 18 line 19 [ RTEMS shutdown ]');
  });
});
