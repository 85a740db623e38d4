/** One pin: its name, its level or duty cycle, and a switch if no part drives it. */

import type { BoardPin } from '../../../../generator/platform/board.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatPercent } from '../../base/format.ts';
import { usePin, usePins } from '../../state/run/pins.ts';
import { useSession } from '../../state/session/use-session.ts';

interface Props {
  readonly pin: BoardPin;
  readonly part: Part | null;
  readonly live: boolean;
}

export function PinRow({ pin, part, live }: Props) {
  const state = usePin(pin.name);
  const duty = state?.duty ?? 0;
  const level = state === undefined ? '' : duty > 0 && duty < 1 ? formatPercent(duty) : duty === 1 ? tr`high` : tr`low`;
  const isInput = state?.direction !== 'out';
  return (
    <div className="pin" data-testid={`pin-${pin.name}`} data-direction={state?.direction ?? 'none'}>
      <span className="pin-name figures" translate="no">
        {pin.name}
      </span>
      <span className="pin-level" role="img" aria-label={level === '' ? tr`not known` : level}>
        <span style={{ height: `${duty * 100}%` }} />
      </span>
      <span className="pin-words">{live ? level : ''}</span>
      {part === null ? (
        isInput && live ? (
          <Drive pin={pin.name} />
        ) : null
      ) : (
        <span className="pin-part" title={part.name} translate="no">
          {part.name}
        </span>
      )}
    </div>
  );
}

/** Sets the level of an input that no part drives. */
function Drive({ pin }: { readonly pin: string }) {
  const { setPin } = useSession().run;
  const input = usePins(({ inputs }) => inputs.get(pin));
  const high = input?.kind === 'digital' && input.level === 1;
  return (
    <button
      type="button"
      className="pin-drive"
      aria-pressed={high}
      aria-label={high ? tr`Drive pin ${pin} low, now 1` : tr`Drive pin ${pin} high, now 0`}
      onClick={() => setPin(pin, { kind: 'digital', level: high ? 0 : 1 })}
    >
      <span aria-hidden="true">{high ? '1' : '0'}</span>
    </button>
  );
}
