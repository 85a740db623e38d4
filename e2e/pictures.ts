/** The pictures of the README and of docs/, and what makes each one. */

interface Picture {
  /** The program and its arguments before and after the file: `node PROGRAM … FILE …`. */
  readonly program: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** From the real window, by `npm run images`. */
export const WINDOW_PICTURES: Readonly<Record<string, Picture>> = {
  'polyloop.png': { program: 'e2e/moving-picture.ts', before: ['dark'], after: [] },
  'predicted.png': { program: 'e2e/screenshot.ts', before: ['dark'], after: ['runaway', 'predicted', 'blink', '62'] },
  'runaway.png': { program: 'e2e/screenshot.ts', before: ['dark'], after: ['runaway'] },
};

/** From measurements, by the command of a bench. */
export const BENCH_PICTURES: Readonly<Record<string, string>> = {
  'bench-analysis.svg': 'npm run bench:analysis',
};
