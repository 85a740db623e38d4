/**
 * Explanations and formulas take several times as long as the numbers that they explain, and most
 * are never read.
 */
import type { Step } from './method.ts';

export interface Explained {
  readonly explanation: readonly Step[];
}

/**
 * The same object with an explanation that is computed on first read. It is an own property of the
 * object, so that structured clones and JSON include it.
 */
export function explainedLater<T extends object>(
  rest: T & { readonly explanation?: never },
  explain: () => readonly Step[],
): T & Explained {
  let explanation: readonly Step[] | null = null;
  return {
    ...rest,
    get explanation() {
      explanation ??= explain();
      return explanation;
    },
  };
}
