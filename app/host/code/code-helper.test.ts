/** Help of a real clangd, if one is installed. Fake servers could not show that positions are right. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BOARDS } from '../../../generator/boards/index.ts';
import { newChannel, newSketch, newTask } from '../../../generator/sketch/create.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { linesBefore } from '../../../platformio/driver/user-code.ts';
import { describeMissing, findTools } from '../../../platformio/setup/tools.ts';
import { generate } from '../pipeline.ts';
import { ClangdHelper, type HelpOrder } from './code-helper.ts';

const tools = findTools();
const { clangd } = tools;
if (!clangd.installed) console.warn(`Help of clangd is not tried: ${describeMissing(clangd)}`);

const MEMBERS = ['setup', 'body', 'deadlineHandler', 'budgetHandler'] as const;
const codeOf = (name: string) => Array.from({ length: 7 }, (_, index) => `int ${name}${index} = ${index};`).join('\n');

function sketchWith(board: string, body: string) {
  const task = newTask('a/b "c" #1', {
    ...{ setup: codeOf('s'), body, deadlineHandler: codeOf('d'), budgetHandler: codeOf('u') },
    ...{ periodUs: 100_000, budgetUs: 1000 },
  });
  return newSketch('s', {
    ...{ board, target: 'superloop', tasks: [task, newTask('other')] },
    prelude: 'static inline int speedOf(int level, int most) { return level < most ? level : most; }\n',
    channels: [
      newChannel('reading', {
        writer: 'other',
        readers: ['a/b "c" #1'],
        item: [
          { name: 'level', type: 'int16', count: 1 },
          { name: 'times', type: 'uint32', count: 4 },
        ],
      }),
    ],
  });
}

it('each line of each piece of code is found in the generated source', () => {
  const sketch = sketchWith('uno', codeOf('b'));
  const source = generate(sketch, { tools }).files.get('src/main.cpp') ?? '';
  const lines = source.split('\n');
  const [task] = sketch.tasks;
  for (const member of MEMBERS) {
    const before = linesBefore(source, { element: { kind: 'task', name: 'a/b "c" #1' }, member });
    const code = task?.[member].split('\n') ?? [];
    expect(lines.slice(before ?? 0, (before ?? 0) + code.length)).toEqual(code);
  }
  expect(linesBefore(source, { element: { kind: 'task', name: 'nobody' }, member: 'body' })).toBeNull();
});

it('without clangd there is none', async () => {
  const missing = { installed: false, name: 'clangd', howToGet: 'do this' } as const;
  const helper = new ClangdHelper(tmpdir(), { tools: { ...tools, clangd: missing } });
  const order = { ...orderAt('uno', '|'), kind: 'hover' as const };
  expect(await helper.help(order)).toMatchObject({ available: false, names: [] });
  await helper.close();
});

/** The caret is at `|`. */
function orderAt(board: string, text: string): Omit<HelpOrder, 'kind'> {
  const before = text.slice(0, text.indexOf('|')).split('\n');
  return {
    ...{ text: writeSketch(sketchWith(board, text.replace('|', ''))), path: null, tool: 'platformio' },
    ...{ element: { kind: 'task', name: 'a/b "c" #1' }, member: 'body' },
    ...{ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 },
  };
}

const BOARD_IDS = BOARDS.filter((board) => {
  const direct = board.direct === undefined ? tools.hostCxx : tools.armGxx;
  return (board.platformio === null ? direct : tools.avr).installed;
}).map(({ id }) => id);

describe.skipIf(!clangd.installed).each(BOARD_IDS)('clangd with the compiler of %s', (board) => {
  const helper = new ClangdHelper(join(tmpdir(), 'polyloop-no-cache'));
  afterAll(() => helper.close());
  const help = (kind: HelpOrder['kind'], text: string) => helper.help({ ...orderAt(board, text), kind });

  it('completes the fields of an item and the functions of the prelude', async () => {
    const fields = await help('completion', '\nreading_t item;\nif (reading_read(&item)) {\n  item.|\n}');
    expect(fields.names.map(({ name }) => name)).toEqual(expect.arrayContaining(['level', 'times']));
    const functions = await help('completion', 'int x = speedO|;');
    expect(functions.names.map(({ name }) => name)).toContain('speedOf');
  });

  it('explains a name', async () => {
    expect((await help('hover', 'int x = 1;\nint y = speed|Of(x, 2);')).names[0]?.about).toContain('speedOf');
  });

  it('names the active argument', async () => {
    const { names, active, argument } = await help('signature', 'int y = speedOf(1, |);');
    expect(names[active]?.signature).toContain('speedOf(int level, int most)');
    expect(argument).toBe(1);
  });
});
