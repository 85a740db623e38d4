/**
 * Measures the overheads in generator/boards/uno/superloop.ts, in cycles, with every feature and 1 to 32
 * tasks. Deterministic, because the board is emulated. Prints Markdown.
 *
 *   node bench/runtime-avr/record.ts
 */
import { OVERHEADS } from './overheads.ts';

console.log(`| Tasks | ${OVERHEADS.map(([title]) => title).join(' | ')} |`);
console.log(`| --- |${' --- |'.repeat(OVERHEADS.length)}`);
for (const tasks of [1, 2, 4, 8, 16, 32]) {
  const figures: number[] = [];
  for (const [, measure] of OVERHEADS) figures.push((await measure(tasks)).max);
  console.log(`| ${[tasks, ...figures].join(' | ')} |`);
}
