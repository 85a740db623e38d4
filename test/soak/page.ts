/** docs/soak.md, as printed by `npm run soak -- --out docs/soak.md`. */
import type { SeedResult } from './seeds.ts';
import { tableOf } from './table.ts';

const TEXT = `# The soak test

Random sketches run as real firmware, and every job is held to what \`polyloop check\` promised. As printed by

    FREERTOS_KERNEL_PATH=<its directory> npm run soak -- --jobs N --out docs/soak.md

The sketches are drawn from the [sketch format](sketch-file.md) alone: tasks of every kind, deadlines below, at and above the
period, every overrun and exhaustion policy, handlers, interrupts with I/O budgets under storms of 1 to 20 kHz, resources with
critical sections, four-slot channels and ring buffers, printed text, and tasks that never end where budgets are enforced. The
budgets of half of the sketches are raised until \`check\` refuses. A body uses 80 to 99 % of its budget in a loop of counted
cycles or instructions, so that it takes processor time of its own whatever interrupts it. The product's generator, compiler,
virtual board and telemetry decoder are used as they are; jobs are counted from the events alone.

A **violation** is
- **bound**: a response longer than its bound, or than the deadline where admission gives no bound;
- **miss**, **exhausted**, **given up**: a missed deadline, a used-up budget or a release that was given up, as the board reports
  it, of a task whose body keeps to its budget. On the super-loop, which does not enforce budgets, *exhausted* is a false report;
- **lost**, **release**, **order**: a job that is missing, released more than 1 ms off φ + k·T, or completed without a release;
- **check**: a torn, lost, doubled or reordered item of a channel, or two tasks in one critical section, as bodies find;
- **interrupt**: bottom halves that took more than their I/O budget;
- **silent**, **reset**, **line**, **crash**: a board that goes quiet, starts again, damages telemetry, or fails.

*Not run* are sketches that were refused at any budget or did not fit into the board's memory. *Items* were read from channels and
checked. Median, 90 % and maximum are of the worst response of each task divided by its bound.
`;

export const page = (results: readonly SeedResult[]): string => `${TEXT}\n${tableOf(results)}\n`;
