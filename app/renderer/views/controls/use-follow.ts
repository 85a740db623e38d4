/** Keeps a scrolled list at its end while new lines arrive, until the user scrolls up. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const NEAR_END_PX = 24;

export function useFollow(list: RefObject<HTMLElement | null>, newest: unknown): void {
  const following = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const onScroll = () => {
      following.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `newest` says when there is more
  useLayoutEffect(() => {
    const element = list.current;
    if (element !== null && following.current) element.scrollTop = element.scrollHeight;
  }, [list, newest]);
}
