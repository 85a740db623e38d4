/** docs/soak.md, printed by `npm run soak -- --out docs/soak.md`. */
import type { SeedResult } from './seeds.ts';
import { tableOf } from './table.ts';

const TEXT = `# The soak test

The soak test runs random sketches as real firmware and compares every job with the bound of
\`polyloop check\`. Printed by

    FREERTOS_KERNEL_PATH=<its directory> npm run soak -- --jobs N --out docs/soak.md

A run of one board and one target (\`--board\`, \`--target\`) gives the rows of that pair. The rows here
are from several such runs.

The sketches use only the [sketch format](sketch-file.md). They have tasks of every kind, with
deadlines below, at and above the period, and with every overrun and exhaustion policy. They also
have handlers, interrupts with I/O budgets under storms of 1 to 20 kHz, resources with critical
sections, both kinds of channels, and printed text. Where budgets are enforced, or jobs can be
stopped, some tasks and handlers never end. For half of the sketches, budgets are raised until
\`check\` refuses. A body uses 80 to 99 % of its budget in a loop of counted cycles or instructions,
so interruptions do not change its own processor time. The test uses the product's generator,
compiler, virtual board and telemetry decoder, and counts jobs from the events alone.

A **violation** is one of these:
- **bound**: a response longer than its bound, or than the deadline if the analysis gives no bound;
- **miss**, **exhausted**, **dropped**: the board reports a missed deadline, an exhausted budget or
  a dropped release of a task with a body that keeps to its budget. On the super-loop, which does
  not enforce budgets, *exhausted* is a false report;
- **lost**, **release**, **order**: a job is missing, is released more than 1 ms off φ + k·T, or
  completes without a release;
- **check**: a body finds a torn, lost, doubled or reordered item of a channel, or two tasks in one
  critical section;
- **interrupt**: bottom halves took more than their I/O budget;
- **stack**: on a board with an AVR, the stack at the end of RAM overwrote variables, or took more
  than the build says that it can;
- **silent**, **reset**, **line**, **crash**: a board falls silent, restarts, damages telemetry, or
  fails.

Sketches are *not run* if they are refused at any budget or do not fit into the board's memory.
*Items* were read from channels and checked. Median, 90 % and maximum describe the worst response of
each task divided by its bound.
`;

export const page = (results: readonly SeedResult[]): string => `${TEXT}\n${tableOf(results)}\n`;
