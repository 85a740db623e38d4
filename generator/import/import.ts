/**
 * Imports Arduino sketches that were written by hand: plain ones, and ones with Qduino's functions.
 * What is not understood stays in the code unchanged, and a note says so.
 */
import { importArduino } from './arduino.ts';
import type { SketchFile } from './files.ts';
import { programOf } from './program.ts';
import { importQduino } from './qduino/qduino.ts';
import { mayBeSketch } from './recognise.ts';
import type { ImportOptions, ImportResult } from './result.ts';
import { parseSource, tooDeepAt } from './source.ts';

export function importSketch(files: readonly SketchFile[], options: ImportOptions = {}): ImportResult {
  for (const { name, text } of files) {
    const line = tooDeepAt(text);
    if (line === null) continue;
    const message = `${name}, line ${line}: too many braces and parentheses inside each other. Move some of this code into functions, or delete it if it is not part of the sketch.`;
    return { ok: false, message };
  }
  return importQduino(files, options) ?? importArduino(files, options);
}

/** Whether a text is an Arduino sketch: it defines `setup` and `loop`. */
export function isArduinoSketch(text: string): boolean {
  if (!mayBeSketch(text)) return false;
  // The import says what is wrong with it.
  if (tooDeepAt(text) !== null) return true;
  const { functions } = programOf(parseSource(text));
  return (functions.has('setup') && functions.has('loop')) || importQduino([{ name: 'sketch.ino', text }]) !== null;
}
