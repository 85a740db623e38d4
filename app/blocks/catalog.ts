/** All blocks, in the order of the toolbox. */
import { CONTROL_BLOCKS } from './categories/control.ts';
import { LOGIC_BLOCKS } from './categories/logic.ts';
import { MATH_BLOCKS } from './categories/math.ts';
import { PIN_BLOCKS } from './categories/pins.ts';
import { TEXT_BLOCKS } from './categories/text.ts';
import { VARIABLE_BLOCKS } from './categories/variables.ts';
import type { BlockSpec } from './spec.ts';

export const BLOCKS: readonly BlockSpec[] = [
  ...PIN_BLOCKS,
  ...CONTROL_BLOCKS,
  ...LOGIC_BLOCKS,
  ...MATH_BLOCKS,
  ...TEXT_BLOCKS,
  ...VARIABLE_BLOCKS,
];

export const BLOCK_BY_TYPE: ReadonlyMap<string, BlockSpec> = new Map(BLOCKS.map((spec) => [spec.type, spec]));
