/**
 * The overheads in generator/boards are what `npm run bench:overheads -- --write` writes: they follow from the
 * committed points, and a measurement finds the points again.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  MEASURED_BOARDS,
  overheadsFile,
  overheadsText,
  readPoints,
  TARGETS,
  type Target,
  versions,
} from '../../bench/overheads/boards.ts';
import { boardById } from '../../generator/boards/index.ts';
import { freertosUnoMissing } from '../conformance/freertos.ts';
import { usually } from '../every-case.ts';

const RENEW = 'run npm run bench:overheads -- --write';

/** A figure of each board and target. */
const SAMPLE: Readonly<Record<string, Readonly<Record<Target, string>>>> = {
  uno: { superloop: 'release, kept or dropped, 2 tasks', freertos: 'preemption, FIXED, untraced, 2 tasks' },
  mega: { superloop: 'dispatch, untraced, 2 tasks', freertos: 'release, FIXED, untraced, 2 tasks' },
};

/** Formatting changes the spaces, the commas before an end, and the digits' groups. */
const unformatted = (text: string): string => text.replace(/,(\s*[}\]])/g, '$1').replace(/["'\s_]/g, '');

/** Why the figures cannot be compared here; null if they can. */
function obstacle(id: string): string | null {
  if (freertosUnoMissing !== null) return freertosUnoMissing;
  const { compiler, kernel } = readPoints(id);
  const now = versions();
  return compiler === now.compiler && kernel === now.kernel ? null : `measured with ${compiler} and ${kernel}`;
}

describe.each(MEASURED_BOARDS)('the shipped overheads of $id', (board) => {
  const measured = readPoints(board.id);

  it('are what the command writes', () => {
    const text = readFileSync(overheadsFile(board.id), 'utf8');
    expect(unformatted(text), RENEW).toBe(unformatted(overheadsText(board, measured)));
    const { targets } = boardById(board.id) ?? {};
    for (const target of TARGETS)
      expect(targets?.[target]?.overheads).toEqual(board.overheads(measured.points)[target]);
  });

  it.each(TARGETS)('come from every point of %s, and from no other', (target) => {
    const names = board.points[target].map(({ name }) => name);
    expect(Object.keys(measured.points[target]), RENEW).toEqual(names);
  });

  it.for(TARGETS)('are measured again: %s', async (target, { skip }) => {
    const why = obstacle(board.id);
    if (why !== null) skip(why);
    const wanted = SAMPLE[board.id]?.[target];
    const sample = usually(
      board.points[target].filter(({ name }) => name === wanted),
      board.points[target],
    );
    expect(sample.length).toBeGreaterThan(0);
    for (const { name, measure } of sample) {
      expect(await measure(), `${name}: ${RENEW}`).toBe(measured.points[target][name]);
    }
  });
});
