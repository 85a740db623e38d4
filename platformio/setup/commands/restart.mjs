/** Runs a program, and restarts it when one of its files changes, for `npm run dev`. */
import fs from 'node:fs';
import path from 'node:path';

/**
 * One restart per this time, because an editor may save several files, or one file in several
 * steps.
 */
const settleMs = 100;

const isSource = /\.(?:ts|mjs|json|c|h|cpp)$/;
const isTest = /\.test\.tsx?$/;

/** @typedef {import('../run.mjs').RunResult} RunResult */

/** @param {readonly string[]} folders @param {() => void} onChange @returns {() => void} what ends the watching */
function watchSources(folders, onChange) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const watchers = folders.map((folder) =>
    fs.watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !isSource.test(file) || isTest.test(file)) return;
      if (file.split(path.sep).includes('node_modules')) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, settleMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/**
 * Starts the program, and starts it anew after each change below `folders`. A program that ends by itself is started again
 * at the next change. One that ends at its first start with code 0 (it printed its help) or 2 (wrong arguments) is not.
 * @param {(signal: AbortSignal, isRestart: boolean) => Promise<RunResult>} start ends the program when the signal aborts
 * @param {{ folders: readonly string[], print: (line: string) => void, signal: AbortSignal }} options
 * @returns {Promise<RunResult>} of the last run, once `signal` has aborted and the program has ended
 */
export async function runAndRestart(start, { folders, print, signal }) {
  let onChange = () => {};
  const unwatch = watchSources(folders, () => onChange());
  const ended = new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  try {
    for (let isRestart = false; ; isRestart = true) {
      const changed = new Promise((resolve) => {
        onChange = () => resolve(null);
      });
      const stop = new AbortController();
      const running = start(AbortSignal.any([signal, stop.signal]), isRestart);
      /** @type {RunResult | null} */
      const own = await Promise.race([running, changed, ended]);
      if (own !== null && !signal.aborted) {
        if (!isRestart && (own.code === 0 || own.code === 2)) return own;
        print(
          `The host ended (${own.startError ?? `exit code ${own.code}`}). It starts again when one of its files changes.`,
        );
        await Promise.race([changed, ended]);
      }
      stop.abort();
      const result = await running;
      if (signal.aborted) return result;
      print('A file of the host changed: starting it again.');
    }
  } finally {
    unwatch();
  }
}
