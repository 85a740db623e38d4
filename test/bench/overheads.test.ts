/**
 * The overheads in generator/boards are what `npm run bench:overheads -- --write` writes: they follow from the
 * committed points, and a measurement finds the points again.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  MEASURED_BOARDS,
  type MeasuredBoard,
  overheadsFile,
  overheadsText,
  readPoints,
  type Target,
  targetsOf,
} from '../../bench/overheads/boards.ts';
import { OVERHEADS as ANY_ARDUINO } from '../../generator/boards/any-arduino-overheads.ts';
import { BOARDS, boardById } from '../../generator/boards/index.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { targetById } from '../../generator/targets/index.ts';
import { usually } from '../every-case.ts';

const RENEW = 'run npm run bench:overheads -- --write';

/** A figure of each board and target. */
const SAMPLE: Readonly<Record<string, Readonly<Partial<Record<Target, string>>>>> = {
  uno: {
    superloop: 'release, kept or dropped, 2 tasks',
    preemptive: 'release, FIXED, untraced, 2 tasks',
    freertos: 'preemption, FIXED, untraced, 2 tasks',
  },
  mega: {
    superloop: 'dispatch, untraced, 2 tasks',
    preemptive: 'release, FIXED, untraced, 2 tasks',
    freertos: 'release, FIXED, untraced, 2 tasks',
  },
  'any-arduino': { superloop: 'release, one released, 2 tasks' },
  'mps2-an385': {
    superloop: 'to the job, FIXED, untraced, 2 tasks',
    preemptive: 'preemption, FIXED, untraced, 2 tasks',
    freertos: 'release, EDF, traced, 4 tasks',
  },
  'realview-pbx-a9': { rtems: 'before, FIXED, untraced, 2 tasks' },
};

/** Formatting changes the spaces, the commas before an end, and the digits' groups. */
const unformatted = (text: string): string => text.replace(/,(\s*[}\]])/g, '$1').replace(/["'\s_]/g, '');

/** Why the figures cannot be compared here; null if they can. */
function obstacle(board: MeasuredBoard, target: Target): string | null {
  const { compiler, kernel } = readPoints(board.id);
  const hasKernel = targetById(target).kernel !== null;
  try {
    if (board.compiler() !== compiler) return `measured with ${compiler}`;
    return hasKernel && board.kernel() !== kernel ? `measured with ${kernel}` : null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What the analysis counts on the board. */
const countedOn = (id: string, target: Target): Overheads | null | undefined =>
  id === 'any-arduino' && target === 'superloop' ? ANY_ARDUINO.superloop : boardById(id)?.targets[target]?.overheads;

describe.each(MEASURED_BOARDS)('the shipped overheads of $id', (board) => {
  const measured = readPoints(board.id);
  const targets = targetsOf(board);

  it('are what the command writes', () => {
    const text = readFileSync(overheadsFile(board), 'utf8');
    expect(unformatted(text), RENEW).toBe(unformatted(overheadsText(board, measured)));
    const written = board.overheads(measured.points);
    for (const target of targets) expect(countedOn(board.id, target)).toEqual(written[target]);
  });

  it.each(targets)('come from every point of %s, and from no other', (target) => {
    const names = (board.points[target] ?? []).map(({ name }) => name);
    expect(Object.keys(measured.points[target] ?? {}), RENEW).toEqual(names);
  });

  it.for(targets)('are measured again: %s', async (target, { skip }) => {
    const why = obstacle(board, target);
    if (why !== null) skip(why);
    const wanted = SAMPLE[board.id]?.[target];
    const all = board.points[target] ?? [];
    const sample = usually(
      all.filter(({ name }) => name === wanted),
      all,
    );
    expect(sample.length).toBeGreaterThan(0);
    for (const { name, measure } of sample) {
      expect(await measure(), `${name}: ${RENEW}`).toBe(measured.points[target]?.[name]);
    }
  });
});

/** `npm run bench:quest` counts those. */
const ELSEWHERE = ['quest-pc'];

it('every board that the analysis has overheads for is measured', () => {
  const typed = BOARDS.filter(({ id, targets }) => {
    const counted = Object.values(targets).some(({ overheads }) => overheads !== null);
    // The Nanos have the records of the Uno.
    const sameAsUno = Object.entries(targets).every(
      ([target, { overheads }]) => overheads === boardById('uno')?.targets[target as Target]?.overheads,
    );
    return counted && !sameAsUno && !MEASURED_BOARDS.some((board) => board.id === id);
  });
  expect(typed.map(({ id }) => id)).toEqual(ELSEWHERE);
});
