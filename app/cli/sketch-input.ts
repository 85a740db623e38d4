/** Reads sketch files for commands. Commands never write them. */
import { open } from 'node:fs/promises';
import { MAX_TEXT_LENGTH } from '../../generator/sketch/limits.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import type { Problem } from '../../generator/sketch/problem.ts';
import type { ReadResult } from '../../generator/sketch/read.ts';
import { visibleJson } from '../../generator/words/visible.ts';
import { readSketchText } from '../host/sketch-text.ts';
import { systemError } from '../host/system-errors.ts';
import { CommandError, EXIT_INVALID } from './exit-codes.ts';
import { printable, type Terminal } from './terminal.ts';

/**
 * Size in bytes of the longest text that is read. A character takes up to three bytes, or four as
 * two UTF-16 units.
 */
const MAX_BYTES = 3 * MAX_TEXT_LENGTH;

/** Reads a sketch. A file that cannot be read gives a problem, like any other error in it. */
export async function readSketchInput(path: string): Promise<ReadResult> {
  try {
    return readSketchText(await decoded(path));
  } catch (error) {
    return { ok: false, problems: [{ pointer: '', message: reasonOf(error, path), severity: 'error' }] };
  }
}

/** Reads a text file that is not a sketch. */
export async function readText(path: string): Promise<string> {
  try {
    return (await decoded(path)).replace(/^\uFEFF/, '');
  } catch (error) {
    throw new CommandError(reasonOf(error, path), EXIT_INVALID);
  }
}

const decoded = async (path: string): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readBytes(path));

/** Also works for a pipe of unknown length: reads at most the size of the longest sketch. */
async function readBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of file.createReadStream({ end: MAX_BYTES, autoClose: false })) {
      chunks.push(chunk);
      length += chunk.length;
    }
    if (length > MAX_BYTES) {
      throw new Error(`Cannot read ${path}: it is larger than the largest sketch (${MAX_BYTES} bytes).`);
    }
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof TypeError) return `Cannot read ${path}: it is not text in UTF-8. Save it as UTF-8.`;
  const named = systemError(error, 'read', path);
  return named instanceof Error ? named.message : String(named);
}

/** Prints `file:line:column: error: message`, which editors and terminals turn into links. */
export function printProblems(terminal: Terminal, path: string, problems: readonly Problem[]): void {
  for (const { message, severity, line, column } of problems) {
    const place = line === undefined ? path : `${path}:${line}:${column ?? 1}`;
    const word = terminal.styleNote(severity === 'error' ? ['red', 'bold'] : 'yellow', severity);
    terminal.note(`${printable(place)}: ${word}: ${printable(message)}`);
  }
}

/** The JSON form of problems. */
export function problemsForJson(problems: readonly Problem[]): object[] {
  return problems.map(({ pointer, member, message, severity, line, column }) => {
    return {
      pointer,
      ...(member === undefined ? {} : { member }),
      message,
      severity,
      line: line ?? null,
      column: column ?? null,
    };
  });
}

export type RequiredSketch =
  | { readonly ok: true; readonly sketch: Sketch; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly exitCode: number };

/**
 * Reads the sketch of a command that requires one. When the result has no sketch, its problems have
 * already been printed.
 */
export async function requireSketch(terminal: Terminal, file: string, json: boolean): Promise<RequiredSketch> {
  const read = await readSketchInput(file);
  const problems = read.ok ? read.warnings : read.problems;
  if (!json) printProblems(terminal, file, problems);
  if (read.ok) return read;
  if (json) terminal.print(visibleJson({ file, problems: problemsForJson(problems) }));
  return { ok: false, exitCode: EXIT_INVALID };
}
