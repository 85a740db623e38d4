/**
 * Splits `loop()`, and the functions that only loop calls, into blocks that run once in an interval
 * and the rest. A block that depends on the rest stays in the rest, with the reason.
 */

import { tr } from '../../words/tr.ts';
import type { Constants } from '../constants.ts';
import type { Edit } from '../edits.ts';
import type { Item } from '../items.ts';
import { type Program, type UserFunction, type Variable, variablesIn } from '../program.ts';
import { isSame, lineOf } from '../source.ts';
import { type Block, blockOf } from './block.ts';
import { clockNames } from './clock-names.ts';
import { type Container, type Context, containersOf } from './containers.ts';
import { findGuards, findUnexamined, type Kept, staysIn } from './find-guards.ts';
import { independent, localsOf, sharedStatics } from './locals.ts';
import { leftItems, removalOf } from './removal.ts';

export interface Split {
  readonly blocks: readonly Block[];
  readonly kept: readonly Kept[];
  /** The items of loop that are left, without those that have no effect any more. */
  readonly rest: readonly Item[];
  /** What was removed from loop and from functions. */
  readonly edits: readonly Edit[];
  /** Functions with all their code in blocks. */
  readonly emptied: ReadonlySet<string>;
  /** Variables of functions that several tasks need: their declarations move to the shared code. */
  readonly hoisted: readonly Variable[];
  /** Global variables that only held the time of a block's last run. */
  readonly unused: readonly Variable[];
}

export function splitLoop(
  program: Program,
  constants: Constants,
  loop: UserFunction,
  { merged, mostUs }: { readonly merged: ReadonlySet<string>; readonly mostUs: number },
): Split {
  const context = { program, constants, clocks: clockNames(program), mostUs };
  const containers = containersOf(program, loop);
  const kept: Kept[] = [];
  const blocks: Block[] = [];
  const edits: Edit[] = [];
  const emptied = new Set<string>();
  const hoisted = new Map<string, Variable>();
  let rest: readonly Item[] = [];
  for (const container of containers) {
    const room = MOST_BLOCKS - blocks.length;
    const result = splitContainer(context, container, merged, room);
    kept.push(...result.kept);
    // A function without blocks stays as it is.
    if (result.blocks.length === 0 && container.call !== null) continue;
    blocks.push(...result.blocks);
    edits.push(...result.edits);
    for (const variable of result.hoisted) hoisted.set(variable.name, variable);
    if (container.call === null) rest = result.rest;
    else if (result.rest.every(({ nodes }) => nodes.length === 0)) emptied.add(container.made.name);
  }
  const calls = containers.flatMap(({ made, call }) => (call !== null && emptied.has(made.name) ? [call] : []));
  edits.push(...calls.map(({ from, to }) => ({ from, to, text: '' })));
  return {
    blocks: blocks.toSorted((a, b) => a.line - b.line),
    kept: [...kept, ...findUnexamined(context, containers)],
    rest: rest.filter((item) => !calls.includes(item)),
    edits,
    emptied,
    hoisted: [...hoisted.values()],
    unused: unusedTimers(program, blocks),
  };
}

/** Blocks that become tasks. A sketch with more blocks was not written by hand. */
const MOST_BLOCKS = 100;

interface ContainerSplit {
  readonly blocks: readonly Block[];
  readonly kept: readonly Kept[];
  readonly rest: readonly Item[];
  readonly edits: readonly Edit[];
  readonly hoisted: readonly Variable[];
}

function splitContainer(
  context: Context,
  container: Container,
  merged: ReadonlySet<string>,
  room: number,
): ContainerSplit {
  const { source } = context.program;
  const { found, kept } = findGuards(context, container);
  const locals = localsOf(context, container);
  const wanted = found.filter(({ id }) => !merged.has(id));
  const { taken, refused } = independent(context, container, wanted.slice(0, room), locals);
  const many = wanted.slice(room).map(({ condition }) => ({
    line: lineOf(source, condition.from),
    text: staysIn(container.made.name, tr`an import makes at most ${MOST_BLOCKS} tasks of such blocks`),
  }));
  const late = refused.map(({ found: { condition }, name }) => ({
    line: lineOf(source, condition.from),
    text: staysIn(container.made.name, tr`it uses ${name}, which ${container.made.name}() computes in each run`),
  }));
  const removals = taken.map((each) => removalOf(container, each));
  const left = leftItems(context, container, taken, removals, locals);
  const hoisted = sharedStatics(context, taken, left, locals);
  const blocks = taken.map((each) => blockOf(context, container, each, locals, hoisted));
  const dropped = container.items.filter((item) => !left.includes(item));
  const droppedEdits = dropped.map(({ from, to }) => ({ from, to, text: '' }));
  const hoistedEdits = hoisted.map(({ declaration: { from } }) => {
    const item = container.items.find((each) => each.from <= from && each.to > from);
    return { from: item?.from ?? from, to: item?.to ?? from, text: '' };
  });
  const rest = left.filter(
    (item) => !hoisted.some(({ declaration }) => item.nodes.some((node) => isSame(node, declaration))),
  );
  const partial = removals.flatMap((edit) => (isInside(edit, dropped) ? [] : [edit]));
  return {
    blocks,
    kept: [...kept, ...late, ...many],
    rest,
    edits: [...droppedEdits, ...hoistedEdits, ...partial],
    hoisted,
  };
}

const isInside = (edit: Edit, items: readonly Item[]): boolean =>
  items.some(({ from, to }) => edit.from >= from && edit.to <= to);

/**
 * Global variables that only the removed checks used, if nothing else is left of their declarations.
 */
function unusedTimers(program: Program, blocks: readonly Block[]): Variable[] {
  const { source, variables } = program;
  const names = new Set(blocks.flatMap(({ guard, leftOut }) => (leftOut.length > 0 ? [guard.check.timer] : [])));
  return [...names].flatMap((name) => {
    const variable = variables.get(name);
    const others = variable === undefined ? [] : variablesIn(source, variable.declaration);
    return variable !== undefined && others.every((other) => names.has(other.name)) ? [variable] : [];
  });
}
