/** Sketch files as commands take them. They are read, never written. */
import { open } from 'node:fs/promises';
import { BOARDS } from '../../generator/boards/index.ts';
import { MAX_TEXT_LENGTH } from '../../generator/sketch/limits.ts';
import type { Problem } from '../../generator/sketch/problem.ts';
import { type ReadResult, readSketch } from '../../generator/sketch/read.ts';
import { systemError } from '../host/system-errors.ts';
import { printable, type Terminal } from './terminal.ts';

/** Bytes of the longest text that is read: a character takes up to three (four, as two UTF-16 units). */
const MAX_BYTES = 3 * MAX_TEXT_LENGTH;

/** Reads a sketch; what keeps the file from being read is a problem like any other. */
export async function readSketchInput(path: string): Promise<ReadResult> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readBytes(path));
    return readSketch(text, { boards: BOARDS.map((board) => board.id) });
  } catch (error) {
    return { ok: false, problems: [{ pointer: '', message: reasonOf(error, path), severity: 'error' }] };
  }
}

async function readBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > MAX_BYTES) throw new Error(`Cannot read ${path}: it is larger than any sketch (${size} bytes).`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof TypeError) return `Cannot read ${path}: it is not text in UTF-8. Save it as UTF-8.`;
  const named = systemError(error, 'read', path);
  return named instanceof Error ? named.message : String(named);
}

/** `file:line:column: error: message`, as editors and terminals make links of. */
export function printProblems(terminal: Terminal, path: string, problems: readonly Problem[]): void {
  for (const { message, severity, line, column } of problems) {
    const place = line === undefined ? path : `${path}:${line}:${column ?? 1}`;
    const word = terminal.styleNote(severity === 'error' ? ['red', 'bold'] : 'yellow', severity);
    terminal.note(`${printable(place)}: ${word}: ${printable(message)}`);
  }
}

/** The form of problems in JSON output. */
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
