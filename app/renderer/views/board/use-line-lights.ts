/** The lights of the serial line: whether the board sends or receives bytes. */
import { useEffect, useRef, useState } from 'react';
import { useRepeatedState } from '../../base/use-repeated-state.ts';
import { useConsole } from '../../state/run/console.ts';
import { useIsLive } from '../../state/run/run.ts';
import { useSession } from '../../state/session/use-session.ts';

/** A light is on for at least this long. */
const LIT_MS = 200;

export function useLineLights(): { readonly sends: boolean; readonly receives: boolean } {
  const { trace } = useSession();
  const live = useIsLive();
  const [sends, setSends] = useRepeatedState<boolean>(false);
  const [receives, setReceives] = useState(false);
  useEffect(() => {
    if (!live) return;
    let seen = -1;
    const timer = setInterval(() => {
      const { version } = trace.store.getState().store;
      setSends(seen >= 0 && version !== seen);
      seen = version;
    }, LIT_MS);
    return () => {
      clearInterval(timer);
      setSends(false);
    };
  }, [live, trace, setSends]);
  const lastSent = useConsole(({ lines }) => lines.findLast(({ from }) => from === 'sent')?.id ?? 0);
  const seenSent = useRef(lastSent);
  useEffect(() => {
    if (lastSent === seenSent.current) return;
    seenSent.current = lastSent;
    if (!live) return;
    setReceives(true);
    const timer = setTimeout(() => setReceives(false), LIT_MS);
    return () => clearTimeout(timer);
  }, [lastSent, live]);
  return { sends, receives };
}
