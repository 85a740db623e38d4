import { describe, expect, it } from 'vitest';
import type { AvrFunction } from './avr-stack.ts';
import { jumpTarget } from './avr-words.ts';
import { StackGraph } from './stack-graph.ts';

const PUSH = 0x920f;
const POP = 0x900f;
const POP_R24 = 0x918f;
const [RET, ICALL, SEI, CLI] = [0x9508, 0x9509, 0x9478, 0x94f8];
const inSreg = (register: number) => 0xb60f | (register << 4);
const outSreg = (register: number) => 0xbe0f | (register << 4);
/** IN r28, SPL. IN r29, SPH. */
const POINT_Y = [0xb7cd, 0xb7de];
/** OUT SPL, r28. */
const SET_STACK = 0xbfcd;
const sbiw = (bytes: number) => 0x9720 | ((bytes & 0x30) << 2) | (bytes & 15);
const call = (target: number) => [0x940e, target];
const jump = (target: number) => [0x940c, target];
/** BREQ over some words. */
const branch = (words: number) => 0xf001 | (words << 3);

/** Places the functions one after another, each at a multiple of 32 words. */
function graphOf(
  bodies: Readonly<Record<string, readonly number[]>>,
  virtual: readonly number[] = [],
  returnBytes = 2,
) {
  const flash = new Uint16Array(1024);
  const functions: AvrFunction[] = Object.entries(bodies).map(([name, words], index) => {
    flash.set(words, index * 32);
    return { name, from: index * 32, to: index * 32 + words.length };
  });
  const graph = new StackGraph({ returnBytes, flash, functions, virtual: new Set(virtual) });
  const find = (name: string) => functions.find((each) => each.name === name) as AvrFunction;
  return { graph, find, depth: (name: string) => graph.depth(find(name)) };
}

describe('the stack of a function', () => {
  it('is what it pushes, and the deepest function that it calls', () => {
    const { depth } = graphOf({
      f: [PUSH, PUSH, PUSH, ...call(32), POP, POP, ...call(64), POP, RET],
      g: [PUSH, RET],
      h: [PUSH, PUSH, PUSH, PUSH, POP, POP, POP, POP, RET],
    });
    expect(depth('g')).toEqual({ bytes: 3, unknown: [] });
    // Three bytes and g, or one byte and h. Each call leaves a return address of two bytes.
    expect(depth('f')).toEqual({ bytes: 2 + 1 + 2 + 4, unknown: [] });
  });

  it('includes the frame of its variables, and both ways of a branch', () => {
    const frame = (bytes: number) => [...POINT_Y, sbiw(bytes), SET_STACK];
    expect(graphOf({ f: [PUSH, ...frame(20), RET] }).depth('f').bytes).toBe(2 + 1 + 20);
    const either = graphOf({ f: [branch(1), RET, ...frame(30), RET] });
    expect(either.depth('f').bytes).toBe(2 + 30);
    const subtract = [0x5cc0 & 0xf0f0, 0x40d1];
    expect(graphOf({ f: [...POINT_Y, ...subtract, SET_STACK, RET] }).depth('f').bytes).toBe(2 + 256);
    // SUBI r28, 160. SBC r29, r1.
    expect(graphOf({ f: [...POINT_Y, 0x5ac0, 0x09d1, SET_STACK, RET] }).depth('f').bytes).toBe(2 + 160);
  });

  it('has return addresses of three bytes on a core with a larger flash, and calls its far half', () => {
    const code = { f: [PUSH, ...call(32), 0x9519, POP, RET], g: [PUSH, PUSH, 0xd000, RET] };
    expect(graphOf(code, [], 3).depth('g').bytes).toBe(3 + 2 + 3);
    expect(graphOf(code, [32], 3).depth('f')).toEqual({ bytes: 3 + 1 + 3 + 2 + 3, unknown: [] });
    expect(jumpTarget(0x940f, 5, 0)).toEqual({ target: 0x10005, isCall: true });
    expect(jumpTarget(0x950d, 5, 0)).toEqual({ target: 0x210005, isCall: false });
  });

  it('does not grow where longjmp() unwinds it, and is unknown where another function computes the stack pointer', () => {
    const unwind = [...[0xb7ad, 0xbfad], RET];
    expect(graphOf({ longjmp: unwind }).depth('longjmp').unknown).toEqual([]);
    expect(graphOf({ f: unwind }).depth('f').unknown).toEqual(['a computed stack pointer in f']);
  });

  it('does not grow by a jump to another function, nor by a call that reserves two bytes', () => {
    expect(graphOf({ f: [PUSH, POP, ...jump(32)], g: [PUSH, PUSH, RET] }).depth('f').bytes).toBe(2 + 2);
    expect(graphOf({ f: [0xd000, PUSH, RET] }).depth('f').bytes).toBe(2 + 2 + 1);
  });

  it('includes the cases of a table of jumps', () => {
    const bodies = { f: [PUSH, ...jump(32), PUSH, PUSH, RET], __tablejump2__: [0x9409] };
    expect(graphOf(bodies).depth('f').bytes).toBe(2 + 1 + 2);
  });

  it('includes the deepest virtual function', () => {
    const bodies = { _ZN5PrintE: [PUSH, ICALL, RET], a: [PUSH, RET], b: [PUSH, PUSH, RET] };
    expect(graphOf(bodies, [32, 64]).depth('_ZN5PrintE')).toEqual({ bytes: 2 + 1 + 2 + 2, unknown: [] });
  });

  it('includes the entries that the runtime calls, and no entry calls another', () => {
    const { graph, find } = graphOf({ main: [PUSH, ICALL, RET], a: [PUSH, PUSH, PUSH, RET], b: [ICALL, RET] });
    const depth = graph.depth(find('main'), [find('a'), find('b')]);
    expect(depth).toEqual({ bytes: 2 + 1 + 2 + 3, unknown: ['a call through a pointer in b'] });
  });

  it('tells what the code does not say', () => {
    expect(graphOf({ f: [PUSH, ...call(0), RET] }).depth('f').unknown).toEqual(['recursion of f']);
    expect(graphOf({ f: [ICALL, RET] }).depth('f').unknown).toEqual(['a call through a pointer in f']);
    expect(graphOf({ f: [SET_STACK, RET] }).depth('f').unknown).toEqual(['a computed stack pointer in f']);
    expect(graphOf({ f: [PUSH, ...jump(0)] }).depth('f').unknown).toEqual(['a computed stack pointer in f']);
  });
});

describe('an interrupt', () => {
  it('allows others if its code does', () => {
    const { graph, find } = graphOf({ __vector_1: [...call(32), RET], f: [SEI, RET], __vector_2: [PUSH, RET] });
    expect(graph.allowsInterrupts(find('__vector_1'))).toBe(true);
    expect(graph.allowsInterrupts(find('__vector_2'))).toBe(false);
  });
});

describe('the stack of a routine while interrupts are enabled', () => {
  const open = (bodies: Readonly<Record<string, readonly number[]>>, name = 'f') => {
    const { graph, find } = graphOf(bodies);
    return graph.openDepth(find(name)).bytes;
  };

  it('is 0 where they stay disabled', () => {
    expect(open({ f: [PUSH, inSreg(24), CLI, PUSH, outSreg(24), RET] })).toBe(0);
  });

  it('includes what was pushed before, and not what comes after they are disabled again', () => {
    expect(open({ f: [PUSH, SEI, PUSH, POP, CLI, PUSH, PUSH, PUSH, RET] })).toBe(2 + 2);
    expect(open({ f: [PUSH, inSreg(17), SEI, outSreg(17), PUSH, PUSH, RET] })).toBe(2 + 1);
  });

  it('includes functions that are called meanwhile, and those that enable interrupts themselves', () => {
    const g = [PUSH, PUSH, RET];
    expect(open({ f: [PUSH, ...call(32), SEI, CLI, RET], g })).toBe(2 + 1);
    expect(open({ f: [PUSH, SEI, ...call(32), CLI, RET], g })).toBe(2 + 1 + 4);
    expect(open({ f: [PUSH, ...call(32), PUSH, RET], g: [PUSH, SEI, POP, CLI, RET] })).toBe(2 + 1 + 2 + 1);
    expect(open({ f: [...call(32), PUSH, PUSH, PUSH, RET], g: [SEI, RET] })).toBe(2 + 3);
    expect(open({ f: [SEI, CLI, RET] })).toBe(2);
  });

  it('takes a copy of SREG from memory for the most open one', () => {
    expect(open({ f: [inSreg(24), PUSH, SEI, CLI, POP, outSreg(24), PUSH, PUSH, RET] })).toBe(2 + 1);
    expect(open({ f: [PUSH, SEI, inSreg(24), CLI, POP_R24, outSreg(24), PUSH, PUSH, PUSH, RET] })).toBe(2 + 3);
  });
});
