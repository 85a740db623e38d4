/**
 * State that is set again and again, mostly to the value that it has: by each frame, or by a timer.
 *
 *   const [names, setNames] = useRepeatedState<string>('');
 *
 * React keeps every update until the component renders next, also those that change nothing. The setter of
 * `useState` would so take 64 bytes in each frame for as long as a run lasts.
 */
import { useCallback, useRef, useState } from 'react';

export function useRepeatedState<T extends string | number | boolean>(first: T): [T, (next: T) => void] {
  const [value, setValue] = useState(first);
  const latest = useRef(first);
  const set = useCallback((next: T) => {
    if (next === latest.current) return;
    latest.current = next;
    setValue(() => next);
  }, []);
  return [value, set];
}
