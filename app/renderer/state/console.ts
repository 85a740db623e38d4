/** What the program prints, line by line, with the board's time; and what was sent to it. */
import { create } from 'zustand';

export interface ConsoleLine {
  readonly id: number;
  /** board: printed by the program. sent: typed here. notice: said by the window. */
  readonly from: 'board' | 'sent' | 'notice';
  readonly text: string;
  /** Of the line's first character, since the program's start; null where it has none. */
  readonly timeNs: number | null;
}

interface ConsoleState {
  readonly lines: readonly ConsoleLine[];
  /** Whether the last line is still being written. */
  readonly open: boolean;
  readonly leftOut: number;
}

const MAX_LINES = 5000;
/** A program that never ends a line still gets one now and then. */
const MAX_LINE_LENGTH = 4000;

export const useConsole = create<ConsoleState>(() => ({ lines: [], open: false, leftOut: 0 }));

let nextId = 1;
let pending: { text: string; timeNs: number }[] = [];
let frame: number | null = null;

/** Text as it comes from the program, in any pieces. Taken over once a frame. */
export function printText(text: string, timeNs: number): void {
  pending.push({ text, timeNs });
  if (frame === null) frame = requestAnimationFrame(flush);
}

function flush(): void {
  frame = null;
  const pieces = pending;
  pending = [];
  useConsole.setState((state) => {
    const { lines, open } = pieces.reduce(appendText, { lines: [...state.lines], open: state.open });
    const over = Math.max(0, lines.length - MAX_LINES);
    return { lines: over === 0 ? lines : lines.slice(over), open, leftOut: state.leftOut + over };
  });
}

interface Writing {
  readonly lines: ConsoleLine[];
  readonly open: boolean;
}

/** Adds text as it comes, in pieces that end anywhere: also between the two characters that end a line. */
export function appendText(
  { lines, open }: Writing,
  piece: { readonly text: string; readonly timeNs: number },
): Writing {
  const parts = piece.text.split('\n');
  let writing = open;
  parts.forEach((part, index) => {
    const last = lines.at(-1);
    const ends = index < parts.length - 1;
    if (writing && last !== undefined) lines[lines.length - 1] = { ...last, text: last.text + part };
    else if (part !== '' || ends) lines.push({ id: nextId++, from: 'board', text: part, timeNs: piece.timeNs });
    const line = lines.at(-1);
    if (ends && line?.text.endsWith('\r')) lines[lines.length - 1] = { ...line, text: line.text.slice(0, -1) };
    writing = !ends && (part !== '' || writing) && (lines.at(-1)?.text.length ?? 0) < MAX_LINE_LENGTH;
  });
  return { lines, open: writing };
}

export function addConsoleLine(from: 'sent' | 'notice', text: string): void {
  if (frame !== null) flush();
  useConsole.setState(({ lines }) => ({
    lines: [...lines, { id: nextId++, from, text, timeNs: null }].slice(-MAX_LINES),
    open: false,
  }));
}

export function clearConsole(): void {
  pending = [];
  useConsole.setState({ lines: [], open: false, leftOut: 0 });
}
