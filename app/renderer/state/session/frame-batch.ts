/** Collects what comes faster than it can be painted, and hands it over once a frame. */
import type { Environment } from './environment.ts';
import type { Scope } from './scope.ts';

export function createFrameBatch<T>(
  { requestFrame }: Pick<Environment, 'requestFrame'>,
  scope: Scope,
  take: (items: readonly T[]) => void,
) {
  let pending: T[] = [];
  let cancelFrame: (() => void) | null = null;

  function drop(): void {
    cancelFrame?.();
    cancelFrame = null;
    pending = [];
  }

  /** Hands over at once what is waiting. */
  function flush(): void {
    const items = pending;
    drop();
    if (items.length > 0) take(items);
  }

  function add(item: T): void {
    pending.push(item);
    cancelFrame ??= requestFrame(flush);
  }

  scope.own(drop);
  return { add, flush, drop };
}
