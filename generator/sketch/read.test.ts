import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from './create.ts';
import { resolvePointer } from './json/json-pointer.ts';
import type { Problem } from './problem.ts';
import { readSketch } from './read.ts';
import { writeSketch } from './write.ts';

const LEAST =
  '{"polyloop": 1, "name": "x", "board": "uno", "target": "superloop", "tasks": [{"name": "T1", "periodUs": 10000, "budgetUs": 1000}]}';

function file(members: object): string {
  return JSON.stringify({ polyloop: 1, name: 'x', board: 'uno', target: 'superloop', tasks: [], ...members });
}

function problemsOf(text: string, boards?: readonly string[]): readonly Problem[] {
  const result = readSketch(text, { boards });
  if (result.ok) throw new Error(`was read: ${text}`);
  return result.problems;
}

const T1 = { name: 'T1', periodUs: 10, budgetUs: 1 };
const T2 = { name: 'T2', periodUs: 10, budgetUs: 1 };

describe('readSketch', () => {
  it('reads the smallest file, and writes the same bytes', () => {
    const result = readSketch(LEAST, { boards: ['uno'] });
    expect(result).toEqual({
      ok: true,
      sketch: newSketch('x', { tasks: [newTask('T1', { periodUs: 10_000, budgetUs: 1_000 })] }),
      warnings: [],
    });
    if (result.ok) expect(writeSketch(result.sketch)).toBe(LEAST);
  });

  it('fills in every member of every element', () => {
    const result = readSketch(file({ tasks: [T1], channels: [{ name: 'C', writer: 'T1' }] }));
    if (!result.ok) throw new Error('refused');
    expect(result.sketch.channels).toEqual([
      {
        name: 'C',
        kind: 'four-slot',
        item: [{ name: 'value', type: 'int32', count: 1 }],
        capacity: 16,
        writer: 'T1',
        readers: [],
        position: null,
      },
    ]);
    expect(result.sketch.tasks[0]).toMatchObject({ kind: 'periodic', deadlineUs: null, overrun: 'skip', core: null });
  });

  it('takes one reader or a list of readers', () => {
    const read = (reader: unknown) => {
      const result = readSketch(file({ tasks: [T1, T2], channels: [{ name: 'C', reader }] }));
      return result.ok ? result.sketch.channels[0]?.readers : result.problems;
    };
    expect(read('T1')).toEqual(['T1']);
    expect(read(['T1', 'T2'])).toEqual(['T1', 'T2']);
    expect(read(null)).toEqual([]);
  });

  it('accepts a sketch that is not schedulable, because admission rejects it later', () => {
    expect(readSketch(file({ tasks: [{ name: 'T', periodUs: 10, budgetUs: 100 }] })).ok).toBe(true);
  });

  it('reads blocks, and names what is wrong with them', () => {
    const read = (blocks: unknown) =>
      file({ tasks: [{ ...T1, body: 'x();', blocks: { body: { printed: 1, blocks } } }] });
    const good = [
      { type: 'a', id: '1' },
      { type: 'b', id: '2', after: '1' },
      { type: 'c', id: '3', of: '2', input: 'X' },
    ];
    const result = readSketch(read(good));
    expect(result.ok && result.sketch.tasks[0]?.blocks?.body).toEqual({ printed: 1, blocks: good, workspace: {} });
    const messages = (...blocks: unknown[]) => problemsOf(read(blocks)).map(({ message }) => message);
    const [first] = good;
    expect(messages(first, { type: 'b', id: '1' })).toEqual([
      'Task "T1", blocks body blocks no. 2 id: "1" is the id of another block. Change one of them.',
    ]);
    expect(messages({ type: 'b', id: '2', after: '1' }, first)).toEqual([
      'Task "T1", blocks body blocks no. 1 after: expected the id of an earlier block, found "1".',
    ]);
    expect(messages(first, { type: 'b', id: '2', of: '1' })).toEqual([
      'Task "T1", blocks body blocks no. 2: of needs input. Add input, or remove of.',
    ]);
    expect(messages(first, { type: 'b', id: '2', after: '1' }, { type: 'b', id: '3', after: '1' })).toEqual([
      'Task "T1", blocks body blocks no. 3 after: another block is in this place of "1". Remove one of them.',
    ]);
    expect(messages({ type: 'b', id: '2', shadow: true })).toEqual([
      'Task "T1", blocks body blocks no. 1 shadow: only a block with after or of can be a shadow. Remove it.',
    ]);
    expect(messages({ type: 'b', id: '2', colapsed: true })).toEqual([
      'Unknown member "colapsed". Did you mean "collapsed"?',
    ]);
    expect(messages({ type: 'b', id: '2', inline: 1 })).toEqual([
      'Task "T1", blocks body blocks no. 1 inline: expected true or false, found 1.',
    ]);
    expect(problemsOf(file({ tasks: [{ ...T1, blocks: { prelude: {} } }] }))[0]?.message).toContain('"prelude"');
  });

  it('reports every problem at once, in text order', () => {
    const problems = problemsOf(
      file({
        target: 'superlop',
        tasks: [
          { name: 'T1', periodUs: 0, budgetUs: 0.5 },
          { name: 'T1' },
          { name: 'B', kind: 'background', periodUs: 5 },
          7,
        ],
        channels: [{ name: 'C', writer: 'T2', reader: ['T1', 'T1'] }],
      }),
      ['uno', 'host'],
    );
    expect(problems.map((problem) => problem.pointer + (problem.member ? ` ${problem.member}` : ''))).toEqual([
      '/target',
      '/tasks/0/periodUs',
      '/tasks/0/budgetUs',
      '/tasks/1 periodUs',
      '/tasks/1 budgetUs',
      '/tasks/1/name',
      '/tasks/2/periodUs',
      '/tasks/3',
      '/channels/0/writer',
      '/channels/0/reader/1',
    ]);
    expect(problems[0]?.message).toContain('Did you mean "superloop"?');
    expect(problems[1]?.message).toBe(
      'Task "T1", periodUs: expected a whole number of microseconds from 1 to 9007199254740, found 0. Give a positive time; 1000 is one millisecond.',
    );
  });

  it('keeps x- members at the top level, and $schema', () => {
    const text = file({ $schema: 'polyloop.schema.json', 'x-course': { week: 3 } });
    const result = readSketch(text);
    if (!result.ok) throw new Error('refused');
    expect(result.sketch.extensions).toEqual({ $schema: 'polyloop.schema.json', 'x-course': { week: 3 } });
    expect(JSON.parse(writeSketch(result.sketch))).toEqual(JSON.parse(text));
  });
});

describe.each<[string, string, string, RegExp]>([
  ['a misspelt member', file({ tasks: [{ ...T1, periodMs: 5 }] }), '/tasks/0/periodMs', /Did you mean "periodUs"/],
  ['an unknown member at the top', file({ color: 1 }), '/color', /begin with "x-"/],
  [
    'a quoted number',
    file({ tasks: [{ ...T1, budgetUs: '10 ms' }] }),
    '/tasks/0/budgetUs',
    /Write 10000 without quotes/,
  ],
  ['a number above 2^53', file({ tasks: [{ ...T1, periodUs: 2 ** 60 }] }), '/tasks/0/periodUs', /104 days/],
  ['a number above all numbers', file({}).replace('[]', '1e999'), '/tasks', /larger one/],
  [
    'an unknown reader',
    file({ tasks: [T1], channels: [{ name: 'C', reader: 't1' }] }),
    '/channels/0/reader',
    /Did you mean "T1"/,
  ],
  [
    'a reader that writes',
    file({ tasks: [T1], channels: [{ name: 'C', writer: 'T1', reader: 'T1' }] }),
    '/channels/0/reader',
    /cannot read/,
  ],
  ['a core that does not exist', file({ tasks: [{ ...T1, core: 1 }] }), '/tasks/0/core', /below the sketch's 1/],
  [
    'an interrupt without pin',
    file({ interrupts: [{ name: 'I', handlerBudgetUs: 1, handlerPeriodUs: 9 }] }),
    '/interrupts/0',
    /neither/,
  ],
  [
    'an unknown user',
    file({ tasks: [T1], resources: [{ name: 'R', users: [{ task: 'T', criticalSectionUs: 1 }] }] }),
    '/resources/0/users/0/task',
    /T1/,
  ],
  [
    'an interrupt that holds a resource',
    file({
      interrupts: [{ name: 'I', pin: '2', handlerBudgetUs: 1, handlerPeriodUs: 9 }],
      resources: [{ name: 'R', users: [{ task: 'I', criticalSectionUs: 1 }] }],
    }),
    '/resources/0/users/0/task',
    /is an interrupt/,
  ],
  ['an unknown exhaustion policy', file({ tasks: [{ ...T1, exhaustion: 'park' }] }), '/tasks/0/exhaustion', /"wait"/],
  [
    'a name of two kinds of element',
    file({ tasks: [T1], interrupts: [{ name: 'T1', pin: '2', handlerBudgetUs: 1, handlerPeriodUs: 9 }] }),
    '/interrupts/0/name',
    /taken/,
  ],
  [
    'a name in place of an object',
    file({ tasks: [T1], resources: [{ name: 'R', users: ['T1'] }] }),
    '/resources/0/users/0',
    /expected an object \{"task": …, "criticalSectionUs": …\}, found "T1"/,
  ],
  ['a blank name', file({ tasks: [{ ...T1, name: '  ' }] }), '/tasks/0/name', /not blank/],
  [
    'an escape sequence in a name',
    file({ tasks: [{ ...T1, name: '\u001b[31m' }] }),
    '/tasks/0/name',
    /control characters/,
  ],
  ['a newer version', file({}).replace('"polyloop":1', '"polyloop":2'), '/polyloop', /newer Polyloop/],
  ['no version', '{"name": "x", "board": "uno", "target": "superloop", "tasks": []}', '', /Add "polyloop"/],
  ['a list', '[]', '', /expected an object/],
  ['NUL', file({ name: 'a\0b' }), '/name', /NUL/],
  ['a lone surrogate', file({}).replace('"x"', '"\\ud800"'), '/name', /surrogate/],
  ['a prototype', file({}).replace('{', '{"__proto__": {"a": 1}, '), '', /__proto__/],
  ['a member given twice', file({}).replace('{', '{"name": "y", '), '/name', /more than once/],
  ['nesting above the limit', '['.repeat(100_000), '', /inside each other/],
  ['a comment', '{ // no\n}', '', /no comments/],
  ['a trailing comma', '{"polyloop": 1,\n}', '', /line 2, column 1.*Remove the comma/],
  ['half a file', LEAST.slice(0, 50), '', /not closed/],
  ['an empty file', '', '', /empty/],
  [
    'a terminal with an invalid name',
    file({ parts: [{ name: 'P', kind: 'led', pins: { 'a b': '1' } }] }),
    '/parts/0/pins/a b',
    /terminal/,
  ],
  ['a group without members', file({ tasks: [T1], groups: [{ name: 'G' }] }), '/groups/0', /no members/],
  [
    'a group with an element that does not exist',
    file({ tasks: [T1], groups: [{ name: 'G', tasks: ['T1', 'T2'] }] }),
    '/groups/0/tasks/1',
    /Did you mean "T1"/,
  ],
  [
    'an element in two groups',
    file({
      tasks: [T1],
      groups: [
        { name: 'G', tasks: ['T1'] },
        { name: 'H', tasks: ['T1'] },
      ],
    }),
    '/groups/1/tasks/0',
    /is in \/groups\/0 already/,
  ],
  [
    'a member of a group that is listed twice',
    file({ tasks: [T1], groups: [{ name: 'G', tasks: ['T1', 'T1'] }] }),
    '/groups/0/tasks/1',
    /is in this group already/,
  ],
  [
    'two groups of one name',
    file({ tasks: [T1], groups: [{ name: 'G', tasks: ['T1'] }, { name: 'G' }] }),
    '/groups/1/name',
    /taken/,
  ],
  [
    'a group of an unknown colour',
    file({ tasks: [T1], groups: [{ name: 'G', color: 'blu', tasks: ['T1'] }] }),
    '/groups/0/color',
    /"blue"/,
  ],
  ['a group in place of a list', file({ groups: { name: 'G' } }), '/groups', /list/],
  [
    'a member of a group that is no name',
    file({ tasks: [T1], groups: [{ name: 'G', tasks: [7] }] }),
    '/groups/0/tasks/0',
    /text/,
  ],
])('%s', (_, text, pointer, message) => {
  it(`is rejected at "${pointer}"`, () => {
    const problems = problemsOf(text);
    const problem = problems.find((one) => one.pointer === pointer);
    expect(problem?.message).toMatch(message);
    if (problem?.pointer !== '') expect(resolvePointer(JSON.parse(text), pointer).found).toBe(true);
  });
});

it('reads the longest run of a background task', () => {
  const result = readSketch(file({ tasks: [{ name: 'B', kind: 'background', budgetUs: 300 }] }));
  expect(result.ok && result.sketch.tasks[0]).toMatchObject({ kind: 'background', periodUs: null, budgetUs: 300 });
});

it('warns of members that have no effect on a background task', () => {
  const task = { name: 'B', kind: 'background', exhaustion: 'wait', deadlineHandler: 'x();', budgetHandler: 'x();' };
  const result = readSketch(file({ tasks: [task] }));
  expect(result.ok && result.warnings.map(({ pointer }) => pointer).sort()).toEqual([
    '/tasks/0/budgetHandler',
    '/tasks/0/deadlineHandler',
    '/tasks/0/exhaustion',
  ]);
});

it('suggests boards with a name similar to an unknown one', () => {
  expect(problemsOf(file({ board: 'umo' }), ['uno', 'mega'])[0]?.message).toMatch(/Did you mean "uno"/);
});

describe('a board of PlatformIO', () => {
  const facts = { name: 'ESP32 Dev', platform: 'espressif32', mcu: 'esp32' };
  const sizes = { clockHz: 240_000_000, ramBytes: 327_680, flashBytes: 4_194_304 };
  const of = (board: string, more: object = {}) => file({ board, boardFacts: { ...facts, ...sizes, ...more } });

  it('is read with its facts', () => {
    const read = readSketch(of('esp32dev', { usb: ['10c4:ea60'] }), { boards: ['uno'] });
    expect(read.ok && read.sketch).toMatchObject({ board: 'esp32dev', boardFacts: { ...facts, usb: ['10c4:ea60'] } });
  });

  it.each([
    ['an unknown board without them', file({ board: 'esp32dev' }), '/board', /Any other board of PlatformIO needs/],
    ['one of our own', of('uno'), '/boardFacts', /own record of the board "uno". Remove "boardFacts"/],
    ['another line of platformio.ini', of('x\nextra_scripts = y'), '/board', /expected PlatformIO's id of a board/],
    ['a path as platform', of('x', { platform: '../p' }), '/boardFacts/platform', /PlatformIO's registry/],
    ['an address as platform', of('x', { platform: 'https://x.y/z' }), '/boardFacts/platform', /"espressif32"/],
    ['a USB id', of('x', { usb: ['2341:8036', '0x2341'] }), '/boardFacts/usb/1', /hexadecimal digits/],
    ['no clock', of('x', { clockHz: 0 }), '/boardFacts/clockHz', /a whole number from 1/],
  ])('is refused: %s', (_, text, pointer, message) => {
    const [problem] = problemsOf(text, ['uno']);
    expect(problem?.pointer).toBe(pointer);
    expect(problem?.message).toMatch(message);
  });
});

it('warns of a byte order mark and reads the rest', () => {
  const result = readSketch(`\ufeff${LEAST}`);
  expect(result.ok && result.warnings[0]?.message).toMatch(/byte order mark/);
});

it.each(['a\u202eb', 'a\u200bb', 'a\u2060b', 'a\u180eb', 'a\u2028b', 'a\tb', 'a\rb'])(
  'warns of the name %j',
  (name) => {
    const result = readSketch(file({ tasks: [{ ...T1, name }] }));
    expect(result.ok && result.warnings).toMatchObject([{ pointer: '/tasks/0/name', severity: 'warning' }]);
  },
);
