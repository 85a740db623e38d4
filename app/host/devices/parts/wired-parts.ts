/** The parts that are wired to an emulated board. */
import { PART_TYPES } from '../../../../generator/parts/kinds.ts';
import type { PartView } from '../../../../generator/parts/part-type.ts';
import type { Part, PartKind } from '../../../../generator/sketch/model.ts';
import type { PartState } from '../device.ts';
import { button } from './button.ts';
import { buzzer } from './buzzer.ts';
import { lcd } from './lcd.ts';
import { led } from './led.ts';
import { ledStrip } from './led-strip.ts';
import { lightSensor } from './light-sensor.ts';
import { type EmulatedPart, type MakePart, type PartBoard, Wires } from './part.ts';
import { potentiometer } from './potentiometer.ts';
import { rgbLed } from './rgb-led.ts';
import { servo } from './servo.ts';
import { sevenSegment } from './seven-segment.ts';
import { signalGenerator } from './signal-generator.ts';
import { slideSwitch } from './slide-switch.ts';
import { ultrasonic } from './ultrasonic.ts';
import type { WiredPart } from './wired-part.ts';

const MAKERS: Readonly<Record<PartKind, MakePart>> = {
  led,
  'rgb-led': rgbLed,
  button,
  'slide-switch': slideSwitch,
  potentiometer,
  'light-sensor': lightSensor,
  servo,
  buzzer,
  ultrasonic,
  'seven-segment': sevenSegment,
  lcd,
  'led-strip': ledStrip,
  'signal-generator': signalGenerator,
};

interface Wired {
  readonly part: Part;
  /** Identifies the part's wires and settings. */
  readonly key: string;
  readonly wires: Wires;
  readonly emulated: EmulatedPart;
  /** What was last reported, as text. */
  reported: string;
}

export class WiredParts {
  readonly #board: PartBoard;
  #wired = new Map<string, Wired>();

  constructor(board: PartBoard) {
    this.#board = board;
  }

  /** Replaces all parts. A part with the same name, wires and settings stays as it is. */
  replace(parts: readonly WiredPart[]): void {
    const before = this.#wired;
    const keys = new Map(parts.map(({ part }) => [part.name, keyOf(part)]));
    // Pins are released first, because another part may drive them from now on.
    for (const [name, wired] of before) if (keys.get(name) !== wired.key) disconnect(wired);
    this.#wired = new Map();
    for (const { part, value } of parts) {
      const old = before.get(part.name);
      const kept = old?.key === keyOf(part) ? old : null;
      kept?.emulated.setValue?.(value);
      this.#wired.set(part.name, kept ?? this.#connect(part, value));
    }
  }

  setValue(name: string, value: number): void {
    this.#wired.get(name)?.emulated.setValue?.(value);
  }

  /** Returns the parts with a view that changed since the last call. */
  changes(): PartState[] {
    const changed: PartState[] = [];
    for (const wired of this.#wired.values()) {
      const view = wired.emulated.view?.();
      if (view === undefined) continue;
      const text = JSON.stringify(view);
      if (text !== wired.reported) changed.push({ part: wired.part.name, view });
      wired.reported = text;
    }
    return changed;
  }

  /** What a part shows, measured since the last call or the last report. */
  view(name: string): PartView | null {
    return this.#wired.get(name)?.emulated.view?.() ?? null;
  }

  #connect(part: Part, value: number): Wired {
    const wires = new Wires(part, this.#board);
    return { part, key: keyOf(part), wires, emulated: MAKERS[part.kind](part, wires, value), reported: '' };
  }
}

function keyOf({ kind, pins, common, pixels }: Part): string {
  return JSON.stringify([kind, Object.entries(pins).sort(), common, pixels]);
}

function disconnect({ part, wires }: Wired): void {
  const { terminals } = PART_TYPES[part.kind];
  wires.disconnect(terminals.filter(({ needs }) => needs.endsWith('input')).map(({ id }) => id));
}
