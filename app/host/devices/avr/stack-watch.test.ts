/** Small programs whose stacks reach their variables. `_end` is given, as if the variables ended there. */
import { describe, expect, test } from 'vitest';
import { type ElfSymbols, NO_SYMBOLS } from '../elf-symbols.ts';
import { ATMEGA328P } from './atmega328p.ts';
import { AvrBoard } from './board.ts';
import { readIntelHex } from './intel-hex.ts';
import { compileAvr } from './test-programs.ts';

const RAM_END = 0x8ff;
const DATA = 0x800000;

/** A board whose variables leave this many bytes for the stack at the end of RAM. */
function run(source: string, { leave, sharedStack }: { readonly leave: number; readonly sharedStack: boolean }) {
  const symbols: ElfSymbols = {
    ...NO_SYMBOLS,
    valueOf: (name) => (name === '_end' ? DATA + RAM_END + 1 - leave : undefined),
  };
  const image = readIntelHex(compileAvr(source), ATMEGA328P.flashBytes);
  const board = new AvrBoard(image, {}, ATMEGA328P, { symbols, sharedStack });
  board.runCycles(400_000);
  expect(board.crash).toBeNull();
  return { deepest: board.deepestStackBytes, overflow: board.facts().stackOverflow };
}

/** With a stack that suffices, and with one that is one byte too small. */
function atTheLimit(source: string, sharedStack: boolean) {
  const { deepest, overflow } = run(source, { leave: 1000, sharedStack });
  expect(overflow).toBeUndefined();
  const exact = run(source, { leave: deepest, sharedStack });
  const short = run(source, { leave: deepest - 1, sharedStack });
  return { deepest, exact: exact.overflow, short: short.overflow };
}

describe('one stack for all code', () => {
  test('counts what a function pushes that calls no other', () => {
    // Return addresses of main (2) and leaf (2), and eight pushed registers.
    const source = `__attribute__((noinline, naked)) void leaf(void) {
        __asm__ volatile("push r2\\n push r3\\n push r4\\n push r5\\n push r6\\n push r7\\n push r8\\n push r9\\n"
                         "pop r9\\n pop r8\\n pop r7\\n pop r6\\n pop r5\\n pop r4\\n pop r3\\n pop r2\\n ret"); }
      int main(void) { for (;;) leaf(); }`;
    const { deepest, exact, short } = atTheLimit(source, true);
    expect(deepest).toBe(12);
    expect(exact).toBeUndefined();
    expect(short).toMatchObject({ bytes: 1, stack: 'shared' });
  });

  test('counts local arrays of a function that calls no other', () => {
    const source = `__attribute__((noinline)) void leaf(void) { volatile uint8_t b[100]; b[0] = 1; b[99] = 2; }
      int main(void) { for (;;) leaf(); }`;
    const { deepest, exact, short } = atTheLimit(source, true);
    expect(deepest).toBeGreaterThanOrEqual(104);
    expect(exact).toBeUndefined();
    expect(short).toMatchObject({ bytes: 1, stack: 'shared' });
  });
});

/** As FreeRTOS's port does it: an interrupt moves from the task's stack to the end of RAM, and back. */
const TASK_STACK = `
  __attribute__((used)) uint8_t stack[200];
  volatile uint8_t sink;
  __attribute__((used, noinline)) static void body(void) { volatile uint8_t b[60]; b[0] = 1; b[59] = 2; sink = b[0]; }
  ISR(TIMER1_COMPA_vect, ISR_NAKED) { __asm__ volatile(
    "push r24\\n push r25\\n push r26\\n push r27\\n push r28\\n push r29\\n in r24, __SREG__\\n push r24\\n"
    "in r26, __SP_L__\\n in r27, __SP_H__\\n ldi r24, lo8(%[end])\\n ldi r25, hi8(%[end])\\n"
    "out __SP_H__, r25\\n out __SP_L__, r24\\n push r26\\n push r27\\n call body\\n pop r27\\n pop r26\\n"
    "out __SP_H__, r27\\n out __SP_L__, r26\\n"
    "pop r24\\n out __SREG__, r24\\n pop r29\\n pop r28\\n pop r27\\n pop r26\\n pop r25\\n pop r24\\n reti" :: [end] "n"(RAMEND)); }
  __attribute__((noinline, noreturn, used)) static void task(void) {
    TCCR1B = (1 << WGM12) | 1; OCR1A = 9999; TIMSK1 = 2; sei();
    for (;;) { volatile uint8_t b[20]; b[3] = sink; put_deeper(b[3]); } }
  __attribute__((naked)) int main(void) { __asm__ volatile(
    "ldi r26, lo8(stack + 199)\\n ldi r27, hi8(stack + 199)\\n out __SP_H__, r27\\n out __SP_L__, r26\\n jmp task"); }`;
const PROGRAM = `__attribute__((noinline)) void put_deeper(uint8_t n) { volatile uint8_t c[50]; c[n % 50] = n; }${TASK_STACK}`;

describe('tasks with stacks of their own', () => {
  test('the stack of interrupts overflows, and no task’s stack is mistaken for it', () => {
    const { deepest, exact, short } = atTheLimit(PROGRAM, false);
    // The task's stack pointer (2), the return address (2), r28 and r29 (2), and 60 bytes of a local array.
    expect(deepest).toBe(66);
    expect(exact).toBeUndefined();
    expect(short).toMatchObject({ bytes: 1, stack: 'interrupts' });
  });
});
