/** The values that are known before the program runs: literals, and arithmetic of whole literals. */
import type { Block } from 'blockly/core';
import { fitsWhole } from './numbers.ts';

/** The number of a literal, or null. */
export function literalOf(block: Block): number | null {
  if (block.type !== 'polyloop_number') return null;
  const value = Number(block.getFieldValue('NUM'));
  return Number.isFinite(value) ? value : 0;
}

/** The whole number that the block always gives, or null. overflow: it does not fit in 32 bits. */
export function wholeConstant(block: Block): number | 'overflow' | null {
  const literal = literalOf(block);
  if (literal !== null) return Number.isInteger(literal) ? literal : null;
  if (block.type === 'polyloop_negate') return fitted(operand(block, 'A'), 0, (a) => -a);
  if (block.type !== 'polyloop_arithmetic') return null;
  const apply = OPERATIONS[String(block.getFieldValue('OP'))];
  return apply === undefined ? null : fitted(operand(block, 'A'), operand(block, 'B'), apply);
}

type Constant = number | 'overflow' | null;

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  ADD: (a, b) => a + b,
  SUBTRACT: (a, b) => a - b,
  MULTIPLY: (a, b) => a * b,
  DIVIDE: (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
};

function operand(block: Block, name: string): Constant {
  const target = block.getInputTargetBlock(name);
  return target === null ? 0 : wholeConstant(target);
}

function fitted(a: Constant, b: Constant, apply: (a: number, b: number) => number): Constant {
  if (a === null || b === null) return null;
  if (a === 'overflow' || b === 'overflow') return 'overflow';
  const result = apply(a, b);
  return fitsWhole(result) ? result : 'overflow';
}
