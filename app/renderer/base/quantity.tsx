/**
 * The quantities of the analysis: an everyday word first, the symbol of the literature second. The
 * accessible name of a quantity is its word alone.
 */
import type { ReactNode } from 'react';

export interface QuantityWords {
  readonly label: string;
  readonly symbol: string;
}

export const QUANTITIES = {
  period: { label: 'Period', symbol: 'T' },
  gap: { label: 'Least gap', symbol: 'T' },
  budget: { label: 'Budget', symbol: 'C' },
  longestRun: { label: 'Longest run', symbol: 'C' },
  deadline: { label: 'Deadline', symbol: 'D' },
  offset: { label: 'Offset', symbol: 'φ' },
  jitter: { label: 'Jitter', symbol: 'J' },
  load: { label: 'Load', symbol: 'U' },
  response: { label: 'Response', symbol: 'R' },
  worstResponse: { label: 'Worst response', symbol: 'R' },
  slack: { label: 'Slack', symbol: 'D − R' },
  lateness: { label: 'Late by', symbol: 'R − D' },
  share: { label: 'Used', symbol: 'R / D' },
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
