/**
 * The properties of a kind of part as data: what it is, how it is wired, what the user sets and
 * operates, and what it shows. The records are in kinds.ts. app/host/devices/parts emulates the
 * kinds.
 */
import type { PartKind } from '../sketch/model.ts';

/** The ability that a terminal requires of its pin. */
export type PinAbility = 'digital-output' | 'pwm-output' | 'digital-input' | 'interrupt-input' | 'analog-input';

export interface Terminal {
  /** The key in a part's `pins`. */
  readonly id: string;
  readonly label: string;
  /** An `interrupt-input` prefers an external interrupt, and takes any digital pin otherwise. */
  readonly needs: PinAbility;
  /**
   * What an unwired terminal is connected to. Null: the part does not work without this wire.
   */
  readonly unwired: string | null;
}

/** A number that the user sets. */
export interface Quantity {
  /** "Distance". */
  readonly label: string;
  /** Empty for `press` and `switch`. */
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly scale: 'linear' | 'logarithmic';
  /**
   * The value without a setting, or at the start of a run. `initialValueOf` takes the part's
   * settings into account.
   */
  readonly initial: number;
}

/** A property of a part that the sketch file keeps: a member of `Part` beside its pins. */
export type PartSetting =
  | {
      readonly member: 'color' | 'common';
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly initial: string;
    }
  | (Quantity & { readonly member: 'pixels' | 'rateHz' });

/** A control of the part, which the user operates during a run. Its value is one number. */
export interface PartControl extends Quantity {
  /** press: 1 while held down, else 0. switch: 0 or 1. The other actions set a quantity. */
  readonly action: 'press' | 'switch' | 'turn' | 'distance' | 'light' | 'rate';
}

/** What a part shows, which selects the member of `PartView`. Null: nothing. */
export type PartShow = 'light' | 'colour' | 'angle' | 'tone' | 'segments' | 'text' | 'pixels';

export interface PartType {
  readonly kind: PartKind;
  /**
   * The name of the first part of this kind: "Button". It is the same in every language, because code
   * and sketch files contain it.
   */
  readonly name: string;
  /** The name of the kind in the user's language. */
  readonly label: string;
  /** One line: what it does, and what a program does with it. */
  readonly summary: string;
  readonly terminals: readonly Terminal[];
  readonly settings: readonly PartSetting[];
  readonly control: PartControl | null;
  readonly shows: PartShow | null;
}

/** The 16 × 2 characters of an LCD. */
export interface LcdView {
  readonly shows: 'text';
  /** False: the display shows no character, but keeps them. */
  readonly on: boolean;
  /** The visible character codes, row by row: 32 numbers from 0 to 255. */
  readonly characters: readonly number[];
  /** The user-defined characters 0 to 7: eight rows of five pixels each, 64 numbers from 0 to 31. */
  readonly glyphs: readonly number[];
  /** The position of the underline; null: it is not visible. */
  readonly cursor: { readonly column: number; readonly row: number } | null;
  /** Where the blinking block is; null: not visible. */
  readonly blink: { readonly column: number; readonly row: number } | null;
}

/** The display of a part at one moment. */
export type PartView =
  /** From 0 (dark) to 1. */
  | { readonly shows: 'light'; readonly brightness: number }
  | { readonly shows: 'colour'; readonly red: number; readonly green: number; readonly blue: number }
  /** From 0 to 180. `driven`: pulses arrive. Without pulses a servo keeps its angle. */
  | { readonly shows: 'angle'; readonly degrees: number; readonly driven: boolean }
  /** 0: silent. */
  | { readonly shows: 'tone'; readonly hertz: number }
  /** The brightness of a, b, c, d, e, f, g and the point, each from 0 to 1. */
  | { readonly shows: 'segments'; readonly segments: readonly number[] }
  | LcdView
  /** One colour 0xRRGGBB for each LED, from the wired end. */
  | { readonly shows: 'pixels'; readonly pixels: readonly number[] };
