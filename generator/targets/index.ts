/** The registry of targets: one folder beside this file, one line here. */

import type { Capabilities } from '../platform/kernel.ts';
import type { TargetName } from '../sketch/model.ts';
import { freertos } from './freertos/capabilities.ts';
import { quest } from './quest/capabilities.ts';
import { rtems } from './rtems/capabilities.ts';
import { superloop } from './superloop/capabilities.ts';
import { zephyr } from './zephyr/capabilities.ts';

/** In the order in which a user is offered them. */
export const TARGETS: readonly Capabilities[] = [superloop, freertos, zephyr, rtems, quest];

const BY_ID: Readonly<Record<TargetName, Capabilities>> = { superloop, freertos, zephyr, rtems, quest };

export function targetById(id: TargetName): Capabilities {
  return BY_ID[id];
}
