/** Tells screen readers when the verdict has changed, once it has settled. */
import { useEffect, useRef, useState } from 'react';
import { useSketch } from '../../state/sketch/document.ts';

/** While a slider moves, the verdict changes many times a second. */
const SETTLED_MS = 500;

export function VerdictAnnouncer({ sentence, stale }: { readonly sentence: string; readonly stale: boolean }) {
  const hasTasks = useSketch(({ tasks }) => tasks.length > 0);
  const known = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (stale || !hasTasks) return;
    const timer = setTimeout(() => {
      // The verdict of a sketch that was just opened is no change.
      if (known.current !== null && known.current !== sentence) setSaid(sentence);
      known.current = sentence;
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [sentence, stale, hasTasks]);
  return (
    <p className="visually-hidden" role="status" data-testid="verdict-said">
      {said}
    </p>
  );
}
