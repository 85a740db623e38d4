/** The sketch's parts: each kind of part has its own blocks. They set the modes of its pins themselves. */
import type { BlockSpec } from '../spec.ts';
import { ACTUATOR_BLOCKS } from './parts/actuators.ts';
import { DISPLAY_BLOCKS } from './parts/displays.ts';
import { DISTANCE_BLOCKS, GENERATOR_BLOCKS, INPUT_BLOCKS } from './parts/inputs.ts';
import { LED_BLOCKS, STRIP_BLOCKS } from './parts/lights.ts';

/** In the order of the toolbox. */
export const PART_BLOCKS: readonly BlockSpec[] = [
  ...LED_BLOCKS,
  ...INPUT_BLOCKS,
  ...ACTUATOR_BLOCKS,
  ...DISTANCE_BLOCKS,
  ...DISPLAY_BLOCKS,
  ...STRIP_BLOCKS,
  ...GENERATOR_BLOCKS,
];
