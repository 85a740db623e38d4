/** What the parts of the running program show, and what the user operates on them. */
import { clampValue, initialValueOf, PART_TYPES } from '../../../../generator/parts/kinds.ts';
import type { PartControl, PartView } from '../../../../generator/parts/part-type.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { usePins } from '../../state/run/pins.ts';
import { isLivePhase, useRun } from '../../state/run/run.ts';
import { useSession } from '../../state/session/use-session.ts';

/** Whether a program runs on a board with pins that the window can drive. */
export const useIsDriven = (): boolean =>
  useRun(({ phase, features }) => isLivePhase(phase) && features?.pins === true);

/** What a part shows. Undefined while nothing runs. */
export function usePartView<K extends PartView['shows']>(
  part: Part,
  shows: K,
): Extract<PartView, { shows: K }> | undefined {
  const view = usePins(({ views }) => views.get(part.name));
  return view?.shows === shows ? (view as Extract<PartView, { shows: K }>) : undefined;
}

const QUANTITIES: ReadonlySet<PartControl['action']> = new Set(['distance', 'light', 'rate'] as const);

/** Whether a control sets a quantity of the surroundings, which has a slider. */
export const isQuantity = ({ action }: PartControl): boolean => QUANTITIES.has(action);

export interface PartInput {
  readonly control: PartControl;
  readonly value: number;
  readonly set: (value: number) => void;
}

/** Returns the control of a part. Null for a part without a control. */
export function usePartInput(part: Part): PartInput | null {
  const { setPart } = useSession().run;
  const remembered = usePins(({ values }) => values.get(part.name));
  const { control } = PART_TYPES[part.kind];
  if (control === null) return null;
  const value = clampValue(control, remembered ?? initialValueOf(part) ?? 0);
  return { control, value, set: (next) => setPart(part.name, clampValue(control, next)) };
}

const SUPPLY_V = 5;

/** The voltage at the wiper of a potentiometer, in words. */
export const voltageOf = (percent: number): string => `${((percent / 100) * SUPPLY_V).toFixed(2)}\u00a0V`;
