/** Imports of small sketches, for tests. */
import { importSketch } from './import.ts';
import type { Imported, ImportOptions } from './result.ts';

export function imported(text: string, options: ImportOptions = {}): Imported {
  const result = importSketch([{ name: 'test.ino', text }], options);
  if (!result.ok) throw new Error(result.message);
  return result;
}

/** Tasks as `name every 500 ms`, or `name always`. */
export const taskWords = ({ sketch }: Imported): string[] =>
  sketch.tasks.map(({ name, periodUs }) =>
    periodUs === null ? `${name} always` : `${name} every ${periodUs / 1000} ms`,
  );

/** A sketch with these declarations and this loop. */
export const sketchText = (declarations: string, loop: string, setup = ''): string =>
  `${declarations}\nvoid setup() {\n${setup}\n}\nvoid loop() {\n${loop}\n}\n`;
