/** Numbers. */
import type { Block } from 'blockly/core';
import { tr } from '../../../generator/words/tr.ts';
import { literalOf } from '../constants.ts';
import { type Cpp, ORDER } from '../cpp.ts';
import { decimalLiteral, isSmall, MOST_WHOLE } from '../numbers.ts';
import { isPure } from '../same-value.ts';
import { always, type BlockSpec, numberShadow, options, type Printed, type ValueKind, valueInput } from '../spec.ts';

const TWO = { A: numberShadow(1), B: numberShadow(1) };

/** A decimal if one of the inputs is. */
const widest =
  (...names: string[]) =>
  (block: Block, cpp: Cpp) =>
    names.some((name) => cpp.kindAt(block, name) === 'decimal') ? ('decimal' as const) : ('whole' as const);

const OPERATORS: Readonly<Record<string, readonly [operator: string, order: number]>> = {
  ADD: ['+', ORDER.ADD],
  SUBTRACT: ['-', ORDER.ADD],
  MULTIPLY: ['*', ORDER.MULTIPLY],
  DIVIDE: ['/', ORDER.MULTIPLY],
};

/** A quotient of two numbers of C's type `int` fits in an `int`, except of the smallest number and −1. */
function quotientKind(block: Block, cpp: Cpp): ValueKind {
  const divisor = block.getInputTargetBlock('B');
  const literal = divisor === null ? null : literalOf(divisor);
  const isSmallEnough = literal !== null && literal !== 0 && literal !== -1 && cpp.kindAt(block, 'B') === 'int';
  return isSmallEnough && cpp.kindAt(block, 'A') === 'int' ? 'int' : 'whole';
}

function arithmeticKind(block: Block, cpp: Cpp): ValueKind {
  if (widest('A', 'B')(block, cpp) === 'decimal') return 'decimal';
  return block.getFieldValue('OP') === 'DIVIDE' ? quotientKind(block, cpp) : 'whole';
}

/** C++ does not say what a division by 0 gives. Only a literal divisor is never 0. */
function isSafeDivisor(block: Block, name: string): boolean {
  const divisor = block.getInputTargetBlock(name);
  const literal = divisor === null ? null : literalOf(divisor);
  return literal !== null && Math.trunc(literal) !== 0;
}

function divided(block: Block, cpp: Cpp, operator: '/' | '%'): Printed {
  const [name, about] = operator === '/' ? ['divide', 'Dividing'] : ['remainder', 'The remainder of dividing'];
  const helper = cpp.prologue.helper(
    operator,
    name,
    (own) =>
      `// ${about} by 0 gives 0.\nstatic const auto ${own} = [](int32_t a, int32_t b) -> int32_t { return b == 0 ? 0 : a ${operator} b; };\n`,
  );
  return [`${helper}(${cpp.whole(block, 'A')}, ${cpp.whole(block, 'B')})`, ORDER.POSTFIX];
}

function printArithmetic(block: Block, cpp: Cpp): Printed {
  const [operator, order] = OPERATORS[String(block.getFieldValue('OP'))] ?? ['+', ORDER.ADD];
  if (cpp.kindOf(block) === 'decimal') {
    return [`${cpp.decimal(block, 'A', order + 1)} ${operator} ${cpp.decimal(block, 'B', order)}`, order];
  }
  cpp.checkConstant(block);
  if (operator === '/' && !isSafeDivisor(block, 'B')) return divided(block, cpp, '/');
  // One operand of 32 bits gives the result 32 bits.
  const isWide = cpp.kindOf(block) === 'int' || cpp.kindAt(block, 'A') !== 'int' || cpp.kindAt(block, 'B') !== 'int';
  const left = isWide ? cpp.whole(block, 'A', order + 1) : cpp.wide(block, 'A', order + 1);
  return [`${left} ${operator} ${cpp.whole(block, 'B', order)}`, order];
}

/** Macros evaluate their arguments twice, so arguments that do something need a function. */
function chosen(block: Block, cpp: Cpp, name: string, inputs: readonly string[], body: string): Printed {
  const isDecimal = cpp.kindOf(block) === 'decimal';
  const values = inputs.map((input) => (isDecimal ? cpp.decimal(block, input) : cpp.wide(block, input)));
  if (inputs.every((input) => isPure(block.getInputTargetBlock(input)))) {
    return [`${name}(${values.join(', ')})`, ORDER.POSTFIX];
  }
  const type = isDecimal ? 'float' : 'int32_t';
  const parameters = inputs.map((input) => `${type} ${input.toLowerCase()}`).join(', ');
  const helper = cpp.prologue.helper(
    `${name} ${type}`,
    `${name}_of`,
    (own) => `static const auto ${own} = [](${parameters}) -> ${type} { return ${body}; };\n`,
  );
  return [`${helper}(${values.join(', ')})`, ORDER.POSTFIX];
}

function printNumber(block: Block): Printed {
  const value = literalOf(block) ?? 0;
  if (!Number.isInteger(value)) return [decimalLiteral(value), value < 0 ? ORDER.UNARY : ORDER.ATOMIC];
  return [String(value), value < 0 ? ORDER.UNARY : ORDER.ATOMIC];
}

const RANGE = { min: -MOST_WHOLE, max: MOST_WHOLE, precision: 1 } as const;
const rangeField = (name: string, value: number) => ({ type: 'field_number', name, value, ...RANGE });

function printMap(block: Block, cpp: Cpp): Printed {
  const bounds = ['FROM_LOW', 'FROM_HIGH', 'TO_LOW', 'TO_HIGH'].map((name) => Number(block.getFieldValue(name)));
  if (bounds[0] === bounds[1]) {
    cpp.problem(block, 'error', tr`its first range has only one number: choose two different ends`);
    return ['0', ORDER.ATOMIC];
  }
  return [`(int32_t)map(${[cpp.whole(block, 'VALUE'), ...bounds].join(', ')})`, ORDER.UNARY];
}

export const MATH_BLOCKS: readonly BlockSpec[] = [
  {
    type: 'polyloop_number',
    category: 'math',
    role: 'value',
    kind: (block) => {
      const value = literalOf(block) ?? 0;
      return Number.isInteger(value) ? (isSmall(value) ? 'int' : 'whole') : 'decimal';
    },
    check: 'Number',
    shape: {
      message0: '%1',
      args0: [{ type: 'field_number', name: 'NUM', value: 0, min: -MOST_WHOLE, max: MOST_WHOLE }],
      tooltip: tr`A number. With a decimal point it is a decimal number, otherwise a whole number.`,
    },
    offers: always('polyloop_number', { fields: { NUM: 0 } }),
    print: printNumber,
  },
  {
    type: 'polyloop_arithmetic',
    category: 'math',
    role: 'value',
    kind: arithmeticKind,
    check: 'Number',
    shape: {
      message0: '%1 %2 %3',
      args0: [
        valueInput('A', 'Number'),
        options('OP', [
          ['+', 'ADD'],
          ['−', 'SUBTRACT'],
          ['×', 'MULTIPLY'],
          ['÷', 'DIVIDE'],
        ]),
        valueInput('B', 'Number'),
      ],
      inputsInline: true,
      tooltip: tr`Two whole numbers give a whole number: 7 ÷ 2 is 3. With a decimal number the result is a decimal number.`,
    },
    offers: always('polyloop_arithmetic', { inputs: TWO }),
    print: printArithmetic,
  },
  {
    type: 'polyloop_remainder',
    category: 'math',
    role: 'value',
    kind: quotientKind,
    check: 'Number',
    shape: {
      message0: tr`remainder of %1 ÷ %2`,
      args0: [valueInput('A', 'Number'), valueInput('B', 'Number')],
      inputsInline: true,
      tooltip: tr`What is left after dividing two whole numbers: the remainder of 7 ÷ 2 is 1.`,
    },
    offers: always('polyloop_remainder', { inputs: { A: numberShadow(7), B: numberShadow(2) } }),
    print: (block, cpp) => {
      if (!isSafeDivisor(block, 'B')) return divided(block, cpp, '%');
      return [
        `${cpp.whole(block, 'A', ORDER.MULTIPLY + 1)} % ${cpp.whole(block, 'B', ORDER.MULTIPLY)}`,
        ORDER.MULTIPLY,
      ];
    },
  },
  {
    type: 'polyloop_negate',
    category: 'math',
    role: 'value',
    kind: widest('A'),
    check: 'Number',
    shape: {
      message0: '− %1',
      args0: [valueInput('A', 'Number')],
      inputsInline: true,
      tooltip: tr`The number with the other sign.`,
    },
    offers: always('polyloop_negate', { inputs: { A: numberShadow(1) } }),
    print: (block, cpp) => {
      if (cpp.kindOf(block) === 'decimal') return [`-${cpp.decimal(block, 'A', ORDER.UNARY)}`, ORDER.UNARY];
      cpp.checkConstant(block);
      return [`-${cpp.wide(block, 'A', ORDER.UNARY)}`, ORDER.UNARY];
    },
  },
  {
    type: 'polyloop_least_most',
    category: 'math',
    role: 'value',
    kind: widest('A', 'B'),
    check: 'Number',
    shape: {
      message0: tr`%1 of %2 and %3`,
      args0: [
        options('OP', [
          [tr`smaller`, 'min'],
          [tr`larger`, 'max'],
        ]),
        valueInput('A', 'Number'),
        valueInput('B', 'Number'),
      ],
      inputsInline: true,
      tooltip: tr`The smaller or the larger of two numbers.`,
    },
    offers: always('polyloop_least_most', { inputs: TWO }),
    print: (block, cpp) => {
      const name = String(block.getFieldValue('OP'));
      return chosen(block, cpp, name, ['A', 'B'], name === 'min' ? 'a < b ? a : b' : 'a > b ? a : b');
    },
  },
  {
    type: 'polyloop_absolute',
    category: 'math',
    role: 'value',
    kind: widest('A'),
    check: 'Number',
    shape: {
      message0: tr`size of %1`,
      args0: [valueInput('A', 'Number')],
      inputsInline: true,
      tooltip: tr`The number without its sign (absolute value): the size of −5 is 5.`,
    },
    offers: always('polyloop_absolute', { inputs: { A: numberShadow(-5) } }),
    print: (block, cpp) => {
      if (cpp.kindOf(block) !== 'decimal') cpp.checkConstant(block);
      return chosen(block, cpp, 'abs', ['A'], 'a < 0 ? -a : a');
    },
  },
  {
    type: 'polyloop_constrain',
    category: 'math',
    role: 'value',
    kind: widest('VALUE', 'LOW', 'HIGH'),
    check: 'Number',
    shape: {
      message0: tr`keep %1 between %2 and %3`,
      args0: [valueInput('VALUE', 'Number'), valueInput('LOW', 'Number'), valueInput('HIGH', 'Number')],
      inputsInline: true,
      tooltip: tr`The number itself, or the nearer end if it is outside.`,
    },
    offers: always('polyloop_constrain', {
      inputs: { VALUE: numberShadow(50), LOW: numberShadow(0), HIGH: numberShadow(100) },
    }),
    print: (block, cpp) =>
      chosen(block, cpp, 'constrain', ['VALUE', 'LOW', 'HIGH'], 'value < low ? low : (value > high ? high : value)'),
  },
  {
    type: 'polyloop_map',
    category: 'math',
    role: 'value',
    kind: 'whole',
    check: 'Number',
    shape: {
      message0: tr`map %1 from %2 – %3 to %4 – %5`,
      args0: [
        valueInput('VALUE', 'Number'),
        rangeField('FROM_LOW', 0),
        rangeField('FROM_HIGH', 1023),
        rangeField('TO_LOW', 0),
        rangeField('TO_HIGH', 255),
      ],
      inputsInline: true,
      tooltip: tr`Stretches or shrinks a number from one range to another: a knob gives 0 to 1023, an LED takes 0 to 255.`,
    },
    offers: always('polyloop_map', { inputs: { VALUE: numberShadow(512) } }),
    print: printMap,
  },
  {
    type: 'polyloop_random',
    category: 'math',
    role: 'value',
    kind: 'whole',
    check: 'Number',
    shape: {
      message0: tr`random number from %1 to %2`,
      args0: [rangeField('LOW', 1), rangeField('HIGH', 6)],
      inputsInline: true,
      tooltip: tr`A number that you cannot predict, from the first to the last. Both can come up.`,
    },
    offers: always('polyloop_random'),
    print: (block) => {
      const [low, high] = [Number(block.getFieldValue('LOW')), Number(block.getFieldValue('HIGH'))];
      const end = Math.min(MOST_WHOLE, Math.max(low, high) + 1);
      return [`(int32_t)random(${Math.min(low, high)}, ${end})`, ORDER.UNARY];
    },
  },
  {
    type: 'polyloop_round',
    category: 'math',
    role: 'value',
    kind: 'whole',
    check: 'Number',
    shape: {
      message0: tr`round %1 %2`,
      args0: [
        valueInput('A', 'Number'),
        options('OP', [
          [tr`to the nearest`, 'NEAREST'],
          [tr`down`, 'DOWN'],
          [tr`up`, 'UP'],
        ]),
      ],
      inputsInline: true,
      tooltip: tr`The whole number next to a decimal number.`,
    },
    offers: always('polyloop_round', { inputs: { A: numberShadow(2.5) } }),
    print: (block, cpp) => {
      cpp.checkConstant(block);
      const value = cpp.decimal(block, 'A');
      const call = { NEAREST: 'lroundf', DOWN: 'floorf', UP: 'ceilf' }[String(block.getFieldValue('OP'))] ?? 'lroundf';
      return [`(int32_t)${call}(${value})`, ORDER.UNARY];
    },
  },
  {
    type: 'polyloop_decimal',
    category: 'math',
    role: 'value',
    kind: 'decimal',
    check: 'Number',
    shape: {
      message0: tr`%1 as a decimal number`,
      args0: [valueInput('A', 'Number')],
      inputsInline: true,
      tooltip: tr`Makes a decimal number of a whole number, so that dividing it keeps what is after the point.`,
    },
    offers: always('polyloop_decimal', { inputs: { A: numberShadow(7) } }),
    print: (block, cpp) => {
      const target = block.getInputTargetBlock('A');
      const literal = target === null ? 0 : literalOf(target);
      if (literal !== null) return [decimalLiteral(literal), literal < 0 ? ORDER.UNARY : ORDER.ATOMIC];
      return cpp.kindAt(block, 'A') === 'decimal'
        ? [cpp.decimal(block, 'A', ORDER.UNARY + 1), ORDER.UNARY]
        : [cpp.decimal(block, 'A'), ORDER.UNARY];
    },
  },
  {
    type: 'polyloop_square_root',
    category: 'math',
    role: 'value',
    kind: 'decimal',
    check: 'Number',
    shape: {
      message0: tr`square root of %1`,
      args0: [valueInput('A', 'Number')],
      inputsInline: true,
      tooltip: tr`The decimal number that gives this number when it is multiplied by itself.`,
    },
    offers: always('polyloop_square_root', { inputs: { A: numberShadow(9) } }),
    print: (block, cpp) => [`sqrtf(${cpp.decimal(block, 'A')})`, ORDER.POSTFIX],
  },
];
