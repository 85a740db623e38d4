/**
 * Adds all skeletons to a scratch copy, then again with one step of each omitted, and collects the
 * messages.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LEFT_OUT, type Message, type Speaker } from './left-out.ts';
import type { Outcome, Scratch } from './scratch.ts';
import { type Skeleton, type Step, sourceOf } from './skeleton.ts';

/** Sketches for the added board and for the added target, with a task that uses the added event. */
const SKETCHES = {
  kernel: { board: 'host', target: 'threads' },
  board: { board: 'mps2-an386', target: 'superloop' },
} as const;

export interface Run extends Outcome {
  /** The trace as CSV. Empty if there is none. */
  readonly trace: string;
}

/** Builds a sketch for the added board or target and runs it on a virtual board. */
export async function runSketch(scratch: Scratch, on: keyof typeof SKETCHES): Promise<Run> {
  const folder = scratch.at('build', on);
  mkdirSync(folder, { recursive: true });
  const [file, trace] = [path.join(folder, 'both.polyloop.json'), path.join(folder, 'trace.csv')];
  const tasks = [
    { name: 'fast', periodUs: 10_000, budgetUs: 4000, body: 'pl_channel_level(0, 3);' },
    { name: 'slow', periodUs: 20_000, budgetUs: 6000 },
  ];
  const channels = [{ name: 'level', kind: 'ring-buffer', writer: 'fast', reader: 'slow' }];
  writeFileSync(file, JSON.stringify({ polyloop: 1, name: 'both', ...SKETCHES[on], tasks, channels }));
  writeFileSync(trace, '');
  const options = ['--for', '1s', '--trace', trace, '--force', '--trust', '--json'];
  const outcome = await scratch.node('app/cli/main.ts', 'run', file, ...options);
  return { ...outcome, trace: readFileSync(trace, 'utf8') };
}

/** The work that a skeleton takes: its files and lines. */
export interface Size {
  readonly created: number;
  readonly edited: number;
  readonly lines: number;
}

export function sizeOf({ id, steps }: Skeleton): Size {
  const created = steps.flatMap(({ creates }) => creates);
  const edits = steps.flatMap((step) => step.edits);
  const written = created.map((file) => readFileSync(sourceOf(id, file), 'utf8').trimEnd().split('\n').length);
  const added = edits.map(({ before, after }) => after.filter((line) => !before.includes(line)).length);
  return {
    created: created.length,
    edited: new Set(edits.map(({ file }) => file)).size,
    lines: [...written, ...added].reduce((sum, count) => sum + count, 0),
  };
}

interface LeftOut {
  readonly skeleton: Skeleton;
  readonly step: Step;
  readonly message: Message;
}

/**
 * The steps that this source reports when they are left out, in rounds that leave out at most one
 * step of each skeleton.
 */
export function roundsOf(skeletons: readonly Skeleton[], by: Speaker): LeftOut[][] {
  const rounds: LeftOut[][] = [];
  for (const skeleton of skeletons) {
    const said = skeleton.steps.flatMap((step) => {
      const message = LEFT_OUT[skeleton.id]?.[step.number - 1] ?? null;
      return message?.by === by ? [{ skeleton, step, message }] : [];
    });
    said.forEach((each, index) => {
      const round = rounds[index] ?? [];
      round.push(each);
      rounds[index] = round;
    });
  }
  return rounds;
}

/** The messages of a source about the current copy. Of the tests, only the files that these messages name. */
async function listen(scratch: Scratch, by: Speaker, expected: readonly Message[]): Promise<string> {
  if (by === 'types') return (await scratch.complaints()).join('\n');
  const files = new Set(expected.flatMap(({ file }) => file ?? []));
  if (by === 'tests') return (await scratch.failures([...files])).join('\n');
  return (await runSketch(scratch, 'kernel')).output;
}

/**
 * The steps of a round that were left out and not reported as expected, with the actual messages. A
 * report can hide another one, so a step without a report is omitted again, alone.
 */
export async function unreported(
  scratch: Scratch,
  skeletons: readonly Skeleton[],
  round: readonly LeftOut[],
  by: Speaker,
): Promise<string[]> {
  await scratch.plant(skeletons, (skeleton, step) =>
    round.some((each) => each.skeleton.id === skeleton.id && each.step.number === step.number),
  );
  const said = await listen(
    scratch,
    by,
    round.map(({ message }) => message),
  );
  const silent = round.filter(({ message }) => !said.includes(message.says));
  if (round.length === 1) {
    return silent.map(
      ({ skeleton, step, message }) => `${skeleton.id}, step ${step.number}: no "${message.says}" in:\n${said}`,
    );
  }
  const alone: string[] = [];
  for (const each of silent) alone.push(...(await unreported(scratch, skeletons, [each], by)));
  return alone;
}
