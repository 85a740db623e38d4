/** The equation of a test without numbers, and the meaning of each symbol. */

import { Suspense } from 'react';
import type { Formula as SymbolicFormula } from '../../../../generator/analysis/symbols.ts';
import { justBefore } from '../../../../generator/analysis/symbols.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { Formula } from './formula.tsx';

interface Props {
  readonly formula: SymbolicFormula;
  /** Whether the numbers below contain times just before or just after another one. */
  readonly open?: boolean;
}

export function Symbolic({ formula: { tex, legend }, open = false }: Props) {
  return (
    <Suspense>
      <div className="symbolic" data-testid="symbolic-formula">
        <Formula tex={tex} />
        <dl className="symbolic-legend" aria-label={tr`Symbols`}>
          {[...legend, ...(open ? [justBefore()] : [])].map(([symbol, meaning]) => (
            <div key={symbol}>
              <dt>
                <Formula tex={symbol} inline />
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Suspense>
  );
}
