/**
 * Imports Arduino sketches that were written by hand: plain ones, and ones with Qduino's functions.
 * What is not understood stays in the code unchanged, and a note says so.
 */
import { MAX_CODE_LENGTH } from '../sketch/limits.ts';
import type { Sketch } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { importArduino } from './arduino.ts';
import type { SketchFile } from './files.ts';
import { programOf } from './program.ts';
import { importQduino } from './qduino/qduino.ts';
import { mayBeSketch } from './recognise.ts';
import { type Remedy, remedyFor, withRemedy } from './remedies.ts';
import type { Imported, ImportNote, ImportOptions, ImportResult } from './result.ts';
import { parseSource, tooDeepAt } from './source.ts';

export function importSketch(files: readonly SketchFile[], options: ImportOptions = {}): ImportResult {
  const letters = files.reduce((sum, { text }) => sum + text.length, 0);
  if (letters > MAX_CODE_LENGTH) {
    const message = tr`The sketch has ${letters} characters, and the import reads at most ${MAX_CODE_LENGTH}. Leave out what is not its own code, for example copied libraries and pictures in arrays.`;
    return { ok: false, message };
  }
  for (const { name, text } of files) {
    const line = tooDeepAt(text);
    if (line === null) continue;
    const message = tr`${name}, line ${line}: too many braces and parentheses inside each other. Move some of this code into functions, or delete it if it is not part of the sketch.`;
    return { ok: false, message };
  }
  return importQduino(files, options) ?? importArduino(files, options);
}

/** The remedy that the import can apply to what a note is about, or null. */
export function remedyOf({ sketch, shared }: Imported, { variable }: ImportNote): Remedy | null {
  const about = shared.find(({ name }) => name === variable);
  return about === undefined ? null : remedyFor(sketch, about);
}

/** The imported sketch with the remedies for these shared variables. */
export const withRemedies = ({ sketch, shared }: Imported, variables: ReadonlySet<string>): Sketch =>
  shared.filter(({ name }) => variables.has(name)).reduce(withRemedy, sketch);

/** Whether a text is an Arduino sketch: it defines `setup` and `loop`. */
export function isArduinoSketch(text: string): boolean {
  if (!mayBeSketch(text)) return false;
  // The import says what is wrong with it.
  if (text.length > MAX_CODE_LENGTH || tooDeepAt(text) !== null) return true;
  const { functions } = programOf(parseSource(text));
  return (functions.has('setup') && functions.has('loop')) || importQduino([{ name: 'sketch.ino', text }]) !== null;
}
