/** Conditions. */
import type { Block } from 'blockly/core';
import { tr } from '../../../generator/words/tr.ts';
import { type Cpp, ORDER } from '../cpp.ts';
import { areSame } from '../same-value.ts';
import { always, type BlockSpec, numberShadow, options, type Printed, valueInput } from '../spec.ts';

const COMPARISONS = [
  ['=', 'EQ'],
  ['≠', 'NE'],
  ['<', 'LT'],
  ['≤', 'LE'],
  ['>', 'GT'],
  ['≥', 'GE'],
] as const;
const OPERATORS: Readonly<Record<string, string>> = { EQ: '==', NE: '!=', LT: '<', LE: '<=', GT: '>', GE: '>=' };
/** The comparisons that are true of equal numbers. */
const TRUE_OF_EQUALS = new Set(['EQ', 'LE', 'GE']);

function printCompare(block: Block, cpp: Cpp): Printed {
  const name = String(block.getFieldValue('OP'));
  const isDecimal = cpp.kindAt(block, 'A') === 'decimal' || cpp.kindAt(block, 'B') === 'decimal';
  const order = name === 'EQ' || name === 'NE' ? ORDER.EQUALITY : ORDER.RELATION;
  if (!isDecimal && areSame(block, 'A', 'B')) {
    // The compiler warns of such a comparison.
    cpp.problem(block, 'warning', tr`it compares a value with itself: choose another value`);
    return [TRUE_OF_EQUALS.has(name) ? 'true' : 'false', ORDER.ATOMIC];
  }
  const side = (input: string) => (isDecimal ? cpp.decimal(block, input, order) : cpp.whole(block, input, order));
  const [left, right] = [side('A'), side('B')];
  return [`${left} ${OPERATORS[name] ?? '=='} ${right}`, order];
}

export const LOGIC_BLOCKS: readonly BlockSpec[] = [
  {
    type: 'polyloop_compare',
    category: 'logic',
    role: 'value',
    kind: 'truth',
    check: 'Boolean',
    shape: {
      message0: '%1 %2 %3',
      args0: [valueInput('A', 'Number'), options('OP', COMPARISONS), valueInput('B', 'Number')],
      inputsInline: true,
      tooltip: tr`True if the two numbers compare in this way.`,
    },
    offers: always('polyloop_compare', { inputs: { A: numberShadow(0), B: numberShadow(0) }, fields: { OP: 'LT' } }),
    print: printCompare,
  },
  {
    type: 'polyloop_and_or',
    category: 'logic',
    role: 'value',
    kind: 'truth',
    check: 'Boolean',
    shape: {
      message0: '%1 %2 %3',
      args0: [
        valueInput('A', 'Boolean'),
        options('OP', [
          [tr`and`, 'AND'],
          [tr`or`, 'OR'],
        ]),
        valueInput('B', 'Boolean'),
      ],
      inputsInline: true,
      tooltip: tr`and: true if both are true. or: true if one of them is. The second one is computed only if it matters.`,
    },
    offers: always('polyloop_and_or'),
    print: (block, cpp) => {
      const isAnd = block.getFieldValue('OP') === 'AND';
      const own = isAnd ? ORDER.AND : ORDER.OR;
      const inner = (name: string) => {
        const target = block.getInputTargetBlock(name);
        const isChain =
          name === 'A' && target?.type === block.type && target.getFieldValue('OP') === block.getFieldValue('OP');
        // The compiler asks for parentheses around an “and” in an “or”.
        return cpp.truth(block, name, isChain ? own + 1 : ORDER.AND);
      };
      const operator = isAnd ? '&&' : '||';
      return [`${inner('A')} ${operator} ${inner('B')}`, own];
    },
  },
  {
    type: 'polyloop_not',
    category: 'logic',
    role: 'value',
    kind: 'truth',
    check: 'Boolean',
    shape: {
      message0: tr`not %1`,
      args0: [valueInput('A', 'Boolean')],
      inputsInline: true,
      tooltip: tr`True if the condition is false.`,
    },
    offers: always('polyloop_not'),
    print: (block, cpp) => [`!${cpp.truth(block, 'A', ORDER.UNARY + 1)}`, ORDER.UNARY],
  },
  {
    type: 'polyloop_truth',
    category: 'logic',
    role: 'value',
    kind: 'truth',
    check: 'Boolean',
    shape: {
      message0: '%1',
      args0: [
        options('VALUE', [
          [tr`true`, 'TRUE'],
          [tr`false`, 'FALSE'],
        ]),
      ],
      tooltip: tr`A condition that is always true, or never.`,
    },
    offers: always('polyloop_truth', { fields: { VALUE: 'TRUE' } }),
    print: (block) => [block.getFieldValue('VALUE') === 'TRUE' ? 'true' : 'false', ORDER.ATOMIC],
  },
];
