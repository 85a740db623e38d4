/** Whether two values of blocks are always the same, as far as a compiler sees it. */
import * as Blockly from 'blockly/core';

/** Whether computing the value does nothing else, and gives the same each time. An empty input is 0. */
export const isPure = (block: Blockly.Block | null): boolean =>
  block === null || (PURE.has(block.type) && block.getChildren(false).every(isPure));

/** Whether both inputs always have the same value, as far as a compiler sees it. */
export function areSame(block: Blockly.Block, a: string, b: string): boolean {
  const [left, right] = [block.getInputTargetBlock(a), block.getInputTargetBlock(b)];
  return isPure(left) && isPure(right) && keyOf(left) === keyOf(right);
}

/** Values that are computed from literals and variables alone. */
const PURE = new Set(
  ['number', 'arithmetic', 'remainder', 'negate', 'least_most', 'absolute', 'constrain', 'map', 'decimal', 'round']
    .concat(['compare', 'and_or', 'not', 'truth', 'choose', 'whole_get', 'decimal_get', 'truth_get', 'square_root'])
    .concat(['parameter_number', 'parameter_truth'])
    .map((name) => `polyloop_${name}`),
);
const COMMUTATIVE = new Set(['ADD', 'MULTIPLY', 'EQ', 'NE', 'AND', 'OR', 'min', 'max']);

/** A text that is equal for values that a compiler sees as equal. */
function keyOf(block: Blockly.Block | null): string {
  if (block === null) return 'polyloop_number(0)';
  const fields = block.inputList
    .flatMap((input) => input.fieldRow)
    .flatMap((field) => (field.name === undefined ? [] : [String(field.getValue())]));
  const inputs = block.inputList.flatMap((input) =>
    input.type === Blockly.inputs.inputTypes.VALUE ? [keyOf(input.connection?.targetBlock() ?? null)] : [],
  );
  if (fields.some((value) => COMMUTATIVE.has(value))) inputs.sort();
  return `${block.type}(${[...fields, ...inputs].join(',')})`;
}
