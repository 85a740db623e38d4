/** Texts of an import about its proposals. */
import type { FirstBudgets } from '../judge/first-budgets.ts';
import { formatDeclared } from '../numbers/time.ts';
import { nsOfUs } from '../sketch/time.ts';
import { tr, trCount } from '../words/tr.ts';
import type { Constants } from './constants.ts';
import type { Joined } from './files.ts';
import type { FoundInterrupts } from './interrupts.ts';
import { libraryOf } from './libraries.ts';
import { argumentsOf, calledName, type Program, reachedNames } from './program.ts';
import type { ImportNote } from './result.ts';
import type { Shared } from './shared.ts';
import type { Include } from './shared-code.ts';
import { lineOf, type Node, nodesOf, textOf } from './source.ts';
import type { Block } from './split/block.ts';
import type { Split } from './split/split.ts';
import type { Repetition } from './waits.ts';

export function blockWords({ guard: { check, periodUs } }: Block): string {
  const unit = check.clock === 'micros' ? 'µs' : 'ms';
  const start = tr`This code runs each time ${duration(periodUs)} have passed, so it becomes a task with this period.`;
  return check.isStrict ? tr`${start} The original waits until more than that has passed: 1 ${unit} longer.` : start;
}

export function loopWords(repetition: Repetition, blocks: number): string {
  switch (repetition.kind) {
    case 'always':
      return blocks === 0
        ? tr`loop() has no interval and no delay, so it runs whenever no other task does.`
        : tr`The rest of loop() runs whenever no other task does, as before.`;
    case 'end':
      return tr`The delay of ${repetition.periodMs} ms at the end of loop() becomes the period. The time of the code itself is now a part of it.`;
    case 'steps':
      return trCount(
        repetition.delays,
        'loop() waits in {0} place. Each job runs the code up to the next delay, and the next job goes on there. Meanwhile other tasks can run.',
        'loop() waits in {0} places. Each job runs the code up to the next delay, and the next job goes on there. Meanwhile other tasks can run.',
      );
    case 'waits':
      return tr`loop() keeps its delays, because ${repetition.reason}. They take processor time from all other tasks.`;
  }
}

const duration = (us: number): string => formatDeclared(nsOfUs(us));

interface Facts {
  readonly joined: Joined;
  readonly split: Split;
  readonly found: FoundInterrupts;
  readonly repetition: Repetition;
  readonly includes: readonly Include[];
  readonly shared: readonly Shared[];
  readonly first: FirstBudgets;
  readonly isAutomatic: boolean;
  readonly program: Program;
  readonly constants: Constants;
}

export function notesOf({
  joined,
  split,
  found,
  repetition,
  includes,
  shared,
  first,
  isAutomatic,
  program,
  constants,
}: Facts): ImportNote[] {
  const { placeOf } = joined;
  const refusal = found.refusal;
  return [
    ...split.kept.map(({ line, text }): ImportNote => ({ kind: 'kept', place: placeOf(line), text })),
    ...(repetition.kind === 'waits'
      ? [{ kind: 'kept' as const, place: placeOf(repetition.line), text: loopWords(repetition, split.blocks.length) }]
      : []),
    ...(refusal === null
      ? []
      : [
          {
            kind: 'kept' as const,
            place: placeOf(refusal.line),
            text: tr`attachInterrupt() stays, because ${refusal.reason}.`,
          },
        ]),
    ...blockDelays(program, split, placeOf),
    ...functionDelays(program, split, found, placeOf),
    ...overflowNotes({ program, constants, split, repetition, placeOf }),
    ...shared.map((each) => sharedNote(each, placeOf)),
    ...libraryNotes(includes, placeOf),
    isAutomatic ? automaticNote(first) : budgetNote(first),
  ];
}

/** Delays inside proposed tasks take a part of their budgets. */
function blockDelays({ source }: Program, { blocks }: Split, placeOf: (line: number) => string): ImportNote[] {
  const calls = blocks.flatMap(({ nodes }) => nodes.flatMap((node) => [...nodesOf(node)]));
  return calls
    .filter((node) => calledName(source, node) === 'delay')
    .map((node) => ({
      ...{ kind: 'kept', place: placeOf(lineOf(source, node.from)) },
      text: tr`${textOf(source, node)} stays. It takes processor time, so it is part of the task's budget.`,
    }));
}

/** Delays in functions that `loop()` calls take processor time from all other tasks. */
function functionDelays(
  program: Program,
  { blocks, emptied }: Split,
  { interrupts }: FoundInterrupts,
  placeOf: (line: number) => string,
): ImportNote[] {
  const { source, functions } = program;
  const loop = functions.get('loop');
  const reached = loop === undefined ? new Set<string>() : reachedNames(program, [loop.body]);
  const inBlocks = blocks.flatMap(({ nodes }) => nodes);
  const isInBlock = ({ from, to }: Node) => inBlocks.some((node) => node.from <= from && node.to >= to);
  const others = [...functions.values()].filter(
    ({ name }) =>
      !['setup', 'loop'].includes(name) &&
      reached.has(name) &&
      !emptied.has(name) &&
      !interrupts.some(({ handler }) => handler === name),
  );
  return others.flatMap(({ name, body }) =>
    [...nodesOf(body)]
      .filter((node) => calledName(source, node) === 'delay' && !isInBlock(node))
      .map((node) => ({
        ...{ kind: 'kept', place: placeOf(lineOf(source, node.from)) },
        text: tr`${textOf(source, node)} stays in ${name}(). It takes processor time from all other tasks.`,
      })),
  );
}

/** Times that the original computes with too few bits. Their tasks have the periods that were meant. */
function overflowNotes({
  program: { source },
  constants,
  split,
  repetition,
  placeOf,
}: Pick<Facts, 'program' | 'constants' | 'split' | 'repetition'> & {
  readonly placeOf: (line: number) => string;
}): ImportNote[] {
  const isPeriodic = repetition.kind === 'end' || repetition.kind === 'steps';
  const lengths = split.rest
    .flatMap(({ nodes }) => (isPeriodic ? nodes : []).flatMap((node) => [...nodesOf(node)]))
    .filter((node) => calledName(source, node) === 'delay')
    .flatMap((node) => argumentsOf(node).slice(0, 1));
  return [...split.blocks.map(({ guard }) => guard.interval), ...lengths].filter(constants.overflows).map((node) => ({
    ...{ kind: 'changed', place: placeOf(lineOf(source, node.from)) },
    text: tr`${textOf(source, node)} does not fit in an int of this board, so the original computes another time. The task has the time that was meant: write UL after a number, as in 60UL * 1000.`,
  }));
}

export function sharedNote(
  { name, line, users, writers, remedy }: Shared,
  placeOf: (line: number) => string,
): ImportNote {
  const others = users.filter((user) => user !== writers[0]).join(', ');
  const proposals: Record<Shared['remedy'], () => string> = {
    channel: () => tr`draw a channel from ${writers[0] ?? ''} to ${others}`,
    lock: () => tr`draw a lock that ${users.join(', ')} share`,
    mask: () => tr`call noInterrupts() before its use in a task, and interrupts() after it`,
  };
  const text = tr`${name} is used by ${users.join(', ')}. On a super-loop each job runs to its end. Where tasks preempt each other, and in interrupts, this is a data race: ${proposals[remedy]()}.`;
  return { kind: 'shared', place: placeOf(line), text, variable: name };
}

export function libraryNotes(includes: readonly Include[], placeOf: (line: number) => string): ImportNote[] {
  return includes.flatMap((include): ImportNote[] => {
    const text = include.isSystem ? libraryText(include) : missingText(include);
    return text === null ? [] : [{ kind: 'library', place: placeOf(include.line), text }];
  });
}

function libraryText(include: Include): string | null {
  const name = libraryOf(include);
  if (name === undefined) return null;
  return name === null
    ? tr`<${include.header}> belongs to a library. Add the library to those of the sketch.`
    : tr`<${include.header}> belongs to the library ${name}, which is now one of the sketch's libraries.`;
}

const missingText = ({ header }: Include): string =>
  tr`"${header}" is not part of the import. Add its text to the shared code, or import its file, too.`;

function automaticNote({ guessUs }: FirstBudgets): ImportNote {
  const text = tr`The budgets are automatic: estimates from the code, or a first guess of at most ${duration(guessUs)} where the code does not say enough. A run of the sketch measures them.`;
  return { kind: 'budget', place: null, text };
}

function budgetNote({ guessUs, admitted }: FirstBudgets): ImportNote {
  const guess = tr`The budgets are a first guess: at most ${duration(guessUs)} for each task.`;
  const text = admitted
    ? tr`${guess} Run the sketch and set them to what was measured.`
    : tr`${guess} The sketch is not admitted with it, or with a smaller one. Run the sketch to measure, or give tasks longer periods.`;
  return { kind: 'budget', place: null, text };
}
