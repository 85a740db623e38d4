/** Words and formulas take several times as long as the numbers that they are about, and most are never read. */
import type { Step } from './method.ts';

export interface Explained {
  readonly explanation: readonly Step[];
}

/**
 * The same with an explanation that is worked out when it is first read. It is a property of the object itself, so that a copy to
 * another thread and JSON have it as well.
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
