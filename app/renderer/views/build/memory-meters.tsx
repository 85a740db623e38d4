/** Used and available RAM and flash. */
import type { MemoryUse } from '../../../contract/builds.ts';
import { formatCount, formatLoad } from '../../base/format.ts';

export function MemoryMeters({ memory }: { readonly memory: MemoryUse }) {
  return (
    <div className="memory">
      <Meter label="RAM" used={memory.ramBytes} available={memory.ramAvailableBytes} />
      <Meter label="Flash" used={memory.flashBytes} available={memory.flashAvailableBytes} />
    </div>
  );
}

interface MeterProps {
  readonly label: string;
  readonly used: number;
  readonly available: number;
}

function Meter({ label, used, available }: MeterProps) {
  const share = available === 0 ? 0 : used / available;
  const words = `${formatCount(used)} of ${formatCount(available)} B`;
  return (
    <div className="memory-meter" title={`${label}: ${words}, ${formatLoad(share)}`} data-over={share > 1}>
      <span>{label}</span>
      <span className="memory-bar" role="img" aria-label={`${label}: ${words}`}>
        <span style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      <span className="figures">{words}</span>
    </div>
  );
}
