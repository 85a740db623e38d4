/**
 * Imports a plain Arduino sketch: recognizes the blocks of `loop()` that run once in an interval, its
 * delays and its interrupts, and proposes a task or an interrupt for each. What is not understood
 * stays where it is, and a note says so.
 */
import { boardById } from '../boards/index.ts';
import { withFirstBudgets } from '../judge/first-budgets.ts';
import { longestUs } from '../lower/ticks.ts';
import type { Board } from '../platform/board.ts';
import { ESTIMATE } from '../sketch/budgets/budget-from.ts';
import { newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import { uniqueName } from '../sketch/elements.ts';
import { addGroup } from '../sketch/groups/group-edits.ts';
import type { Sketch, Task } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { type Constants, constantsOf } from './constants.ts';
import type { Edit } from './edits.ts';
import { type Joined, joinFiles, type SketchFile } from './files.ts';
import { type FoundInterrupts, findInterrupts } from './interrupts.ts';
import { librariesOf } from './libraries.ts';
import { argumentsOf, calledName, type Program, programOf, type UserFunction } from './program.ts';
import { type ImportOptions, type ImportResult, nameOf, type Proposal } from './result.ts';
import { divideSetup } from './setup.ts';
import { sharedVariables } from './shared.ts';
import { commentsAbove, includesOf, sharedCode } from './shared-code.ts';
import { lineOf, type Node, nodesOf, parseSource } from './source.ts';
import type { Block } from './split/block.ts';
import { type Split, splitLoop } from './split/split.ts';
import { blockName, functionName } from './task-names.ts';
import { timerAssignments } from './timers.ts';
import { type Repetition, repetitionOf } from './waits.ts';
import { blockWords, loopWords, notesOf } from './words.ts';

/** A task while the import assembles it. */
interface Draft {
  readonly id: string;
  readonly task: Task;
  readonly nodes: readonly Node[];
  readonly waitsUs: number;
  readonly line: number;
  readonly explanation: string;
  readonly canMerge: boolean;
}

export function importArduino(files: readonly SketchFile[], options: ImportOptions = {}): ImportResult {
  const joined = joinFiles(files);
  const program = programOf(parseSource(joined.text));
  const { setup, loop } = { setup: program.functions.get('setup'), loop: program.functions.get('loop') };
  if (setup === undefined || loop === undefined) {
    const missing = setup === undefined ? 'setup()' : 'loop()';
    return { ok: false, message: tr`This is not an Arduino sketch: it does not define ${missing}.` };
  }
  const board = options.board ?? 'uno';
  const constants = constantsOf(program, boardById(board)?.intBits);
  const mostUs = longestPeriodUs(boardById(board));
  const split = splitLoop(program, constants, loop, { merged: options.merged ?? new Set(), mostUs });
  const found = findInterrupts(program, constants, boardById(board));
  const empty = newSketch(options.name ?? nameOf(files), { board });
  const names = namer(empty);
  const repetition = repetitionOf({
    ...{ program, constants, body: loop.body, rest: split.rest, edits: split.edits },
    mostUs,
  });
  const drafts = draftsOf({ program, constants, split, repetition, loop, names });
  const interrupts = found.interrupts.map((each) => ({ ...each, name: names(each.handler ?? each.name) }));
  const leftover = split.rest.some(({ nodes }) => nodes.length > 0) ? '' : repetition.code;
  const tasks = withSetup({ program, constants, setup, drafts, split, found, leftover });
  const removedNodes = [setup, loop, ...[...split.emptied].flatMap((name) => program.functions.get(name) ?? [])];
  const handlers = found.interrupts.flatMap(({ handler }) =>
    handler === null ? [] : (program.functions.get(handler) ?? []),
  );
  const gone = [...removedNodes, ...handlers];
  const prelude = sharedCode(program, {
    nodes: [...gone.map(({ node }) => node), ...split.unused.map(({ declaration }) => declaration)],
    names: new Set(gone.map(({ name }) => name)),
    edits: split.edits,
    hoisted: split.hoisted,
  });
  const sketch: Sketch = {
    ...empty,
    prelude,
    libraries: librariesOf(includesOf(program)),
    tasks,
    interrupts: interrupts.map(({ name, pin, mode, body, handler }) =>
      newInterrupt(name, pin, {
        ...{
          mode,
          body: `${commentsAbove(program, handler)}${body}`,
          topHalfUs: 0,
          bottomHalfUs: FIRST_BOTTOM_HALF_US,
        },
        handlerBudgetUs: 0,
      }),
    ),
  };
  const waits = new Map(drafts.map(({ task, waitsUs }) => [task.name, waitsUs]));
  const guessed = withFirstBudgets(sketch, ({ name }) => waits.get(name) ?? 0);
  const isAutomatic = boardById(board)?.targets[sketch.target]?.costs !== undefined;
  const first = isAutomatic ? { ...guessed, sketch: withAutomaticBudgets(guessed.sketch) } : guessed;
  const shared = sharedVariables(
    program,
    [
      ...drafts.map(({ task, nodes }) => ({ name: task.name, nodes })),
      ...interrupts.map((each) => ({ ...each, isInterrupt: true })),
    ],
    new Set(split.unused.map(({ name }) => name)),
    split.hoisted,
  );
  const includes = includesOf(program);
  return {
    ok: true,
    dialect: 'arduino',
    sketch: grouped(first.sketch, files, isAutomatic ? null : first.guessUs),
    proposals: [
      ...drafts.map((draft) => proposalOf(draft, joined)),
      ...interrupts.map(({ name, line, pin, mode }) => ({
        ...{ id: `interrupt:${name}`, kind: 'interrupt' as const, name, place: joined.placeOf(line), canMerge: false },
        explanation: tr`attachInterrupt() on pin ${pin} (${mode}) becomes an interrupt. Its code runs in the interrupt.`,
      })),
    ],
    notes: notesOf({ joined, split, found, repetition, includes, shared, first, isAutomatic, program, constants }),
    includes,
    shared,
    admitted: first.admitted,
  };
}

const longestPeriodUs = (board: Board | undefined): number =>
  board === undefined ? Number.POSITIVE_INFINITY : longestUs(board.timerHz);

/** δ_bh of an imported interrupt until it is measured. */
const FIRST_BOTTOM_HALF_US = 100;

const proposalOf = ({ id, task, line, explanation, canMerge }: Draft, joined: Joined): Proposal => ({
  ...{ id, kind: 'task', name: task.name, place: joined.placeOf(line), explanation, canMerge },
});

/** Gives each element a name that no other has. */
function namer(empty: Sketch): (wanted: string) => string {
  let sketch = empty;
  return (wanted) => {
    const name = uniqueName(sketch, 'tasks', wanted);
    sketch = { ...sketch, tasks: [...sketch.tasks, newTask(name)] };
    return name;
  };
}

interface DraftsContext {
  readonly program: Program;
  readonly constants: Constants;
  readonly split: Split;
  readonly repetition: Repetition;
  readonly loop: UserFunction;
  readonly names: (wanted: string) => string;
}

function draftsOf({ program, constants, split, repetition, loop, names }: DraftsContext): Draft[] {
  const blocks = split.blocks.map((block): Draft => {
    const { periodUs } = block.guard;
    const name = names(block.owner === 'loop' ? blockName(block, program) : functionName(block.owner));
    const task = newTask(name, { periodUs, offsetUs: block.offsetUs, body: withOwner(program, split, block) });
    const waitsUs = waitsIn(program, constants, block.nodes, []);
    return {
      id: block.id,
      task,
      nodes: block.nodes,
      waitsUs,
      line: block.line,
      explanation: blockWords(block),
      canMerge: true,
    };
  });
  if (!split.rest.some(({ nodes }) => nodes.length > 0)) return blocks;
  const isPeriodic = repetition.kind === 'end' || repetition.kind === 'steps';
  const times = isPeriodic
    ? { periodUs: repetition.periodMs * 1000 }
    : ({ kind: 'background', periodUs: null, deadlineUs: null } as const);
  const above = commentsAbove(program, 'loop');
  const rest: Draft = {
    id: 'loop',
    task: newTask(names('loop'), { ...times, body: `${above}${repetition.code}` }),
    nodes: split.rest.flatMap(({ nodes }) => nodes),
    waitsUs: isPeriodic
      ? 0
      : waitsIn(
          program,
          constants,
          split.rest.flatMap(({ nodes }) => nodes),
          split.edits,
        ),
    line: lineOf(program.source, loop.node.from),
    explanation: loopWords(repetition, blocks.length),
    canMerge: false,
  };
  return [...blocks, rest];
}

/** The comments of a function that is gone go to its first block. */
function withOwner(program: Program, split: Split, block: Block): string {
  const isFirst = split.blocks.find(({ owner }) => owner === block.owner) === block;
  return isFirst && split.emptied.has(block.owner) ? `${commentsAbove(program, block.owner)}${block.code}` : block.code;
}

/** The time that code is known to wait: each delay of a fixed length once. */
function waitsIn({ source }: Program, constants: Constants, nodes: readonly Node[], edits: readonly Edit[]): number {
  const units: Readonly<Record<string, number>> = { delay: 1000, delayMicroseconds: 1 };
  const calls = nodes.flatMap((node) => [...nodesOf(node)]).filter((node) => calledName(source, node) !== null);
  const waits = calls.map((call) => {
    const unit = units[calledName(source, call) ?? ''];
    const [length] = argumentsOf(call);
    const isGone = edits.some(({ from, to }) => call.from >= from && call.to <= to);
    return unit === undefined || length === undefined || isGone ? 0 : unit * (constants.valueOf(length) ?? 0);
  });
  return Math.round(waits.reduce((sum, each) => sum + Math.max(0, each), 0));
}

interface SetupContext {
  readonly program: Program;
  readonly constants: Constants;
  readonly setup: UserFunction;
  readonly drafts: readonly Draft[];
  readonly split: Split;
  readonly found: FoundInterrupts;
  /** Comments of loop without a statement. */
  readonly leftover: string;
}

/** The tasks, with the code that runs once before their first job. */
function withSetup({ program, constants, setup, drafts, split, found, leftover }: SetupContext): Task[] {
  const { source } = program;
  const dropped = split.blocks.flatMap(({ guard, leftOut }) =>
    leftOut.length > 0 ? timerAssignments(program, guard) : [],
  );
  const statements = [...dropped, ...found.interrupts.map(({ statement }) => statement)];
  const edits = statements.map(({ from, to }) => ({ from, to: withSemicolon(source.text, to), text: '' }));
  const runnables = drafts.map(({ task, nodes }) => ({ name: task.name, nodes }));
  const others = found.interrupts.map(({ name, nodes }) => ({ name, nodes }));
  const shares = divideSetup(program, constants, setup, [...runnables, ...others], edits);
  const main = drafts.at(-1);
  const isTask = (name: string | null): boolean => drafts.some(({ task }) => task.name === name);
  const above = commentsAbove(program, 'setup');
  if (main === undefined) {
    const code = shares.map((share) => share.code).join('\n');
    const body = leftover;
    // Only setup: one run is all there is.
    return [newTask('loop', { kind: 'background', periodUs: null, setup: `${above}${code}`, body })];
  }
  return drafts.map((draft) => {
    const isMain = draft === main;
    const own = shares.filter(({ task }) => (isTask(task) ? task === draft.task.name : isMain)).map(({ code }) => code);
    const code = own.filter((each) => each.trim() !== '').join('\n');
    const body = isMain && leftover !== '' ? `${draft.task.body}\n${leftover}` : draft.task.body;
    return { ...draft.task, setup: isMain ? `${above}${code}`.trimEnd() : code, body };
  });
}

const withSemicolon = (text: string, to: number): number => (text[to] === ';' ? to + 1 : to);

/** Budgets that follow the code, and that a run measures. */
const withAutomaticBudgets = (sketch: Sketch): Sketch => ({
  ...sketch,
  tasks: sketch.tasks.map((task) => (task.budgetUs === null ? task : { ...task, budgetFrom: ESTIMATE })),
});

/**
 * A frame around the imported tasks. Its note names their source file and the guessed values.
 *
 * @param guessUs null: the budgets are automatic
 */
function grouped(sketch: Sketch, files: readonly SketchFile[], guessUs: number | null): Sketch {
  const members = [
    ...sketch.tasks.map(({ name }) => ({ kind: 'tasks' as const, name })),
    ...sketch.interrupts.map(({ name }) => ({ kind: 'interrupts' as const, name })),
  ];
  const from = files.map(({ name }) => name.split(/[\\/]/).at(-1)).join(', ');
  const note =
    guessUs === null
      ? tr`Imported from ${from}. The budgets are automatic: a run of the sketch measures them.`
      : tr`Imported from ${from}. The budgets are a first guess (at most ${guessUs} µs). Run the sketch and set them to what was measured.`;
  const result = addGroup(sketch, tr`Imported`, members, { note: note.slice(0, 1000) });
  return result.ok ? result.sketch : sketch;
}
