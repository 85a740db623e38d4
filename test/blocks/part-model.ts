/** What the parts of the rig show and give: the values that the test sets, and the outputs as blocks set them. */
import type { PartView } from '../../generator/parts/part-type.ts';
import type { PartName } from './rig.ts';

/** What the blocks have made of the outputs. */
export interface Outputs {
  light: boolean;
  /** From 0 to 255, as the colour's numbers. */
  lamp: number;
  colour: readonly number[];
  /** Unit: °. */
  arm: number;
  /** 0xrrggbb for each LED. */
  strip: readonly number[];
  /** Null: all segments are dark. */
  digit: number | null;
  /** Unit: Hz. 0: silent. */
  horn: number;
  screen: Screen;
}

/** The LCD after it was started: two lines of 40 characters, of which 16 are visible, and where the next one goes. */
interface Screen {
  readonly characters: readonly number[];
  /** From 0 to 79. */
  readonly at: number;
}

const SPACE = 0x20;
const COLUMNS = 40;
const VISIBLE = 16;
export const CLEAR: Screen = { characters: Array<number>(2 * COLUMNS).fill(SPACE), at: 0 };

/** The second line follows on the first one, and the first one on the second one. */
export function written({ characters, at }: Screen, codes: readonly number[]): Screen {
  const next = [...characters];
  let place = at;
  for (const code of codes) {
    next[place] = code;
    place = (place + 1) % next.length;
  }
  return { characters: next, at: place };
}

export const movedTo = ({ characters }: Screen, column: number, row: number): Screen => ({
  characters,
  at: Math.min(COLUMNS - 1, Math.max(0, column)) + COLUMNS * row,
});

/** A change of outputs by one block. */
export type Effect = (outputs: Outputs) => void;

export const outputsAtStart = (): Outputs => ({
  light: false,
  lamp: 0,
  colour: [0, 0, 0],
  arm: 90,
  strip: [0, 0, 0],
  digit: null,
  horn: 0,
  screen: CLEAR,
});

/** The lit segments of each digit, in the order a to g. */
const SHAPES = ['abcdef', 'bc', 'abdeg', 'abcdg', 'bcfg', 'acdfg', 'acdefg', 'abc', 'abcdefg', 'abcdfg'];
const SEGMENT_NAMES = [...'abcdefg'];

/** An 8-bit timer has 256 steps, and a view is rounded. */
const isLight = (shown: number, value: number) => Math.abs(shown - value / 255) < 0.01;

/** Interrupts of the timer and of the serial line make a pulse of the servo longer, never shorter. */
function isAngle(shown: number, degrees: number): boolean {
  const pulseUs = 544 + (degrees * 1856) / 180;
  return shown > degrees - 1 && shown < degrees + 1 + (0.12 * pulseUs * 180) / 1856;
}

/** Whether the part shows what the blocks have made of it. */
const SHOWS: Readonly<Record<PartView['shows'], (view: PartView, outputs: Outputs, part: PartName) => boolean>> = {
  light: (view, { light, lamp }, part) =>
    view.shows === 'light' && isLight(view.brightness, part === 'lamp' ? lamp : light ? 255 : 0),
  colour: (view, { colour }) =>
    view.shows === 'colour' &&
    [view.red, view.green, view.blue].every((shown, index) => isLight(shown, colour[index] ?? 0)),
  angle: (view, { arm }) => view.shows === 'angle' && isAngle(view.degrees, arm),
  pixels: (view, { strip }) => view.shows === 'pixels' && strip.every((colour, led) => view.pixels[led] === colour),
  // A timer divides its clock by a whole number.
  tone: (view, { horn }) => view.shows === 'tone' && Math.abs(view.hertz - horn) <= 0.04 * horn,
  segments: (view, { digit }) =>
    view.shows === 'segments' &&
    SEGMENT_NAMES.every((name, index) => {
      const isLit = digit !== null && (SHAPES[digit] ?? '').includes(name);
      return isLight(view.segments[index] ?? Number.NaN, isLit ? 255 : 0);
    }),
  text: (view, { screen: { characters } }) =>
    view.shows === 'text' &&
    view.on &&
    view.characters.every(
      (code, index) => code === characters[(index % VISIBLE) + COLUMNS * Math.floor(index / VISIBLE)],
    ),
};

/** The parts that show something else than the blocks have made of them. */
export function differences(views: ReadonlyMap<PartName, PartView>, outputs: Outputs): string[] {
  return [...views].flatMap(([part, view]) =>
    SHOWS[view.shows](view, outputs, part) ? [] : [`${part}: ${JSON.stringify(view)} ${JSON.stringify(outputs)}`],
  );
}
