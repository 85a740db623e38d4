/** All blocks, in the order of the toolbox. */
import { CHANNEL_BLOCKS } from './categories/channels.ts';
import { CONTROL_BLOCKS } from './categories/control.ts';
import { FUNCTION_BLOCKS } from './categories/functions.ts';
import { LOGIC_BLOCKS } from './categories/logic.ts';
import { MATH_BLOCKS } from './categories/math.ts';
import { PART_BLOCKS } from './categories/parts.ts';
import { PIN_BLOCKS } from './categories/pins.ts';
import { RESOURCE_BLOCKS } from './categories/resources.ts';
import { TEXT_BLOCKS } from './categories/text.ts';
import { TIME_BLOCKS } from './categories/time.ts';
import { VARIABLE_BLOCKS } from './categories/variables.ts';
import type { BlockSpec } from './spec.ts';

export const BLOCKS: readonly BlockSpec[] = [
  ...PIN_BLOCKS,
  ...PART_BLOCKS,
  ...CHANNEL_BLOCKS,
  ...RESOURCE_BLOCKS,
  ...TIME_BLOCKS,
  ...CONTROL_BLOCKS,
  ...LOGIC_BLOCKS,
  ...MATH_BLOCKS,
  ...TEXT_BLOCKS,
  ...VARIABLE_BLOCKS,
  ...FUNCTION_BLOCKS,
];

export const BLOCK_BY_TYPE: ReadonlyMap<string, BlockSpec> = new Map(BLOCKS.map((spec) => [spec.type, spec]));
