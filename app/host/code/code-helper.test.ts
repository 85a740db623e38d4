/** Help of a real clangd, if one is installed. Fake servers could not show that positions are right. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../generator/sketch/create.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { linesBefore } from '../../../platformio/driver/user-code.ts';
import { describeMissing, findTools, type Tools } from '../../../platformio/setup/tools.ts';
import { eventually } from '../../../test/eventually.ts';
import { ONE_PER_CHIP } from '../../../test/one-per-chip.ts';
import { generate } from '../pipeline.ts';
import { clangdStatus } from '../tools-status.ts';
import { ClangdHelper, type HelpOrder } from './code-helper.ts';

const tools = findTools();
const { clangd } = tools;
if (!clangd.installed) console.warn(`Help of clangd is not tried: ${describeMissing(clangd)}`);

const WITHOUT: Tools = { ...tools, clangd: { installed: false, name: 'clangd', howToGet: 'do this' } };

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
  const helper = new ClangdHelper(tmpdir(), async () => '', { tools: WITHOUT });
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

const BOARD_IDS = ONE_PER_CHIP.filter((board) => {
  const direct = board.direct === undefined ? tools.hostCxx : tools.armGxx;
  return (board.platformio === null ? direct : tools.avr).installed;
}).map(({ id }) => id);

describe.skipIf(!clangd.installed).each(BOARD_IDS)('clangd with the compiler of %s', (board) => {
  const helper = new ClangdHelper(join(tmpdir(), 'polyloop-no-cache'), async () => '');
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

describe('the path of clangd in the settings', () => {
  it('must be the full path of a program', async () => {
    expect(await clangdStatus('clangd', WITHOUT)).toMatchObject({
      ...{ installed: false, path: null, version: null },
      problem: expect.stringMatching(/^clangd is not a full path\. To get it: .+/),
    });
    const nowhere = join(tmpdir(), 'polyloop-nowhere', 'clangd');
    const { installed, problem } = await clangdStatus(nowhere, WITHOUT);
    expect(installed).toBe(false);
    expect(problem).toContain(`There is no program at ${nowhere}.`);
  });

  it('must be a clangd', async () => {
    const status = await clangdStatus(process.execPath, WITHOUT);
    expect(status).toMatchObject({ installed: false, path: null, version: null });
    expect(status.problem).toContain(`${process.execPath} is not clangd.`);
    const helper = new ClangdHelper(tmpdir(), async () => process.execPath, { tools: WITHOUT });
    expect(await helper.help({ ...orderAt('uno', '|'), kind: 'hover' })).toMatchObject({ available: false });
    await helper.close();
  });

  it('is found if the setting is empty', async () => {
    expect(await clangdStatus('', WITHOUT)).toMatchObject({
      problem: 'clangd is not installed. To get it: do this.',
      install: 'do this',
    });
  });
});

const [boardId] = BOARD_IDS;
const canChoose = clangd.installed && boardId !== undefined && process.platform !== 'win32';
const reason = clangd.installed ? '' : ' (clangd is not installed)';

describe.skipIf(!canChoose)(`a clangd that the user chooses${reason}`, () => {
  it('is shown with its version, and replaces the one that runs', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'polyloop-clangd-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const program = clangd.installed ? clangd.command[0] : '';
    const status = await clangdStatus(program, WITHOUT);
    expect(status).toMatchObject({ installed: true, path: program, problem: null });
    expect(status.version).toMatch(/^\d+\.\d+/);

    /** The same clangd under another path. It leaves its process id. */
    const another = async (name: string) => {
      const path = join(dir, name);
      const id = `case "$1" in --version) ;; *) echo $$ > '${path}.pid';; esac`;
      await writeFile(path, `#!/bin/sh\n${id}\nexec '${program}' "$@"\n`);
      await chmod(path, 0o755);
      const pid = async () => Number(await readFile(`${path}.pid`, 'utf8'));
      return { path, pid };
    };
    const isRunning = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    const [first, second] = [await another('first'), await another('second')];
    let chosen = first.path;
    const helper = new ClangdHelper(join(dir, 'cache'), async () => chosen, { tools: WITHOUT });
    onTestFinished(() => helper.close());
    const hover = () =>
      helper.help({ ...orderAt(boardId ?? '', 'int x = 1;\nint y = speed|Of(x, 2);'), kind: 'hover' });

    expect((await hover()).names[0]?.about).toContain('speedOf');
    const firstPid = await first.pid();
    expect(isRunning(firstPid)).toBe(true);
    chosen = second.path;
    expect((await hover()).names[0]?.about).toContain('speedOf');
    await eventually(() => expect(isRunning(firstPid)).toBe(false));
    const secondPid = await second.pid();
    expect(isRunning(secondPid)).toBe(true);
    chosen = '';
    expect(await hover()).toMatchObject({ available: false });
    await eventually(() => expect(isRunning(secondPid)).toBe(false));
  });
});
