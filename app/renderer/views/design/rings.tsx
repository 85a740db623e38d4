/** The smallest capacity of each ring buffer that never overflows. */

import type { RingCapacityHelp } from '../../../../generator/analysis/help/types.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { applyCapacity } from '../../state/sketch/proposals.ts';
import { Apply, ElementName, Note, type SectionProps, Why } from './parts.tsx';

interface Props extends SectionProps {
  readonly rings: readonly RingCapacityHelp[];
}

export function Rings({ rings, sketch, stale }: Props) {
  return (
    <>
      <ul className="design-rows">
        {rings.map((ring) => (
          <Ring key={ring.channel} {...{ ring, sketch, stale }} />
        ))}
      </ul>
      <Note>{tr`Capacity that a ring buffer needs so that no item is lost while the reader stays within its response-time bound.`}</Note>
    </>
  );
}

function Ring({ ring, sketch, stale }: SectionProps & { readonly ring: RingCapacityHelp }) {
  const { channel, capacity, leastCapacity, explanation } = ring;
  const short = leastCapacity !== null && leastCapacity > capacity;
  return (
    <li className="design-row">
      <div className="design-row-head">
        <ElementName sketch={sketch} name={channel} />
      </div>
      <p className={short || leastCapacity === null ? 'is-past' : undefined}>
        {leastCapacity === null
          ? tr`holds ${capacity}; no capacity is certain to suffice`
          : short
            ? tr`holds ${capacity}, needs ${leastCapacity}: it can overflow`
            : leastCapacity < capacity
              ? tr`holds ${capacity}, needs ${leastCapacity}: ${capacity - leastCapacity} to spare`
              : tr`holds ${capacity}, needs ${leastCapacity}`}
      </p>
      <Why what={tr`the capacity of ${channel}`} steps={explanation} />
      {leastCapacity === null ? (
        <span />
      ) : (
        <Apply
          step={tr`Set the least capacity`}
          change={(now) => applyCapacity(now, channel, leastCapacity)}
          inUse={leastCapacity === capacity}
          stale={stale}
          what={tr`the least capacity of ${channel}`}
        />
      )}
    </li>
  );
}
