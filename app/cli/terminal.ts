/**
 * The output of a command. Results go to standard output and everything else to standard error, in
 * colour where appropriate.
 */
import { type InspectColor, styleText } from 'node:util';
import { visibleLine } from '../../generator/words/visible.ts';

export interface Terminal {
  /** Prints a line of the result. */
  print(text: string): void;
  /** Prints a line about progress or an error. */
  note(text: string): void;
  /** Shows the current step. Printed only on a terminal, for a user who watches. */
  progress(text: string): void;
  /** Adds colour if the result goes to a terminal and neither NO_COLOR nor TERM=dumb is set. */
  style(format: InspectColor | readonly InspectColor[], text: string): string;
  /** The same for notes. */
  styleNote(format: InspectColor | readonly InspectColor[], text: string): string;
  /** Columns of the terminal. Null when the result does not go to a terminal. */
  readonly width: number | null;
}

/**
 * The terminal of this process. A reader that closes the pipe early (`polyloop … | head`) ends the
 * output without an error.
 */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`${styleText('dim', text, { stream: process.stderr })}\n`);
    },
    style: (format, text) => styleText(format as InspectColor, text, { stream: process.stdout }),
    styleNote: (format, text) => styleText(format as InspectColor, text, { stream: process.stderr }),
    width: process.stdout.isTTY ? process.stdout.columns : null,
  };
}

/** Prints a paragraph, with an empty line before it. */
export function printLines(terminal: Terminal, lines: readonly string[]): void {
  terminal.print(`\n${lines.join('\n')}`);
}

/**
 * Returns a name or message from a file without characters that could control the terminal or break
 * the line.
 */
export const printable = visibleLine;
