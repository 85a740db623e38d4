/** Collects items that arrive faster than they can be painted, and delivers them once per frame. */
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

  /** Delivers all collected items immediately. */
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
