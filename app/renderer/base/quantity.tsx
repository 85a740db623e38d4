/**
 * The quantities of the analysis: an everyday word first, the symbol of the literature second. The
 * accessible name of a quantity is its word alone.
 */

import type { ReactNode } from 'react';
import { tr } from '../../../generator/words/tr.ts';

export interface QuantityWords {
  readonly label: string;
  readonly symbol: string;
}

export const QUANTITIES = {
  period: { label: tr`Period`, symbol: 'T' },
  gap: { label: tr`Least gap`, symbol: 'T' },
  budget: { label: tr`Budget`, symbol: 'C' },
  longestRun: { label: tr`Longest run`, symbol: 'C' },
  deadline: { label: tr`Deadline`, symbol: 'D' },
  offset: { label: tr`Offset`, symbol: 'φ' },
  jitter: { label: tr`Jitter`, symbol: 'J' },
  load: { label: tr`Load`, symbol: 'U' },
  response: { label: tr`Response`, symbol: 'R' },
  worstResponse: { label: tr`Worst response`, symbol: 'R' },
  slack: { label: tr`Slack`, symbol: 'D − R' },
  lateness: { label: tr`Late by`, symbol: 'R − D' },
  share: { label: tr`Used`, symbol: 'R / D' },
} as const satisfies Readonly<Record<string, QuantityWords>>;

/** A symbol as a small suffix. */
export function Suffix({ children }: { readonly children: ReactNode }) {
  return (
    <span className="symbol" aria-hidden="true">
      {children}
    </span>
  );
}

/** A word and its symbol: "Period T". */
export function Quantity({ label, symbol }: { readonly label: string; readonly symbol?: string | undefined }) {
  return (
    <>
      {label}
      {symbol === undefined ? null : (
        <>
          {' '}
          <Suffix>{symbol}</Suffix>
        </>
      )}
    </>
  );
}
