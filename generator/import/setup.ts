/**
 * Divides `setup()` among the tasks. A statement that prepares what only one task uses goes to that
 * task. If setup does more than prepare, all of it stays together, because its order matters.
 */
import type { Constants } from './constants.ts';
import { dedented, type Edit, rendered } from './edits.ts';
import { pinName } from './interrupts.ts';
import { type Item, itemsInside } from './items.ts';
import { argumentsOf, calledName, namesIn, type Program, reachedNames, type UserFunction } from './program.ts';
import type { Runnable } from './shared.ts';
import { type Node, nodesOf, textOf } from './source.ts';

/** Calls that only prepare a pin or an object. */
const PREPARING = ['pinMode', 'digitalWrite', 'analogWrite', 'noTone'];
const PREPARING_MEMBERS = ['begin', 'attach', 'init', 'setup'];
const PIN_CALLS = [...PREPARING, 'digitalRead', 'analogRead', 'tone', 'pulseIn', 'shiftOut'];

export interface SetupShare {
  /** Null: the task that gets everything that is shared. */
  readonly task: string | null;
  readonly code: string;
}

export function divideSetup(
  program: Program,
  constants: Constants,
  setup: UserFunction,
  tasks: readonly Runnable[],
  edits: readonly Edit[],
): SetupShare[] {
  const { source } = program;
  const items = itemsInside(source, setup.body);
  const codeOf = (some: readonly Item[]) =>
    dedented(some.map(({ from, to }) => rendered(source.text, from, to, edits)).join(''));
  const isGone = ({ nodes }: Item) =>
    nodes.length > 0 && nodes.every(({ from, to }) => edits.some((edit) => edit.from <= from && edit.to >= to));
  const left = items.filter((item) => !isGone(item));
  if (tasks.length < 2 || !left.every((item) => isPreparing(program, item))) {
    return [{ task: null, code: codeOf(items) }];
  }
  const touched = tasks.map(({ name, nodes }) => ({ name, names: touchedBy(program, constants, nodes) }));
  const shares = new Map<string | null, Item[]>();
  const owners = ownersOf(left, program, constants, touched);
  for (const [index, item] of left.entries()) {
    const owner = owners[index] ?? null;
    shares.set(owner, [...(shares.get(owner) ?? []), item]);
  }
  return [...shares].map(([task, some]) => ({ task, code: codeOf(some) }));
}

/** The task that alone uses what a statement and the statements about the same things touch. */
function ownersOf(
  items: readonly Item[],
  program: Program,
  constants: Constants,
  tasks: readonly { readonly name: string; readonly names: ReadonlySet<string> }[],
): (string | null)[] {
  const things = items.map(({ nodes }) => new Set(thingsIn(program, constants, nodes)));
  const owners = things.map((own) => {
    const users = tasks.filter(({ names }) => [...own].some((thing) => names.has(thing)));
    const [user] = users;
    return own.size > 0 && users.length === 1 && user !== undefined ? user.name : null;
  });
  // Statements about the same thing keep their order, so they stay in one place.
  for (;;) {
    const torn = owners.findIndex(
      (owner, i) => owner !== null && things.some((other, j) => owners[j] !== owner && meet(things[i], other)),
    );
    if (torn < 0) return owners;
    owners[torn] = null;
  }
}

const meet = (a: ReadonlySet<string> | undefined, b: ReadonlySet<string>): boolean =>
  [...(a ?? [])].some((one) => b.has(one));

function isPreparing({ source }: Program, { node, nodes }: Item): boolean {
  if (nodes.length === 0) return true;
  const inner = node?.name === 'ExpressionStatement' ? node.firstChild : null;
  if (inner?.name !== 'CallExpression') return false;
  const calls = [...nodesOf(inner)].filter(({ name }) => name === 'CallExpression');
  if (calls.length > 1) return false;
  const called = calledName(source, inner);
  if (called !== null) return PREPARING.includes(called);
  const member = inner.firstChild?.name === 'FieldExpression' ? inner.firstChild.lastChild : null;
  return member !== null && PREPARING_MEMBERS.includes(textOf(source, member));
}

/** The pins and variables that statements and the functions that they call touch. */
function touchedBy(program: Program, constants: Constants, nodes: readonly Node[]): Set<string> {
  const bodies = [...reachedNames(program, nodes)].flatMap((name) => program.functions.get(name)?.body ?? []);
  return new Set(thingsIn(program, constants, [...nodes, ...bodies]));
}

const WORDS = ['OUTPUT', 'INPUT', 'INPUT_PULLUP', 'HIGH', 'LOW', 'true', 'false'];

/**
 * Pins by the board's name, and variables that can change. A constant that is not the argument of a
 * function of pins counts, too: it may be a pin that another function gets.
 */
function thingsIn(program: Program, constants: Constants, nodes: readonly Node[]): string[] {
  const { source, functions, variables } = program;
  const things: string[] = [];
  for (const node of nodes.flatMap((each) => [...nodesOf(each)])) {
    const called = calledName(source, node);
    const [pin] = called !== null && PIN_CALLS.includes(called) ? argumentsOf(node) : [];
    const name = pin === undefined ? null : pinName(program, constants, pin);
    if (name !== null) things.push(`pin ${name}`);
  }
  for (const name of nodes.flatMap((node) => [...namesIn(source, node)])) {
    if (functions.has(name) || WORDS.includes(name) || PREPARING.includes(name)) continue;
    if (variables.has(name) || /^A\d+$/.test(name)) things.push(name);
    else if (/^[A-Z]/.test(name)) things.push(name);
  }
  return things;
}
