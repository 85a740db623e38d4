/** When an interrupt occurs in the simulation. */

import type { Changes } from '../../../../generator/sketch/edits.ts';
import { MAX_COUNT } from '../../../../generator/sketch/limits.ts';
import {
  ARRIVAL_PATTERNS,
  type ArrivalPattern,
  type Arrivals,
  type Interrupt,
} from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { IntegerField, TimeField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { ARRIVAL_LABELS } from '../controls/words.ts';
import { Group } from './form.tsx';

type Choice = ArrivalPattern | 'most';

const OPTIONS = [
  { value: 'most', label: tr`as often as its budget allows` },
  ...ARRIVAL_PATTERNS.map((value) => ({ value, label: ARRIVAL_LABELS[value].short })),
] as const satisfies readonly { readonly value: Choice; readonly label: string }[];

const FIRST_BURST = 3;

interface Props {
  readonly interrupt: Interrupt;
  readonly change: (label: string, changes: Changes<'interrupts'>) => void;
}

export function InterruptArrivals({ interrupt, change }: Props) {
  const unit = useSketch((sketch) => sketch.timeUnit);
  const { arrivals } = interrupt;
  const set = (next: Arrivals | null) => change(tr`Change arrivals`, { arrivals: next });
  return (
    <Group title={tr`In the prediction`} note={tr`Admission always assumes the whole I/O budget.`}>
      <SelectField<Choice>
        label={tr`Arrivals`}
        value={arrivals?.pattern ?? 'most'}
        options={OPTIONS}
        onChange={(choice) => set(choice === 'most' ? null : arrivalsOf(interrupt, choice))}
        hint={
          arrivals === null
            ? tr`The worst case: the I/O budget is exhausted in every period.`
            : ARRIVAL_LABELS[arrivals.pattern].title
        }
      />
      {arrivals === null ? null : (
        <TimeField
          label={
            arrivals.pattern === 'random' ? tr`Mean gap` : arrivals.pattern === 'sporadic' ? tr`Least gap` : tr`Every`
          }
          symbol="T"
          us={arrivals.periodUs}
          unit={unit}
          minUs={1}
          onCommit={(periodUs) => set({ ...arrivals, periodUs })}
        />
      )}
      {arrivals?.pattern === 'bursty' ? (
        <IntegerField
          label={tr`At once`}
          value={arrivals.burst}
          min={1}
          max={MAX_COUNT}
          onCommit={(burst) => (burst === null ? undefined : set({ ...arrivals, burst }))}
        />
      ) : null}
    </Group>
  );
}

/** Default arrivals: one job of the handler, or one budget, at a time. */
function arrivalsOf({ arrivals, handlerPeriodUs, ioPeriodUs }: Interrupt, pattern: ArrivalPattern): Arrivals {
  const periodUs = arrivals?.periodUs ?? (handlerPeriodUs > 0 ? handlerPeriodUs : (ioPeriodUs ?? 10_000));
  const burst = Math.max(arrivals?.burst ?? 1, pattern === 'bursty' && arrivals === null ? FIRST_BURST : 1);
  return { pattern, periodUs, burst };
}
