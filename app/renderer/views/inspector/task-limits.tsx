/**
 * The limits of T, C and D at which the sketch is still admitted while all else stays unchanged, as
 * marks on the sliders and as text.
 */

import type { TaskHelp } from '../../../../generator/analysis/help/types.ts';
import type { TimeUnit } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Found } from '../../state/sketch/help.ts';
import type { SliderMark } from '../controls/range-slider.tsx';
import { showTime } from '../controls/time-text.ts';

/** The members that have a limit. */
export type LimitedMember = 'periodUs' | 'budgetUs' | 'deadlineUs';

export const isLimited = (member: string): member is LimitedMember =>
  member === 'periodUs' || member === 'budgetUs' || member === 'deadlineUs';

const LIMIT_OF = {
  periodUs: 'leastPeriodUs',
  budgetUs: 'mostBudgetUs',
  deadlineUs: 'leastDeadlineUs',
} as const satisfies Record<LimitedMember, keyof TaskHelp>;

const NAMES = { periodUs: tr`period`, budgetUs: tr`budget`, deadlineUs: tr`deadline` } as const;

export function markOf(member: LimitedMember, { value, stale }: Found<TaskHelp>): SliderMark | null {
  const at = value?.computed === true ? value[LIMIT_OF[member]] : null;
  return at === null ? null : { at, beyond: member === 'budgetUs' ? 'above' : 'below', stale };
}

interface Props {
  readonly member: LimitedMember;
  /** The current value. */
  readonly us: number;
  readonly unit: TimeUnit;
  readonly limits: Found<TaskHelp>;
  readonly onChoose: (us: number) => void;
}

/**
 * Text such as "Admitted up to 61.2 ms". A click sets the value to the limit. The line keeps its
 * space while the limit is computed, so that no slider moves.
 */
export function LimitWords({ member, us, unit, limits, onChoose }: Props) {
  const { value, stale } = limits;
  if (value === null) return <span>{'\u00a0'}</span>;
  if (!value.computed) return null;
  const limit = value[LIMIT_OF[member]];
  const name = NAMES[member];
  if (limit === null) return <span data-stale={stale}>{tr`No ${name} alone is admitted.`}</span>;
  const time = showTime(limit, unit);
  const words = member === 'budgetUs' ? tr`Admitted up to ${time}` : tr`Admitted from ${time}`;
  if (limit === us) return <span data-stale={stale}>{tr`${words}: this is the limit.`}</span>;
  return (
    <button
      type="button"
      className="text-button"
      data-stale={stale}
      title={tr`Set the ${name} to its limit`}
      onClick={() => onChoose(limit)}
    >
      {words}
    </button>
  );
}
