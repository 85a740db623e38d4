/**
 * Counts the work of a function instead of its time, so a limit holds on any computer: how often the
 * functions of this repository run, as V8 counts it (Profiler.startPreciseCoverage of the inspector's protocol). Neither
 * the rounds of a loop count nor what the functions of JavaScript itself do, such as the copy of an array.
 */
import { type Profiler, Session } from 'node:inspector';
import { expect } from 'vitest';

const ROOT = new URL('..', import.meta.url).href;
const isOurs = (url: string): boolean => /^(?:file:\/\/)?\//.test(url) && !url.includes('node_modules');

/** @returns the sum over all functions */
function callsOf(run: () => unknown): number {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    run();
    let scripts: Profiler.ScriptCoverage[] = [];
    // A session of the same thread answers at once.
    session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw error;
      scripts = answer.result;
    });
    session.post('Profiler.stopPreciseCoverage');
    const ranges = scripts
      .filter(({ url }) => isOurs(url) && (url.startsWith(ROOT) || url.startsWith(new URL(ROOT).pathname)))
      .flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}

/** Twice the input, and what does not depend on its size. Quadratic work would be four times as much. */
const MOST_GROWTH = 2.1;

/** Checks that work is in proportion to the size of its input. */
export function inProportion(size: number, run: (size: number) => unknown): void {
  // What a first run does once.
  run(1);
  const [once, twice] = [size, 2 * size].map((each) => callsOf(() => run(each))) as [number, number];
  expect(once, 'counted calls').toBeGreaterThan(size);
  expect(twice / once, `growth of ${once} counted calls with twice the input`).toBeLessThan(MOST_GROWTH);
}
