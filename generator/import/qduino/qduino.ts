/**
 * Imports a sketch written by hand with Qduino's functions: each `loop(n, C, T)` becomes a task with
 * its C and T, and its channels, ring buffers, spinlocks and interrupts become elements.
 */
import { Probe } from '../../analysis/help/probe.ts';
import { contextOf } from '../../judge/context.ts';
import { newResource, newSketch, newTask } from '../../sketch/create.ts';
import type { Interrupt, Resource, Sketch, Task } from '../../sketch/model.ts';
import { tr } from '../../words/tr.ts';
import type { Edit } from '../edits.ts';
import { joinFiles, type SketchFile } from '../files.ts';
import type { UserFunction, Variable } from '../program.ts';
import { type ImportOptions, type ImportResult, nameOf, type Proposal } from '../result.ts';
import { sharedVariables } from '../shared.ts';
import { includesOf, sharedCode } from '../shared-code.ts';
import { lineOf, textOf } from '../source.ts';
import { libraryNotes, sharedNote } from '../words.ts';
import { callEdits, channelsOf, setupOwner } from './channels.ts';
import { type Loop, QduinoCode } from './code.ts';
import { interruptsOf } from './interrupts.ts';
import { macrosOf } from './macros.ts';

/** Returns null if no loop of the sketch has the parameters of Qduino. */
export function importQduino(files: readonly SketchFile[], options: ImportOptions = {}): ImportResult | null {
  const { text, placeOf } = joinFiles(files);
  const macros = macrosOf(text);
  if (macros.loops.length === 0) return null;
  const code = new QduinoCode(macros, placeOf);
  const { program, loops, plain } = code;
  const board = options.board ?? 'uno';
  const setup = program.functions.get('setup');
  const locks = [...program.variables.values()].filter(({ type }) => type.includes('spinlock_t'));
  const { interrupts, ioServer, statements, handlers } = interruptsOf(code, setup);
  const channels = channelsOf(code, board);
  const tasks = [...loops.map((loop) => taskOf(code, loop)), ...(plain === undefined ? [] : [plainTask()])];
  const edits = [...callEdits(code, channels), ...statements.map(({ from, to }) => ({ from, to: to + 1, text: '' }))];
  const gone = [
    ...(setup === undefined ? [] : [setup]),
    ...loops.map(({ made }) => made),
    ...(plain === undefined ? [] : [plain]),
    ...handlers,
  ];
  const prelude = sharedCode(program, {
    nodes: [...gone.map(({ node }) => node), ...locks.map(({ declaration }) => declaration)],
    names: new Set(gone.map(({ name }) => name)),
    edits: [...edits, ...headerEdits(code)],
    hoisted: [],
  });
  const main = setupOwner(code, setup, channels) ?? tasks[0]?.name;
  const sketch: Sketch = {
    ...newSketch(options.name ?? nameOf(files), { board }),
    ...{ prelude, channels, resources: resourcesOf(code, locks), ioServer, interrupts },
    tasks: tasks.map((task) => {
      const made = loops.find(({ name }) => name === task.name)?.made ?? plain;
      const setupCode = setup !== undefined && task.name === main ? code.bodyOf(setup, edits) : '';
      return { ...task, body: made === undefined ? '' : code.bodyOf(made, edits), setup: setupCode };
    }),
  };
  const runnables = loops.map(({ name, made }) => ({ name, nodes: [made.body] }));
  const shared = sharedVariables(program, runnables, new Set(locks.map(({ name }) => name)));
  const includes = includesOf(program).filter(({ header }) => !isQduinoHeader(header));
  noteDelays(code);
  return {
    ...{ ok: true, dialect: 'qduino', sketch, includes, shared },
    proposals: proposalsOf(code, tasks, interrupts, handlers),
    notes: [
      ...code.notes,
      ...shared.map((each) => sharedNote(each, code.placeOf)),
      ...libraryNotes(includes, code.placeOf),
    ],
    admitted: new Probe(contextOf(sketch, false)).admits(sketch),
  };
}

function taskOf(code: QduinoCode, { head, made, name }: Loop): Task {
  const line = code.lineAt(made);
  const budgetUs = Math.max(1, timeUs(code, head.budget, line) ?? 1_000);
  const periodUs = Math.max(1, timeUs(code, head.period, line) ?? 100_000);
  return newTask(name, { budgetUs, periodUs });
}

function timeUs(code: QduinoCode, text: string, line: number): number | null {
  const value = code.constants.valueOfText(text);
  if (value === null) code.note(line, tr`The value of ${text} is not known, so a default is used.`);
  return value === null ? null : code.inUs(value);
}

/** Qduino's plain loop() runs when no other loop is ready. */
const plainTask = (): Task => newTask('loop', { kind: 'background', periodUs: null, budgetUs: 1_000 });

const resourcesOf = (code: QduinoCode, locks: readonly Variable[]): Resource[] =>
  locks.map(({ name }) =>
    newResource(name, { users: code.users(name).map((loop) => ({ task: loop.name, criticalSectionUs: 100 })) }),
  );

/** Removes the header of Qduino's functions. */
const headerEdits = ({ source }: QduinoCode): Edit[] =>
  source.directives
    .filter(({ word, rest }) => isQduinoDirective(word, rest))
    .map(({ from, to }) => ({ from, to, text: '' }));

const isQduinoHeader = (header: string): boolean => /qduino/i.test(header);

const isQduinoDirective = (word: string, rest: string): boolean =>
  (word === 'include' && isQduinoHeader(rest)) || (word === 'define' && /^QDUINO_UNIT_US\b/.test(rest));

function noteDelays(code: QduinoCode): void {
  for (const call of code.calls('delay')) {
    const text = tr`${textOf(code.source, call)} stays. On Quest only its own loop waits. On a super-loop it takes processor time from all tasks.`;
    code.note(lineOf(code.source, call.from), text);
  }
}

function proposalsOf(
  code: QduinoCode,
  tasks: readonly Task[],
  interrupts: readonly Interrupt[],
  handlers: readonly UserFunction[],
): Proposal[] {
  const placeAt = (made: UserFunction | undefined) => code.placeOf(code.lineAt(made));
  return [
    ...tasks.map(({ name }): Proposal => {
      const loop = code.loops.find((each) => each.name === name);
      const explanation =
        loop === undefined
          ? tr`The plain loop() runs whenever no other task does.`
          : tr`loop(${loop.head.id}, ${loop.head.budget}, ${loop.head.period}) becomes a task with this budget and period.`;
      return { id: name, kind: 'task', name, place: placeAt(loop?.made ?? code.plain), explanation, canMerge: false };
    }),
    ...interrupts.map(
      ({ name, pin }, index): Proposal => ({
        ...{ id: `interrupt:${name}`, kind: 'interrupt', name, place: placeAt(handlers[index]), canMerge: false },
        explanation: tr`attachInterruptVcpu() on pin ${pin ?? ''} becomes an interrupt with a handler.`,
      }),
    ),
  ];
}
