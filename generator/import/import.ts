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
import { parseSource } from './source.ts';

export function importSketch(files: readonly SketchFile[], options: ImportOptions = {}): ImportResult {
  return importQduino(files, options) ?? importArduino(files, options);
}

/** Whether a text is an Arduino sketch: it defines `setup` and `loop`. */
export function isArduinoSketch(text: string): boolean {
  if (!mayBeSketch(text)) return false;
  const { functions } = programOf(parseSource(text));
  return (functions.has('setup') && functions.has('loop')) || importQduino([{ name: 'sketch.ino', text }]) !== null;
}
