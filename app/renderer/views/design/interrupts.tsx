/** The longest time from an interrupt's event to the end of its handler's job. */

import type { InterruptDelay } from '../../../../generator/analysis/help/types.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound } from '../../base/format.ts';
import { ElementName, Note, type SectionProps, Why } from './parts.tsx';

interface Props extends SectionProps {
  readonly delays: readonly InterruptDelay[];
}

export function Interrupts({ delays, sketch }: Props) {
  return (
    <>
      <ul className="design-rows">
        {delays.map(({ interrupt, delayNs, reason, explanation }) => (
          <li key={interrupt} className="design-row">
            <div className="design-row-head">
              <ElementName sketch={sketch} name={interrupt} />
            </div>
            <p className={delayNs === null ? 'is-none' : undefined}>
              {delayNs === null ? reason : <strong className="figures">{formatBound(delayNs)}</strong>}
            </p>
            <Why what={tr`the delay of ${interrupt}`} steps={explanation} />
          </li>
        ))}
      </ul>
      <Note>{tr`Longest time from the event to the end of its handler’s job (Danish, Li, West 2011).`}</Note>
    </>
  );
}
