/**
 * Features that a kernel does not have. No test result would be valid for a sketch that needs them.
 */

import type { Capabilities } from '../platform/kernel.ts';
import type { Sketch } from '../sketch/model.ts';

/** Messages for the user, each with a way to fix it; empty if the kernel supports the sketch. */
export function unableTo({ policy, cores }: Sketch, { label, policies, maxCores }: Capabilities): string[] {
  return [
    ...(policies.includes(policy)
      ? []
      : [`${label} does not schedule by ${policy}. Choose one of: ${policies.join(', ')}.`]),
    ...(cores <= maxCores
      ? []
      : [`${label} runs on at most ${maxCores} ${maxCores === 1 ? 'core' : 'cores'}, and the sketch has ${cores}.`]),
  ];
}
