/** Blocks of a file that the editor could not make: their code is harmless, and a problem says what is wrong. */
import { describe, expect, it } from 'vitest';
import { stateOfBlocks } from '../../generator/sketch/blocks/workspace.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { codeOf } from './code.ts';
import { contextOf } from './context.ts';

type Given = Readonly<Record<string, unknown>>;

const START = { type: 'polyloop_start', id: 'start' };
const inside = (type: string, more: Given = {}): Given => ({ type, id: 'b', of: 'start', input: 'DO', ...more });

function outcome(blocks: readonly Given[], workspace: Given = {}): { code: string; messages: string } {
  const file = JSON.parse(writeSketch(newSketch('hostile', { tasks: [newTask('T')] })));
  file.tasks[0].blocks = { body: { printed: 0, blocks, workspace } };
  const read = readSketch(JSON.stringify(file));
  if (!read.ok) return { code: '', messages: `refused: ${read.problems[0]?.message}` };
  const kept = read.sketch.tasks[0]?.blocks?.body;
  const context = contextOf(read.sketch, { kind: 'tasks', name: 'T' }, 'body');
  if (kept === undefined || context === null) throw new Error('The file has no blocks.');
  const { code, problems } = codeOf(stateOfBlocks(kept), context);
  return { code, messages: problems.map(({ message }) => message).join('\n') };
}

/** Each block inside the one before it. */
const nested = (type: string, input: string, count: number): Given[] =>
  Array.from({ length: count }, (_, index) => ({
    type,
    id: `n${index}`,
    of: index === 0 ? 'b' : `n${index - 1}`,
    input,
  }));

describe('hostile blocks', () => {
  it.each<[string, readonly Given[], RegExp]>([
    [
      'go round in a circle',
      [
        { ...START, after: 'b' },
        { type: 'polyloop_print', id: 'b', after: 'start' },
      ],
      /earlier block/,
    ],
    ['stand on themselves', [{ type: 'polyloop_print', id: 'b', after: 'b' }], /earlier block/],
    ['share an id', [START, { ...inside('polyloop_print'), id: 'start' }], /id of another block/],
    [
      'are two in one place',
      [START, inside('polyloop_print'), { ...inside('polyloop_print'), id: 'c' }],
      /another block is in this place/,
    ],
    ['are of no type', [START, inside('polyloop_evil')], /not known/],
    [
      'are in an input that does not exist',
      [START, inside('polyloop_print', { input: '__proto__' })],
      /cannot be read/,
    ],
    ['are a value as a statement', [START, inside('polyloop_number')], /cannot be read/],
    [
      'are too deep to be drawn',
      [START, inside('polyloop_if'), ...nested('polyloop_if', 'DO', 4_000)],
      /cannot be read/,
    ],
    [
      'are a sum without end',
      [
        START,
        inside('polyloop_print'),
        ...nested('polyloop_arithmetic', 'A', 4_000).map((each, at) => (at === 0 ? { ...each, input: 'TEXT' } : each)),
      ],
      /cannot be read/,
    ],
    [
      'are more than a file holds',
      [START, inside('polyloop_if'), ...nested('polyloop_if', 'DO', 5_000)],
      /at most 5000/,
    ],
    [
      'name a pin that is code',
      [START, inside('polyloop_digital_toggle', { fields: { PIN: '13); evil(' } })],
      /choose another pin/,
    ],
  ])('that %s are reported', (_, blocks, problem) => expect(outcome(blocks).messages).toMatch(problem));

  it.each<[string, Given, Given?]>([
    ['a choice', inside('polyloop_print', { fields: { END: '"); evil(' } })],
    ['a comment', inside('polyloop_print', { icons: { comment: { text: '*/ \\\n\u2028evil();' } } })],
    [
      'the name of a variable',
      inside('polyloop_whole_set', { fields: { VAR: { id: 'v' } } }),
      { variables: [{ name: 'x; evil()', id: 'v', type: 'Whole' }] },
    ],
    [
      'the type of a variable',
      inside('polyloop_whole_set', { fields: { VAR: { id: 'v' } } }),
      { variables: [{ name: 'x', id: 'v', type: 'int evil();' }] },
    ],
    [
      'a state of its own',
      inside('polyloop_channel_write', {
        extraState: { slots: [{ name: 5, type: {} }, null, { name: 'evil();', type: 'bool' }] },
      }),
    ],
  ])('make no code of %s', (_, block, workspace) => {
    const { code } = outcome([START, block], workspace);
    const lines = code.split('\n').filter((line) => !/^\s*(?:\/\/|#error ")/.test(line));
    expect(lines.join('\n')).not.toContain('evil(');
  });
});
