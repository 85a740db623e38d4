/** The target registry. Each target is one folder beside this file and one line in it. */

import type { Capabilities } from '../platform/kernel.ts';
import type { TargetName } from '../sketch/model.ts';
import { freertos } from './freertos/capabilities.ts';
import { preemptive } from './preemptive/capabilities.ts';
import { quest } from './quest/capabilities.ts';
import { rtems } from './rtems/capabilities.ts';
import { superloop } from './superloop/capabilities.ts';
import { zephyr } from './zephyr/capabilities.ts';

/** In the order in which the user sees the targets. */
const BY_ID: Readonly<Record<TargetName, Capabilities>> = { superloop, preemptive, freertos, zephyr, rtems, quest };

export const TARGETS: readonly Capabilities[] = Object.values(BY_ID);

export function targetById(id: TargetName): Capabilities {
  return BY_ID[id];
}
