/** Ctrl-C: the first one requests an orderly end, the second one ends the process immediately. */
import { EXIT_INTERRUPTED } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs `work` with a signal that aborts at the first Ctrl-C. */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const onSignal = () => {
    abort.abort();
    stopListening();
  };
  const stopListening = () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(abort.signal);
  } finally {
    stopListening();
  }
}

/** Ends a command that was stopped while it wrote a board, or before. Returns its exit code. */
export function cancelled(terminal: Terminal): number {
  terminal.note('Cancelled. If the program was being written, the board has none until the next upload.');
  return EXIT_INTERRUPTED;
}
