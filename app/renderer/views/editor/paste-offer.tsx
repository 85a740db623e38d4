/** Asks what to do with a pasted Arduino sketch. */

import { useEffect, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useImports } from '../../state/sketch/imports.ts';
import { Button } from '../controls/button.tsx';

export function PasteOfferBar({ bodyId }: { readonly bodyId: string }) {
  const { insertPasted, splitPasted } = useSession().imports;
  const isOffered = useImports(({ offer }) => offer?.bodyId === bodyId);
  const takesText = useImports(({ offer }) => offer?.insert !== null);
  const split = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOffered) split.current?.focus();
  }, [isOffered]);
  if (!isOffered) return null;
  return (
    <section className="paste-offer nokey" aria-label={tr`Pasted sketch`} data-testid="paste-offer">
      <p>{tr`This is a whole Arduino sketch. Its setup() and loop() can become tasks.`}</p>
      <Button onClick={insertPasted}>{takesText ? tr`Paste as text` : tr`Cancel`}</Button>
      <Button ref={split} tone="primary" onClick={splitPasted}>{tr`Split into tasks`}</Button>
    </section>
  );
}
