/** Ctrl-C: the first one requests an orderly end, the second one ends the process immediately. */

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
