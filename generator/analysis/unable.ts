/**
 * Features that a kernel does not have. No test result would be valid for a sketch that needs them.
 */

import type { Capabilities } from '../platform/kernel.ts';
import type { Sketch } from '../sketch/model.ts';
import { tr, trCount } from '../words/tr.ts';

/** Messages for the user, each with a way to fix it; empty if the kernel supports the sketch. */
export function unableTo({ policy, cores }: Sketch, { label, policies, maxCores }: Capabilities): string[] {
  return [
    ...(policies.includes(policy)
      ? []
      : [tr`${label} does not schedule by ${policy}. Choose one of: ${policies.join(', ')}.`]),
    ...(cores <= maxCores
      ? []
      : [
          trCount(
            maxCores,
            '{1} runs on at most {0} core, and the sketch has {2}.',
            '{1} runs on at most {0} cores, and the sketch has {2}.',
            label,
            cores,
          ),
        ]),
  ];
}
