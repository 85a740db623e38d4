/** The buttons at the right edge of the board's panel. They are one stop of the Tab key. */

import { type ReactNode, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useRoving } from '../../base/use-roving.ts';

export function BoardTools({ children }: { readonly children: ReactNode }) {
  const toolbar = useRef<HTMLDivElement>(null);
  useRoving(toolbar, { items: 'button' });
  return (
    <div ref={toolbar} className="board-tools" role="toolbar" aria-label={tr`View of the board`}>
      {children}
    </div>
  );
}
