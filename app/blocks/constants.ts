/**
 * Values that are known before the program runs. A compiler computes them, too, and refuses a whole
 * number that does not fit.
 */
import type { Block } from 'blockly/core';
import { fitsWhole } from './numbers.ts';
import { contextIn } from './workspace-context.ts';

/** The number of a literal, or null. */
export function literalOf(block: Block): number | null {
  if (block.type !== 'polyloop_number') return null;
  const value = Number(block.getFieldValue('NUM'));
  return Number.isFinite(value) ? value : 0;
}

/** overflow: the value, or an operand of it, does not fit. Null: the value depends on the run. */
export type Constant =
  | { readonly is: 'whole' | 'decimal'; readonly number: number }
  | { readonly is: 'truth'; readonly truth: boolean }
  | 'overflow'
  | null;

const whole = (number: number): Constant => (fitsWhole(number) ? { is: 'whole', number: number + 0 } : 'overflow');
const decimal = (number: number): Constant => ({ is: 'decimal', number: Math.fround(number) });
const truth = (value: boolean): Constant => ({ is: 'truth', truth: value });

/** What a whole number becomes of it. */
export function wholeOf(constant: Constant): Constant {
  if (constant === null || constant === 'overflow' || constant.is !== 'decimal') return constant;
  return Number.isNaN(constant.number) ? 'overflow' : whole(Math.trunc(constant.number));
}

/** The value of a block that is always the same. */
export function constantOf(block: Block | null): Constant {
  if (block === null) return { is: 'whole', number: 0 };
  return EVALUATE[block.type.replace('polyloop_', '')]?.(block) ?? null;
}

const input = (block: Block, name: string): Constant => constantOf(block.getInputTargetBlock(name));
const option = (block: Block, name: string): string => String(block.getFieldValue(name));

/** Applies an operation to numbers, which become decimals if one of them is. */
function applied(
  block: Block,
  names: readonly string[],
  apply: (numbers: readonly number[], isDecimal: boolean) => number,
): Constant {
  const values = names.map((name) => input(block, name));
  if (values.includes('overflow')) return 'overflow';
  const numbers = values.flatMap((value) =>
    value === null || value === 'overflow' || value.is === 'truth' ? [] : [value],
  );
  if (numbers.length < names.length) return null;
  const isDecimal = numbers.some(({ is }) => is === 'decimal');
  const result = apply(
    numbers.map(({ number }) => (isDecimal ? Math.fround(number) : number)),
    isDecimal,
  );
  return isDecimal ? decimal(result) : whole(result);
}

function arithmetic(block: Block): Constant {
  const name = option(block, 'OP');
  const isProduct = name === 'MULTIPLY' && [input(block, 'A'), input(block, 'B')].some(isZero);
  return (
    applied(block, ['A', 'B'], ([a = 0, b = 0], isDecimal) => {
      if (name === 'ADD') return a + b;
      if (name === 'SUBTRACT') return a - b;
      if (name === 'MULTIPLY') return a * b;
      if (isDecimal) return a / b;
      return b === 0 ? 0 : Math.trunc(a / b);
    }) ?? (isProduct ? whole(0) : null)
  );
}

const isZero = (value: Constant): boolean =>
  value !== null && value !== 'overflow' && value.is === 'whole' && value.number === 0;

function remainder(block: Block): Constant {
  const [a, b] = [wholeOf(input(block, 'A')), wholeOf(input(block, 'B'))];
  if (a === 'overflow' || b === 'overflow') return 'overflow';
  if (a === null || b === null || a.is === 'truth' || b.is === 'truth') return null;
  return whole(b.number === 0 ? 0 : a.number % b.number);
}

function compare(block: Block): Constant {
  const [a, b] = [input(block, 'A'), input(block, 'B')];
  if (a === null || b === null || a === 'overflow' || b === 'overflow' || a.is === 'truth' || b.is === 'truth')
    return null;
  const isDecimal = a.is === 'decimal' || b.is === 'decimal';
  const [x, y] = isDecimal ? [Math.fround(a.number), Math.fround(b.number)] : [a.number, b.number];
  const results: Readonly<Record<string, boolean>> = {
    EQ: x === y,
    NE: x !== y,
    LT: x < y,
    LE: x <= y,
    GT: x > y,
    GE: x >= y,
  };
  return truth(results[option(block, 'OP')] ?? false);
}

function truthAt(block: Block, name: string): boolean | null {
  if (block.getInputTargetBlock(name) === null) return false;
  const value = input(block, name);
  return value !== null && value !== 'overflow' && value.is === 'truth' ? value.truth : null;
}

function andOr(block: Block): Constant {
  const isAnd = option(block, 'OP') === 'AND';
  const [a, b] = [truthAt(block, 'A'), truthAt(block, 'B')];
  if (a === !isAnd || b === !isAnd) return truth(!isAnd);
  return a === null || b === null ? null : truth(isAnd ? a && b : a || b);
}

function choose(block: Block): Constant {
  const isFirst = truthAt(block, 'IF');
  return isFirst === null ? null : input(block, isFirst ? 'THEN' : 'ELSE');
}

function round(block: Block): Constant {
  const value = input(block, 'A');
  if (value === null || value === 'overflow' || value.is === 'truth') return value === 'overflow' ? value : null;
  const number = Math.fround(value.number);
  const mode = option(block, 'OP');
  if (!Number.isFinite(number)) return 'overflow';
  if (mode === 'DOWN') return whole(Math.floor(number));
  return whole(mode === 'UP' ? Math.ceil(number) : Math.sign(number) * Math.round(Math.abs(number)));
}

/** A time from the canvas, which the code has as a literal. */
function timeOfJob(block: Block): Constant {
  const context = contextIn(block.workspace);
  const name = option(block, 'TIME');
  if (name !== 'budgetUs' && name !== 'deadlineUs' && name !== 'periodUs') return null;
  const time = context?.[name] ?? null;
  return time === null ? null : whole(time);
}

function decimalOf(value: Constant): Constant {
  return value === null || value === 'overflow' || value.is === 'truth' ? value : decimal(value.number);
}

const EVALUATE: Readonly<Record<string, (block: Block) => Constant>> = {
  number: (block) => {
    const value = literalOf(block) ?? 0;
    return Number.isInteger(value) ? whole(value) : decimal(value);
  },
  truth: (block) => truth(option(block, 'VALUE') === 'TRUE'),
  time_of_job: timeOfJob,
  arithmetic,
  remainder,
  negate: (block) => applied(block, ['A'], ([a = 0]) => -a),
  absolute: (block) => applied(block, ['A'], ([a = 0]) => Math.abs(a)),
  least_most: (block) =>
    applied(block, ['A', 'B'], (numbers) =>
      option(block, 'OP') === 'min' ? Math.min(...numbers) : Math.max(...numbers),
    ),
  constrain: (block) =>
    applied(block, ['VALUE', 'LOW', 'HIGH'], ([value = 0, low = 0, high = 0]) =>
      value < low ? low : Math.min(value, high),
    ),
  decimal: (block) => decimalOf(input(block, 'A')),
  round,
  compare,
  and_or: andOr,
  not: (block) => {
    const value = truthAt(block, 'A');
    return value === null ? null : truth(!value);
  },
  choose,
};
