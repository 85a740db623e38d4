/**
 * Whether something has been true for a while. While a slider moves, results are outdated for some
 * milliseconds at each step. Marks that appear and disappear with them would flicker, and the page would be
 * laid out twice for each step.
 */
import { useEffect, useState } from 'react';
import type { ReadableStore } from './use-session.ts';

export const LASTING_MS = 150;

/** @param isTrue the same function at each render */
export function useLasting<S>(store: ReadableStore<S>, isTrue: (state: S) => boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
    const look = () => {
      if (isTrue(store.getState())) timer ??= setTimeout(() => setLasts(true), LASTING_MS);
      else {
        stop();
        setLasts(false);
      }
    };
    look();
    const unsubscribe = store.subscribe(look);
    return () => {
      unsubscribe();
      stop();
    };
  }, [store, isTrue]);
  return lasts;
}
