/**
 * The lines that the program prints, with the board's time, and the lines that the user sent to it.
 */
import { createStore } from 'zustand/vanilla';
import type { Environment } from '../session/environment.ts';
import { createFrameBatch } from '../session/frame-batch.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';

export interface ConsoleLine {
  readonly id: number;
  /**
   * `board`: printed by the program. `sent`: typed by the user. `notice`: a message of the window.
   */
  readonly from: 'board' | 'sent' | 'notice';
  readonly text: string;
  /**
   * When the first character of the line was sent, since the program's start. Null for lines that
   * the program did not print.
   */
  readonly timeNs: number | null;
}

interface ConsoleState {
  readonly lines: readonly ConsoleLine[];
  /** The last line is not complete yet. */
  readonly open: boolean;
  readonly leftOut: number;
}

const MAX_LINES = 5000;
/** Longer lines are broken, in case the program never ends a line. */
const MAX_LINE_LENGTH = 4000;

export type Console = ReturnType<typeof createConsole>;

export function createConsole(environment: Pick<Environment, 'requestFrame'>, scope: Scope) {
  const store = createStore<ConsoleState>(() => ({ lines: [], open: false, leftOut: 0 }));
  const batch = createFrameBatch<Piece>(environment, scope, (pieces) =>
    store.setState((state) => {
      const { lines, open } = pieces.reduce(appendText, { lines: [...state.lines], open: state.open });
      const over = Math.max(0, lines.length - MAX_LINES);
      return { lines: over === 0 ? lines : lines.slice(over), open, leftOut: state.leftOut + over };
    }),
  );

  /** Adds text of the program in pieces of any size. The console is updated once per frame. */
  const printText = (text: string, timeNs: number): void => batch.add({ text, timeNs });

  function addConsoleLine(from: 'sent' | 'notice', text: string): void {
    batch.flush();
    store.setState(({ lines }) => ({
      lines: [...lines, { id: nextIdOf(lines), from, text, timeNs: null }].slice(-MAX_LINES),
      open: false,
    }));
  }

  function clearConsole(): void {
    batch.drop();
    store.setState({ lines: [], open: false, leftOut: 0 });
  }

  return { store, printText, addConsoleLine, clearConsole };
}

export const useConsole = storeHook(({ console }) => console.store);

const nextIdOf = (lines: readonly ConsoleLine[]): number => (lines.at(-1)?.id ?? 0) + 1;

interface Piece {
  readonly text: string;
  readonly timeNs: number;
}

interface Writing {
  readonly lines: ConsoleLine[];
  readonly open: boolean;
}

/**
 * Adds a piece of text. A piece may end anywhere, even between the CR and the LF of a line ending.
 */
export function appendText({ lines, open }: Writing, piece: Piece): Writing {
  const parts = piece.text.split('\n');
  let writing = open;
  parts.forEach((part, index) => {
    const last = lines.at(-1);
    const ends = index < parts.length - 1;
    if (writing && last !== undefined) lines[lines.length - 1] = { ...last, text: last.text + part };
    else if (part !== '' || ends) lines.push({ id: nextIdOf(lines), from: 'board', text: part, timeNs: piece.timeNs });
    const line = lines.at(-1);
    if (ends && line?.text.endsWith('\r')) lines[lines.length - 1] = { ...line, text: line.text.slice(0, -1) };
    writing = !ends && (part !== '' || writing) && (lines.at(-1)?.text.length ?? 0) < MAX_LINE_LENGTH;
  });
  return { lines, open: writing };
}
