/** The target registry. Each target is one folder beside this file and one line in it. */

import type { Capabilities } from '../platform/kernel.ts';
import type { TargetName } from '../sketch/model.ts';
import { freertos } from './freertos/capabilities.ts';
import { quest } from './quest/capabilities.ts';
import { rtems } from './rtems/capabilities.ts';
import { superloop } from './superloop/capabilities.ts';
import { zephyr } from './zephyr/capabilities.ts';

/** The order in which the user sees the targets. */
export const TARGETS: readonly Capabilities[] = [superloop, freertos, zephyr, rtems, quest];

const BY_ID: Readonly<Record<TargetName, Capabilities>> = { superloop, freertos, zephyr, rtems, quest };

export function targetById(id: TargetName): Capabilities {
  return BY_ID[id];
}
