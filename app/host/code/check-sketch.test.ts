/** Checks code with the real compilers of all boards and targets that are installed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { host } from '../../../generator/boards/host/index.ts';
import { uno } from '../../../generator/boards/uno/index.ts';
import { newChannel, newInterrupt, newPart, newSketch, newTask } from '../../../generator/sketch/create.ts';
import { type Sketch, TARGETS } from '../../../generator/sketch/model.ts';
import { PRINTERS } from '../../../generator/targets/generate.ts';
import { describeMissing, findTools } from '../../../platformio/setup/tools.ts';
import { ONE_PER_CHIP } from '../../../test/one-per-chip.ts';
import { Random } from '../../../test/random.ts';
import type { CheckDepth } from '../../contract/code.ts';
import { kernelOf } from '../kernels.ts';
import { buildSketch } from '../pipeline.ts';
import { checkSketch } from './check-sketch.ts';
import { Scratch } from './scratch.ts';

const tools = findTools();

const PLACES = ONE_PER_CHIP.flatMap((board) =>
  TARGETS.filter((target) => PRINTERS[target] !== undefined && board.targets[target] !== undefined).map((target) => ({
    board,
    target,
    name: `${board.id} with ${target}`,
  })),
);
type Place = Pick<(typeof PLACES)[number], 'board' | 'target'>;

function missingFor({ board, target }: Place): string | null {
  const direct = board.direct === undefined ? tools.hostCxx : tools.armGxx;
  const compiler = board.platformio === null ? direct : tools.avr;
  if (!compiler.installed) return describeMissing(compiler);
  const kernel = kernelOf(target, tools);
  return kernel === null || kernel.installed ? null : describeMissing(kernel);
}

const scratch = new Scratch();
let buildDir = '';
beforeAll(async () => {
  buildDir = await mkdtemp(join(tmpdir(), 'polyloop-check-build-'));
});
afterAll(async () => {
  await scratch.remove();
  await rm(buildDir, { recursive: true, force: true });
});

const never = new AbortController().signal;
const check = (sketch: Sketch, depth: CheckDepth = 'syntax') =>
  checkSketch({ sketch, depth, scratch, buildDir, signal: never });

/** A sketch with code in each member of each element. All lines are statements or declarations of their own. */
function fullSketch({ board, target }: Place): Sketch {
  const lines = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name} = ${name} + ${index};`).join('\n');
  const counter = (count: number) => `static volatile int counted;\n${lines('counted', count)}`;
  const task = (name: string) =>
    newTask(name, {
      setup: counter(5),
      body: `${counter(11)}\n// ü "quoted"\nif (counted > 3) {\n${lines('counted', 4)}\n}\nhelper();\n`,
      deadlineHandler: counter(3),
      budgetHandler: counter(4),
      periodUs: 100_000,
      budgetUs: 1000,
      stackBytes: 160,
    });
  const bare = newSketch('full', {
    board: board.id,
    target,
    prelude: `static int shared;\nstatic int others[4];\n\nstatic inline void helper(void)\n{\n${lines('shared', 6)}\nothers[0] = shared;\n}\n`,
    tasks: [task('Sense it'), task('a/b "c" #1')],
    channels: [newChannel('level', { writer: 'Sense it', readers: ['a/b "c" #1'] })],
  });
  const pin = board.pins.find(({ interruptModes }) => interruptModes.includes('rising'));
  if (pin === undefined) return bare;
  const interrupt = newInterrupt('Button', pin.name, { body: counter(4) });
  return { ...bare, interrupts: [interrupt] };
}

interface Piece {
  readonly element: { readonly kind: 'sketch' | 'task' | 'interrupt'; readonly name: string };
  readonly member: string;
  readonly code: string;
  readonly with: (code: string) => Sketch;
}

const MEMBERS = ['setup', 'body', 'deadlineHandler', 'budgetHandler'] as const;

function piecesOf(sketch: Sketch): Piece[] {
  const { tasks, interrupts, prelude } = sketch;
  return [
    {
      element: { kind: 'sketch', name: '' },
      member: 'prelude',
      code: prelude,
      with: (code) => ({ ...sketch, prelude: code }),
    },
    ...tasks.flatMap((task) =>
      MEMBERS.map(
        (member): Piece => ({
          element: { kind: 'task', name: task.name },
          member,
          code: task[member],
          with: (code) => ({
            ...sketch,
            tasks: tasks.map((each) => (each === task ? { ...task, [member]: code } : each)),
          }),
        }),
      ),
    ),
    ...interrupts.map(
      (interrupt): Piece => ({
        element: { kind: 'interrupt', name: interrupt.name },
        member: 'body',
        code: interrupt.body,
        with: (code) => ({ ...sketch, interrupts: [{ ...interrupt, body: code }] }),
      }),
    ),
  ];
}

/** Code with an error in its last line, for any piece of code. */
const ERRORS: readonly string[] = [
  '#error "stop here"',
  '#define TWICE(x) ((x) + (x))\nint wrong = TWICE(undeclared_name);',
  'int wrong = undeclared_name;',
  'const char *quoted = "never closed;',
];
const ERRORS_EACH = 2;

describe.each(PLACES)('an error in code for $name', (place) => {
  const missing = missingFor(place);
  if (missing !== null) console.warn(`Code for ${place.name} is not checked: ${missing}`);

  it.skipIf(missing !== null)('is reported on exactly its line, in each piece of code', async () => {
    const sketch = fullSketch(place);
    const clean = await check(sketch);
    expect(clean.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(clean.outcome).toBe('checked');
    const random = new Random(PLACES.indexOf(place) + 1);
    for (const [number, piece] of piecesOf(sketch).entries()) {
      for (let which = 0; which < ERRORS_EACH; which += 1) {
        const error = ERRORS[(number * ERRORS_EACH + which) % ERRORS.length] ?? '';
        const lines = piece.code.split('\n');
        const at = random.whole(0, lines.length - 1);
        const { outcome, diagnostics } = await check(piece.with(lines.toSpliced(at, 0, error).join('\n')));
        const [first] = diagnostics.filter(({ severity }) => severity === 'error');
        const line = at + error.split('\n').length;
        expect(outcome).toBe('checked');
        expect(first, `${error}\nat line ${line}`).toMatchObject({
          element: piece.element,
          member: piece.member,
          line,
        });
      }
    }
  });
});

const onUno: Place = { board: uno, target: 'superloop' };

describe.skipIf(missingFor(onUno) !== null)('code for the Uno', () => {
  const sketch = fullSketch(onUno);
  const withBody = (body: string): Sketch => ({ ...sketch, tasks: [newTask('T', { body })], channels: [] });

  it('has warnings, too', async () => {
    const { diagnostics } = await check(withBody('\nint unused;'));
    expect(diagnostics).toMatchObject([{ severity: 'warning', member: 'body', line: 2, column: 5 }]);
  });

  it('is checked although a part is not wired', async () => {
    const part = newPart('LED', 'led', { pins: { anode: '99' } });
    const { diagnostics } = await check({ ...withBody('nothing;'), parts: [part] });
    expect(diagnostics).toMatchObject([
      { element: { kind: 'part', name: 'LED' } },
      { element: { kind: 'task', name: 'T' }, line: 1 },
    ]);
  });

  it('that is a channel’s misuse names the remedy', async () => {
    const { tasks, ...rest } = sketch;
    const misused = {
      ...rest,
      tasks: tasks.map((task, index) => (index === 1 ? { ...task, body: 'level_write(1);' } : task)),
    };
    const { diagnostics } = await check(misused);
    expect(diagnostics[0]?.message).toContain('connect them on the canvas first');
  });

  it('has the messages of a build', async () => {
    const wrong = withBody('int unused;\ndigitalWrite(nothing, HIGH);\nSerial.println(undeclared)\n');
    const checked = await check(wrong, 'full');
    const built = await buildSketch({
      sketch: wrong,
      dir: buildDir,
      tool: 'platformio',
      signal: never,
      onLine: () => {},
    });
    expect(checked.diagnostics).toEqual(built.diagnostics);
  });

  it.each([
    ['a device that never ends', '#include "/dev/zero"'],
    ['a file of the machine', '}\n.incbin "/dev/zero"\n{'],
    ['assembly of a file', 'asm(".incbin \\"/dev/zero\\"");'],
    [
      'templates without end',
      'struct A { template<int N> static int f() { return f<N + 1>() + f<N + 2>(); } }; A::f<0>();',
    ],
  ])('that contains %s ends the check', async (_, body) => {
    const { outcome } = await check(withBody(body), 'full');
    expect(['checked', 'stopped']).toContain(outcome);
    expect((await check(withBody('int unused;'))).diagnostics).toHaveLength(1);
  });
});

it('says which compiler is missing, and how to get it', async () => {
  const missing = { installed: false, name: 'host C++ compiler', howToGet: 'do this' } as const;
  const sketch = fullSketch({ board: host, target: 'superloop' });
  const none = { ...tools, hostCxx: missing };
  const checked = await checkSketch({ sketch, depth: 'syntax', scratch, buildDir, signal: never }, { tools: none });
  expect(checked).toEqual({
    outcome: 'unavailable',
    message: 'host C++ compiler is not installed. To get it: do this.',
    diagnostics: [],
  });
});
