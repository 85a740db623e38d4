/** What the parts of the running program show, and what the user operates on them. */
import { useEffect } from 'react';
import { clampValue, initialValueOf, PART_TYPES, pinOf } from '../../../../generator/parts/kinds.ts';
import type { LcdView, PartControl, PartView } from '../../../../generator/parts/part-type.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import type { PinInput } from '../../../contract/runs.ts';
import { usePins } from '../../state/run/pins.ts';
import { isLivePhase, useRun } from '../../state/run/run.ts';
import { useSession } from '../../state/session/use-session.ts';

/** Whether a program runs on a board whose pins can be driven. */
export const useIsDriven = (): boolean =>
  useRun(({ phase, features }) => isLivePhase(phase) && features?.pins === true);

type Shows<K extends PartView['shows']> = Extract<PartView, { shows: K }>;

/** What the board says that a part shows. Undefined while it says nothing. */
function useView<K extends PartView['shows']>(part: Part, shows: K): Shows<K> | undefined {
  const view = usePins(({ views }) => views.get(part.name));
  return view?.shows === shows ? (view as Shows<K>) : undefined;
}

/** The brightness of an LED between the pin and the common terminal. */
const litBy = (duty: number, part: Part): number => (part.common === 'anode' ? 1 - duty : duty);

function useDuty(part: Part, terminal: string): number | null {
  const pin = pinOf(part, terminal);
  return usePins(({ pins }) => (pin === undefined ? null : (pins.get(pin)?.duty ?? null)));
}

/** The brightness of one LED of a part. An LED without a driven pin is dark. */
export function useBrightness(part: Part, terminal: string): number {
  const duty = useDuty(part, terminal);
  return duty === null ? 0 : litBy(duty, part);
}

/** The pulse widths of a servo for 0° and 180°, and its period, as Arduino's Servo library has them. */
const SERVO = { leastUs: 544, mostUs: 2400, periodUs: 20_000 };

/** The angle of a servo in degrees. */
export function useAngle(part: Part): Shows<'angle'> {
  const view = useView(part, 'angle');
  const duty = useDuty(part, 'signal') ?? 0;
  if (view !== undefined) return { ...view, degrees: Math.round(view.degrees) };
  const share = (duty * SERVO.periodUs - SERVO.leastUs) / (SERVO.mostUs - SERVO.leastUs);
  const driven = duty > 0 && duty < 0.2;
  return { shows: 'angle', degrees: driven ? Math.round(Math.min(1, Math.max(0, share)) * 180) : 90, driven };
}

/** The frequency of a buzzer in Hz. 0: silent. */
export const useTone = (part: Part): number => useView(part, 'tone')?.hertz ?? 0;

/** LEDs of a strip without a length. */
const USUAL_PIXELS = 8;

/** The colours of a strip, 0xRRGGBB each. */
export function usePixels(part: Part): readonly number[] {
  const pixels = useView(part, 'pixels')?.pixels;
  return pixels ?? Array.from({ length: part.pixels ?? USUAL_PIXELS }, () => 0);
}

/** The characters of a display. */
export function useText(part: Part): Pick<LcdView, 'characters' | 'on'> {
  const view = useView(part, 'text');
  return view ?? { characters: BLANK, on: false };
}

const BLANK: readonly number[] = [];

export interface Segment {
  /** a to g, or point. */
  readonly id: string;
  readonly brightness: number;
}

const SEGMENT_IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'point'] as const;

/** The segments of a digit. */
export function useSegments(part: Part): readonly Segment[] {
  const duties = usePins(({ pins }) =>
    SEGMENT_IDS.map((id) => pins.get(pinOf(part, id) ?? '')?.duty ?? '').join(' '),
  ).split(' ');
  return SEGMENT_IDS.map((id, index) => {
    const duty = duties[index] ?? '';
    return { id, brightness: duty === '' ? 0 : litBy(Number(duty), part) };
  });
}

const SUPPLY_MV = 5000;
/** A photoresistor and a fixed resistor: half of the supply at this illuminance. */
const LIGHT = { halfLux: 100, gamma: 0.7 };

/** What a value of the control does to the part's pin. Null: nothing. */
function inputOf({ action }: PartControl, value: number): PinInput | null {
  switch (action) {
    case 'press':
      return value > 0 ? { kind: 'digital', level: 0 } : { kind: 'floating' };
    case 'switch':
      return { kind: 'digital', level: value > 0 ? 1 : 0 };
    case 'turn':
      return { kind: 'analog', millivolts: Math.round((value / 100) * SUPPLY_MV) };
    case 'light':
      return {
        kind: 'analog',
        millivolts: Math.round(SUPPLY_MV / (1 + (LIGHT.halfLux / Math.max(0.1, value)) ** LIGHT.gamma)),
      };
    default:
      return null;
  }
}

export interface PartInput {
  readonly control: PartControl;
  readonly value: number;
  readonly set: (value: number) => void;
}

/** What the user operates on a part. Null for a part that is only looked at. */
export function usePartInput(part: Part): PartInput | null {
  const { pins, run } = useSession();
  const { control, terminals } = PART_TYPES[part.kind];
  const remembered = usePins(({ values }) => values.get(part.name));
  const pin = pinOf(part, terminals[0]?.id ?? '');
  const initial = initialValueOf(part) ?? 0;
  const value = remembered ?? initial;
  // A knob or a switch always has a position, so its pin has a level as soon as the part is wired.
  useEffect(() => {
    if (control === null || control.action === 'press' || pin === undefined) return;
    const input = inputOf(control, pins.store.getState().values.get(part.name) ?? initial);
    if (input !== null) run.setPin(pin, input);
  }, [control, pin, initial, part.name, pins, run]);
  if (control === null) return null;
  const set = (next: number) => {
    const clamped = clampValue(control, next);
    pins.rememberValue(part.name, clamped);
    const input = inputOf(control, clamped);
    if (pin !== undefined && input !== null) run.setPin(pin, input);
  };
  return { control, value, set };
}

/** The voltage at the wiper of a potentiometer, in words. */
export const voltageOf = (percent: number): string => `${((percent / 100) * (SUPPLY_MV / 1000)).toFixed(2)}\u00a0V`;
