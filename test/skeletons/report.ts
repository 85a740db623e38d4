/**
 * Writes the tables of docs/skeletons/README.md: `npm run skeletons`. Adds each skeleton separately
 * and measures the time.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../architecture/files.ts';
import { FILES, LEFT_OUT, type Speaker } from './left-out.ts';
import { Scratch } from './scratch.ts';
import { FOLDER, readSkeleton, type Skeleton, skeletonIds } from './skeleton.ts';
import { sizeOf } from './trial.ts';

const PAGE = path.join(root, FOLDER, 'README.md');
const SPEAKERS: Readonly<Record<Speaker, string>> = { types: 'the compiler', tests: 'a test', build: 'the C compiler' };

type Cells = readonly string[];
const row = (cells: Cells): string => `| ${cells.join(' | ')} |`;
const table = (head: Cells, rows: readonly Cells[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The table of the messages for omitted steps. It is the same in every run. */
export function tableOf(skeletons: readonly Skeleton[]): string {
  const rows = skeletons.flatMap(({ id, title, steps }) =>
    steps.map(({ number, title: step }, index) => {
      const message = LEFT_OUT[id]?.[index] ?? null;
      const said =
        message === null ? 'nothing: the step is optional' : `${SPEAKERS[message.by]}: \`\` ${message.says} \`\``;
      return [index === 0 ? `[${title}](${id}/README.md)` : '', `${number}. ${step}`, said];
    }),
  );
  return table(['skeleton', 'step', 'what is said if it is left out'], rows);
}

/** Processor time of all child processes that have ended. Unit: s. */
function programSeconds(): number {
  // Linux, proc(5): fields 16 and 17 of stat, in hundredths of a second, behind the name in parentheses.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

async function secondsOf(skeleton: Skeleton, skeletons: readonly Skeleton[]): Promise<number> {
  const scratch = new Scratch(skeletons);
  try {
    await scratch.plant([skeleton], () => false);
    const before = programSeconds();
    const complaints = await scratch.complaints();
    const tests = skeleton.steps.flatMap(({ creates }) => creates).filter((file) => /\.test\.tsx?$/.test(file));
    const failures = await scratch.failures([...tests, ...FILES]);
    if (complaints.length + failures.length > 0) throw new Error([...complaints, ...failures].join('\n'));
    return programSeconds() - before;
  } finally {
    scratch.remove();
  }
}

/** What a skeleton costs, without the time: the same in every run. */
export function countsOf(skeleton: Skeleton): Cells {
  const { created, edited, lines } = sizeOf(skeleton);
  return [skeleton.title, skeleton.steps.length, created, edited, lines].map(String);
}

async function sizes(skeletons: readonly Skeleton[]): Promise<string> {
  const rows: Cells[] = [];
  for (const skeleton of skeletons) {
    rows.push([...countsOf(skeleton), (await secondsOf(skeleton, skeletons)).toFixed(0)]);
  }
  return table(['skeleton', 'steps', 'new files', 'edited files', 'lines', 'checked in, s of processor time'], rows);
}

if (import.meta.main) {
  const skeletons = skeletonIds().map(readSkeleton);
  const [head = ''] = readFileSync(PAGE, 'utf8').split('## What each one costs');
  writeFileSync(
    PAGE,
    `${head}## What each one costs\n\n${await sizes(skeletons)}\n\n## What is said when a step is left out\n\n${tableOf(skeletons)}\n`,
  );
}
