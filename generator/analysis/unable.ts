/** What a kernel itself has not: then no verdict of a test would be one about it. */

import type { Capabilities } from '../platform/kernel.ts';
import type { Sketch } from '../sketch/model.ts';

/** In words for the user, each with the way out; empty: the kernel can do what the sketch asks for. */
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
