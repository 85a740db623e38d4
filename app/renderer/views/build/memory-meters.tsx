/** Used and available RAM and flash. */

import { BUILT_FLASH, BUILT_RAM, type MemoryWords } from '../../../../generator/numbers/memory.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { MemoryUse } from '../../../contract/builds.ts';
import { formatBytesOf, formatLoad } from '../../base/format.ts';

export function MemoryMeters({ memory }: { readonly memory: MemoryUse }) {
  return (
    <div className="memory">
      <Meter short="RAM" words={BUILT_RAM} used={memory.ramBytes} available={memory.ramAvailableBytes} />
      <Meter short={tr`Flash`} words={BUILT_FLASH} used={memory.flashBytes} available={memory.flashAvailableBytes} />
    </div>
  );
}

interface MeterProps {
  readonly short: string;
  readonly words: MemoryWords;
  readonly used: number;
  readonly available: number;
}

function Meter({ short, words: { label, hint }, used, available }: MeterProps) {
  const share = available === 0 ? 0 : used / available;
  const words = formatBytesOf(used, available);
  return (
    <div className="memory-meter" title={`${label}: ${words}, ${formatLoad(share)}. ${hint}.`} data-over={share > 1}>
      <span>{short}</span>
      <span className="memory-bar" role="img" aria-label={`${label}: ${words}`}>
        <span style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      <span className="figures">{words}</span>
    </div>
  );
}
