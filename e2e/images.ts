/**
 * Makes the pictures of the README and of docs/ from the real window.
 *
 *   npm run images -- [NAME …]
 *
 * With names, makes only these. The chart of the bench of the analysis is not made here, because it
 * shows measurements.
 *
 * Requires `npm run setup`. It uses the browser of the end-to-end tests.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { BENCH_PICTURES, WINDOW_PICTURES } from './pictures.ts';

const root = path.resolve(import.meta.dirname, '..');
const wanted = process.argv.slice(2);

for (const name of wanted) {
  if (name in WINDOW_PICTURES) continue;
  const bench = BENCH_PICTURES[name];
  const known = Object.keys(WINDOW_PICTURES).join(', ');
  console.error(bench === undefined ? `There is no picture ${name}. Known: ${known}.` : `${bench} makes ${name}.`);
  process.exit(2);
}

for (const [name, { program, before, after }] of Object.entries(WINDOW_PICTURES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const file = path.join(root, 'docs', 'images', name);
  const { status } = spawnSync(process.execPath, [path.join(root, program), ...before, file, ...after], {
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(`${name} was not made.`);
    process.exit(1);
  }
}
