/**
 * Edits: pure functions from a sketch to a changed sketch. Elements that an edit does not change
 * stay the same objects. If a changed sketch could not be read back from its file, the edit fails
 * and returns the problems.
 */

import { tr } from '../words/tr.ts';
import { budgetFromOf, budgetStateOf, measuredCodeOf } from './budgets/budget-from.ts';
import { renamedInCode } from './code/rename.ts';
import {
  type ElementKind,
  type ElementKinds,
  elementsOf,
  findElement,
  KIND_LABELS,
  mapChanged,
  replaceReferences,
} from './elements.ts';
import type { BudgetFrom, Channel, Interrupt, Position, Sketch, Task, TaskKind } from './model.ts';
import { didYouMean, quote } from './problem.ts';
import { type EditResult, refused, validated } from './validated.ts';
import { type WireEnd, wireProblem } from './wires.ts';

export type { EditResult };

/**
 * Members that an update may change. Use renameElement to change a name, because it also updates
 * the references.
 */
export type Changes<K extends ElementKind> = Partial<Omit<ElementKinds[K], 'name'>>;
export type SketchChanges = Partial<
  Pick<
    Sketch,
    | 'name'
    | 'board'
    | 'boardFacts'
    | 'target'
    | 'policy'
    | 'cores'
    | 'clusterCores'
    | 'timeUnit'
    | 'prelude'
    | 'ioServer'
    | 'libraries'
  >
>;
export type ChannelEnd = 'writer' | 'reader';

/**
 * Changes members of the sketch itself: name, board, target, policy… Another board without facts is one of
 * Polyloop's own.
 */
export function updateSketch(sketch: Sketch, changes: SketchChanges): EditResult {
  const isOther = changes.board !== undefined && changes.board !== sketch.board;
  return validated({ ...sketch, ...(isOther && { boardFacts: null }), ...changes });
}

/** Adds an element at the end or at an index. */
export function addElement<K extends ElementKind>(
  sketch: Sketch,
  kind: K,
  element: ElementKinds[K],
  index = elementsOf(sketch, kind).length,
): EditResult {
  return validated({ ...sketch, [kind]: elementsOf(sketch, kind).toSpliced(index, 0, element) });
}

/**
 * Changes members of one element. A member that is given as undefined is removed. A change of a budget
 * without its origin makes it the user's own.
 */
export function updateElement<K extends ElementKind>(
  sketch: Sketch,
  kind: K,
  name: string,
  changes: Changes<K>,
): EditResult {
  return withElement(sketch, kind, name, (element) =>
    validated(replaced(sketch, kind, element, withoutUndefined({ ...element, ...chosen(changes), ...changes }))),
  );
}

/** Whoever sets a budget without saying where it is from has chosen it: it is not automatic any more. */
function chosen(changes: object): Partial<Task & Interrupt> {
  if ('budgetUs' in changes) return { budgetFrom: undefined };
  return 'handlerBudgetUs' in changes ? { handlerBudgetFrom: undefined } : {};
}

function withoutUndefined<T extends object>(value: T): T {
  const entries = Object.entries(value);
  const given = entries.filter(([, member]) => member !== undefined);
  // Only members that may be missing are undefined.
  return given.length === entries.length ? value : (Object.fromEntries(given) as T);
}

/** Renames an element and updates all references to it, also in code and in blocks. */
export function renameElement(sketch: Sketch, kind: ElementKind, name: string, newName: string): EditResult {
  return withElement(sketch, kind, name, (element) => {
    const renamed = replaced(sketch, kind, element, { ...element, name: newName });
    const referred = replaceReferences(renamed, kind, name, newName);
    return validated(
      name === newName ? referred : withMeasurements(sketch, renamedInCode(sketch, referred, kind, name, newName)),
    );
  });
}

/** A rename changes the code but no time, so measured budgets stay those of the code. */
function withMeasurements(before: Sketch, after: Sketch): Sketch {
  const code = (was: Task | Interrupt | undefined, element: Task | Interrupt): BudgetFrom | null => {
    const from = budgetFromOf(element);
    if (was === undefined || from === undefined || budgetStateOf(before, was) !== 'measured') return null;
    return { ...from, code: measuredCodeOf(after, element) };
  };
  return {
    ...after,
    tasks: after.tasks.map((task, index) => {
      const budgetFrom = code(before.tasks[index], task);
      return budgetFrom === null ? task : { ...task, budgetFrom };
    }),
    interrupts: after.interrupts.map((interrupt, index) => {
      const handlerBudgetFrom = code(before.interrupts[index], interrupt);
      return handlerBudgetFrom === null ? interrupt : { ...interrupt, handlerBudgetFrom };
    }),
  };
}

/**
 * Removes an element. A channel loses the element as its writer or reader, a resource loses it as a
 * user, and a group loses it as a member.
 */
export function removeElement(sketch: Sketch, kind: ElementKind, name: string): EditResult {
  return withElement(sketch, kind, name, () => {
    const left = elementsOf<ElementKind>(sketch, kind).filter((element) => element.name !== name);
    const removed: Sketch = { ...sketch, [kind]: left };
    return validated(replaceReferences(removed, kind, name, null));
  });
}

/**
 * Makes a task or interrupt the writer of a channel, replacing the old writer, or one of its
 * readers.
 */
export function connectChannel(sketch: Sketch, channel: string, end: ChannelEnd, name: string): EditResult {
  return withElement(sketch, 'channels', channel, ({ readers }) => {
    if (end === 'writer') return updateElement(sketch, 'channels', channel, { writer: name });
    if (readers.includes(name)) return { ok: true, sketch };
    return updateElement(sketch, 'channels', channel, { readers: [...readers, name] });
  });
}

/** The initial critical section of a new user of a resource. */
export const FIRST_SECTION_US = 100;

/**
 * Draws a wire between two elements. Between two tasks or interrupts, adds `channel`, a channel
 * without ends. Refuses a wire with the sentence of wireProblem.
 */
export function connectWire(sketch: Sketch, from: WireEnd, to: WireEnd, channel: Channel): EditResult {
  const message = wireProblem(sketch, from, to);
  if (message !== null) return refused('', message);
  if (to.kind === 'channels') return connectChannel(sketch, to.name, 'writer', from.name);
  if (from.kind === 'channels') return connectChannel(sketch, from.name, 'reader', to.name);
  if (to.kind !== 'resources') {
    return addElement(sketch, 'channels', { ...channel, writer: from.name, readers: [to.name] });
  }
  return withElement(sketch, 'resources', to.name, ({ users }) => {
    const user = { task: from.name, criticalSectionUs: FIRST_SECTION_US };
    return updateElement(sketch, 'resources', to.name, { users: [...users, user] });
  });
}

/**
 * Disconnects a task or interrupt from one end of a channel. Has no effect if it is not connected.
 */
export function disconnectChannel(sketch: Sketch, channel: string, end: ChannelEnd, name: string): EditResult {
  return withElement(sketch, 'channels', channel, ({ readers, writer }) => {
    if (end === 'writer' && writer === name) return updateElement(sketch, 'channels', channel, { writer: null });
    if (end === 'writer' || !readers.includes(name)) return { ok: true, sketch };
    return updateElement(sketch, 'channels', channel, { readers: readers.filter((reader) => reader !== name) });
  });
}

export interface Move {
  readonly kind: ElementKind;
  readonly name: string;
  readonly position: Position | null;
}

/** Moves elements on the canvas in one edit. */
export function moveElements(sketch: Sketch, moves: readonly Move[]): EditResult {
  let result: EditResult = { ok: true, sketch };
  for (const { kind, name, position } of moves) {
    if (!result.ok) return result;
    result = updateElement<ElementKind>(result.sketch, kind, name, { position });
  }
  return result;
}

/**
 * Makes a task periodic, sporadic or background. Removes members that the new kind does not have,
 * and adds defaults for members that it requires.
 */
export function setTaskKind(sketch: Sketch, name: string, kind: TaskKind): EditResult {
  return withElement(sketch, 'tasks', name, (task) => {
    const timed = {
      kind,
      periodUs: task.periodUs ?? 10_000,
      budgetUs: task.budgetUs ?? 1_000,
      budgetFrom: task.budgetFrom,
    };
    return updateElement(sketch, 'tasks', name, kind === 'background' ? UNTIMED : timed);
  });
}

const UNTIMED: Partial<Task> = {
  kind: 'background',
  periodUs: null,
  budgetUs: null,
  deadlineUs: null,
  offsetUs: 0,
  jitterUs: 0,
};

function replaced<K extends ElementKind>(sketch: Sketch, kind: K, old: ElementKinds[K], by: ElementKinds[K]): Sketch {
  return { ...sketch, [kind]: mapChanged(elementsOf(sketch, kind), (element) => (element === old ? by : element)) };
}

function withElement<K extends ElementKind>(
  sketch: Sketch,
  kind: K,
  name: string,
  edit: (element: ElementKinds[K]) => EditResult,
): EditResult {
  const element = findElement(sketch, kind, name);
  if (element !== null) return edit(element);
  const names = elementsOf(sketch, kind).map((one) => one.name);
  const message = tr`The sketch has no ${KIND_LABELS[kind]} ${quote(name)}.${didYouMean(name, names)}`;
  return refused(`/${kind}`, message);
}
