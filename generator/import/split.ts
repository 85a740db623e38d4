/**
 * Splits `loop()`, and the functions that only loop calls, into blocks that run once in an interval
 * and the rest. A block that depends on the rest stays in the rest, with the reason.
 */
import type { Constants } from './constants.ts';
import { dedented, type Edit, rendered } from './edits.ts';
import { branchItems, type ClockNames, clockOf, type Guard, guardOf } from './guards.ts';
import { type Item, itemsInside } from './items.ts';
import { calledName, namesIn, type Program, type UserFunction, type Variable, variablesIn } from './program.ts';
import { childrenOf, isComment, isSame, lineOf, type Node, nodesOf, textOf } from './source.ts';
import { isTimerUsed, startOf } from './timers.ts';

/** A block that can be a task of its own. */
export interface Block {
  readonly id: string;
  /** The function that has it. */
  readonly owner: string;
  readonly guard: Guard;
  /** The line of its condition. */
  readonly line: number;
  readonly code: string;
  /** The statements of its body. */
  readonly nodes: readonly Node[];
  readonly offsetUs: number;
  /** What of the original is not needed any more. */
  readonly leftOut: readonly string[];
}

/** A check of the time that stays where it is. */
export interface Kept {
  readonly line: number;
  readonly owner: string;
  readonly reason: string;
}

export interface Split {
  readonly blocks: readonly Block[];
  readonly kept: readonly Kept[];
  /** The items of loop that are left, without those that have no effect any more. */
  readonly rest: readonly Item[];
  /** What was removed from loop and from functions. */
  readonly edits: readonly Edit[];
  /** Functions whose code is all in blocks. */
  readonly emptied: ReadonlySet<string>;
  /** Variables of functions that several tasks need: their declarations move to the shared code. */
  readonly hoisted: readonly Variable[];
  /** Global variables that only held the time of a block's last run. */
  readonly unused: readonly Variable[];
}

interface Found {
  readonly id: string;
  readonly guard: Guard;
  readonly item: Item;
  readonly condition: Node;
  /** The branch of a chain of if statements. Null: an early return, with all that follows. */
  readonly link: Link | null;
}

interface Link {
  readonly node: Node;
  readonly condition: Node;
  readonly branch: Node;
}

interface Container {
  readonly made: UserFunction;
  readonly items: readonly Item[];
  /** The item of loop that calls it. Null for loop. */
  readonly call: Item | null;
}

export function splitLoop(
  program: Program,
  constants: Constants,
  loop: UserFunction,
  merged: ReadonlySet<string>,
): Split {
  const clocks = clockNames(program);
  const containers = containersOf(program, loop);
  const kept: Kept[] = [];
  const blocks: Block[] = [];
  const edits: Edit[] = [];
  const emptied = new Set<string>();
  const hoisted = new Map<string, Variable>();
  let rest: readonly Item[] = [];
  for (const container of containers) {
    const result = splitContainer({ program, constants, clocks }, container, merged);
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
    kept,
    rest: rest.filter((item) => !calls.includes(item)),
    edits,
    emptied,
    hoisted: [...hoisted.values()],
    unused: unusedTimers(program, blocks),
  };
}

/** Variables that are set to the time and to nothing else, outside conditions. */
function clockNames(program: Program): ClockNames {
  const { source, writes, variables } = program;
  const names = new Map<string, string>();
  const subtracted = new Set<string>();
  for (const node of nodesOf(source.top)) {
    const right = node.lastChild;
    if (node.name !== 'BinaryExpression' || right?.name !== 'Identifier') continue;
    if (node.firstChild?.nextSibling?.name === 'ArithOp') subtracted.add(textOf(source, right));
  }
  const directly = (clock: Node | null): string | null => clockOf(source, clock, new Map());
  const add = (name: string, clock: string | null): void => {
    if (clock === null || subtracted.has(name)) return;
    const isAlways = (writes.get(name) ?? []).every(
      (write) =>
        write.name === 'AssignmentExpression' &&
        directly(write.lastChild) === clock &&
        write.parent?.parent?.parent?.name === 'FunctionDefinition',
    );
    if (isAlways) names.set(name, clock);
  };
  for (const node of nodesOf(source.top)) {
    for (const { name, init, isStatic } of variablesIn(source, node)) if (!isStatic) add(name, directly(init));
  }
  for (const [name, [write]] of writes) {
    if (write?.name !== 'AssignmentExpression') continue;
    const isZero = variables.get(name)?.init == null || textOf(source, variables.get(name)?.init as Node) === '0';
    if (isZero) add(name, directly(write.lastChild));
  }
  return names;
}

/** Loop, and functions without parameters that one statement of loop calls, and nothing else does. */
function containersOf(program: Program, loop: UserFunction): Container[] {
  const { source, functions, mentions } = program;
  const items = itemsInside(source, loop.body);
  const containers: Container[] = [{ made: loop, items, call: null }];
  for (const item of items) {
    const call = item.node?.name === 'ExpressionStatement' ? item.node.firstChild : null;
    const name = call === null ? null : calledName(source, call);
    const made = functions.get(name ?? '');
    if (made === undefined || made === loop || name === null) continue;
    const isEmptyCall = call?.getChild('ArgumentList')?.firstChild?.nextSibling?.name === ')';
    const uses = (mentions.get(name) ?? []).filter(({ parent }) => parent?.name !== 'FunctionDeclarator');
    if (!isEmptyCall || uses.length !== 1) continue;
    containers.push({ made, items: itemsInside(source, made.body), call: item });
  }
  return containers;
}

interface Context {
  readonly program: Program;
  readonly constants: Constants;
  readonly clocks: ClockNames;
}

interface ContainerSplit {
  readonly blocks: readonly Block[];
  readonly kept: readonly Kept[];
  readonly rest: readonly Item[];
  readonly edits: readonly Edit[];
  readonly hoisted: readonly Variable[];
}

function splitContainer(context: Context, container: Container, merged: ReadonlySet<string>): ContainerSplit {
  const { source } = context.program;
  const { found, kept } = findGuards(context, container);
  const locals = localsOf(context, container);
  const wanted = found.filter(({ id }) => !merged.has(id));
  const { taken, refused } = independent(context, container, wanted, locals);
  const late = refused.map(({ found: { condition }, name }) => ({
    line: lineOf(source, condition.from),
    owner: container.made.name,
    reason: `it uses ${name}, which ${container.made.name}() computes in each run`,
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
  return { blocks, kept: [...kept, ...late], rest, edits: [...droppedEdits, ...hoistedEdits, ...partial], hoisted };
}

const isInside = (edit: Edit, items: readonly Item[]): boolean =>
  items.some(({ from, to }) => edit.from >= from && edit.to <= to);

/** The checks of the time among the statements of a function. */
function findGuards(context: Context, { made, items }: Container): { found: Found[]; kept: Kept[] } {
  const { source } = context.program;
  const found: Found[] = [];
  const kept: Kept[] = [];
  let returns = false;
  const keep = (condition: Node, reason: string): void => {
    kept.push({ line: lineOf(source, condition.from), owner: made.name, reason });
  };
  for (const [index, item] of items.entries()) {
    const before = found.length;
    const early = earlyReturn(context, item, items.slice(index + 1));
    if (early !== null) {
      const { condition, result } = early;
      if (!result.ok) keep(condition, result.reason);
      else if (returns) keep(condition, `${made.name}() can end before it`);
      else {
        found.push({ id: idOf(source, made, condition), guard: result.guard, item, condition, link: null });
        break;
      }
    }
    const links = item.node?.name === 'IfStatement' ? linksOf(item.node) : [];
    let isAfterOther = false;
    for (const link of early === null ? links : []) {
      const result = guardOf(context, link.condition, branchItems(source, link.branch));
      if (result === null) isAfterOther = true;
      else if (!result.ok) {
        keep(link.condition, result.reason);
        isAfterOther = true;
      } else if (!result.guard.check.isPassed) isAfterOther = true;
      else if (returns) keep(link.condition, `${made.name}() can end before it`);
      else if (isAfterOther) keep(link.condition, 'it depends on the conditions before it');
      else {
        const { guard } = result;
        found.push({ id: idOf(source, made, link.condition), guard, item, condition: link.condition, link });
      }
    }
    const isOnlyGuards = links.length > 0 && found.length - before === links.length;
    if (!isOnlyGuards && item.nodes.some((node) => [...nodesOf(node)].some(({ name }) => name === 'ReturnStatement'))) {
      returns = true;
    }
  }
  return { found, kept };
}

const idOf = (source: Program['source'], { name }: UserFunction, condition: Node): string =>
  `${name}:${lineOf(source, condition.from)}:${condition.from - source.text.lastIndexOf('\n', condition.from)}`;

function earlyReturn(context: Context, item: Item, after: readonly Item[]) {
  const { node } = item;
  const links = node?.name === 'IfStatement' ? linksOf(node) : [];
  const [link] = links;
  if (link === undefined || links.length !== 1 || elseOf(link.node) !== null) return null;
  const inner = link.branch.name === 'CompoundStatement' ? childrenOf(link.branch).slice(1, -1) : [link.branch];
  const isReturn = inner.filter((each) => !isComment(each)).every(({ name }) => name === 'ReturnStatement');
  if (!isReturn || inner.length === 0) return null;
  const result = guardOf(context, link.condition, after);
  if (result === null || (result.ok && result.guard.check.isPassed)) return null;
  return { condition: link.condition, result };
}

/** The branches of `if … else if …`. */
function linksOf(node: Node): Link[] {
  const condition = node.getChild('ConditionClause');
  const branch =
    condition === null ? undefined : childrenOf(node).find((each) => each.from >= condition.to && !isComment(each));
  if (condition === null || branch === undefined) return [];
  const other = elseOf(node);
  return [{ node, condition, branch }, ...(other?.name === 'IfStatement' ? linksOf(other) : [])];
}

function elseOf(node: Node): Node | null {
  const word = node.getChild('else');
  const after = word === null ? [] : childrenOf(node).filter((each) => each.from >= word.to && !isComment(each));
  return after[0] ?? null;
}

/** A variable of a function, and whether a block can have its own copy. */
interface Local {
  readonly variable: Variable;
  readonly item: Item;
  readonly copies: 'static' | 'copy' | 'never';
  /** The statement that sets a clock which is declared without a value, or is global. */
  readonly setBy: Item | null;
}

function localsOf({ program, constants, clocks }: Context, { items }: Container): ReadonlyMap<string, Local> {
  const { source, writes, variables } = program;
  const locals = new Map<string, Local>();
  for (const item of items) {
    if (item.node === null) continue;
    for (const variable of variablesIn(source, item.node)) {
      const { name, init, isStatic, isConst } = variable;
      const isFixed = isConst && init !== null && constants.valueOf(init) !== null;
      const isRead = init !== null && isPinRead(program, constants, init) && !writes.has(name);
      const isClock = clocks.has(name);
      const copies = isStatic ? 'static' : isFixed || isRead || isClock ? 'copy' : 'never';
      locals.set(name, { variable, item, copies, setBy: null });
    }
    const assignment = item.node.name === 'ExpressionStatement' ? item.node.firstChild : null;
    const target = assignment?.name === 'AssignmentExpression' ? assignment.firstChild : null;
    const name = target === null ? '' : textOf(source, target);
    const variable = locals.get(name)?.variable ?? variables.get(name);
    if (variable === undefined || !clocks.has(name)) continue;
    const own = locals.get(name);
    locals.set(name, { variable, item: own?.item ?? item, copies: 'copy', setBy: item });
  }
  return locals;
}

/** `digitalRead(BUTTON)`: a block can read the pin itself. */
function isPinRead({ source }: Program, constants: Constants, init: Node): boolean {
  const called = calledName(source, init);
  const argument = init.getChild('ArgumentList')?.firstChild?.nextSibling ?? null;
  if (called !== 'digitalRead' && called !== 'analogRead') return false;
  return argument !== null && (constants.valueOf(argument) !== null || /^A\d+$/.test(textOf(source, argument)));
}

/** The statements of a block that its task keeps. */
function keptStatements({ program }: Context, { guard }: Found): readonly Item[] {
  const isUsed = isTimerUsed(program, guard);
  return guard.body.filter(({ node }) => isUsed || node === null || node.from !== guard.reset.statement.from);
}

/** Blocks that need no variable which their function computes in each run. */
function independent(
  context: Context,
  { items }: Container,
  found: readonly Found[],
  locals: ReadonlyMap<string, Local>,
) {
  const taken: Found[] = [];
  const refused: { found: Found; name: string }[] = [];
  for (const each of found) {
    const own = new Set(each.link === null ? items.filter(({ from }) => from > each.item.from) : []);
    const names = namesOfItems(context, keptStatements(context, each));
    const bad = [...names].find((name) => {
      const local = locals.get(name);
      return local?.copies === 'never' && !own.has(local.item);
    });
    if (bad === undefined) taken.push(each);
    else refused.push({ found: each, name: bad });
  }
  return { taken, refused };
}

function namesOfItems({ program }: Context, items: readonly Item[]): Set<string> {
  return new Set(items.flatMap(({ nodes }) => nodes.flatMap((node) => [...namesIn(program.source, node)])));
}

/** The edit that removes a block from its function. */
function removalOf({ items, made }: Container, found: Found): Edit {
  const { item, link } = found;
  const end = items.at(-1)?.to ?? made.body.to - 1;
  if (link === null) return { from: item.from, to: end, text: '' };
  const other = elseOf(link.node);
  // `else if (block)`: the word before goes, too, if nothing follows.
  const chainElse = link.node.parent?.name === 'IfStatement' ? link.node.parent.getChild('else') : null;
  if (other !== null) return { from: link.node.from, to: other.from, text: '' };
  if (chainElse !== null) return { from: chainElse.from, to: link.node.to, text: '' };
  return { from: item.from, to: item.to, text: '' };
}

/** The items that are left, without declarations that only blocks used. */
function leftItems(
  context: Context,
  { items }: Container,
  taken: readonly Found[],
  removals: readonly Edit[],
  locals: ReadonlyMap<string, Local>,
): Item[] {
  if (taken.length === 0) return [...items];
  const isRemoved = (node: Node) => removals.some(({ from, to }) => node.from >= from && node.to <= to);
  let left = items.filter(({ nodes, from, to }) => {
    if (nodes.length === 0) return !removals.some((edit) => from >= edit.from && to <= edit.to);
    const inside = nodes.flatMap((node) => linkNodes(node));
    return !inside.every(isRemoved);
  });
  const { source, mentions } = context.program;
  const isUsedElsewhere = (name: string, local: Local): boolean =>
    (mentions.get(name) ?? []).some((mention) => {
      if (isRemoved(mention)) return false;
      const inItem = items.find(({ from, to }) => mention.from >= from && mention.to <= to);
      if (inItem === undefined)
        return (
          local.setBy !== null &&
          mention.parent?.parent?.parent?.name !== 'Program' &&
          mention.parent?.parent?.name !== 'Program'
        );
      return inItem !== local.item && inItem !== local.setBy;
    });
  for (const [name, local] of locals) {
    const names = variablesIn(source, local.item.node ?? local.variable.declaration).map((each) => each.name);
    const isGone = names.length <= 1 || names.every((each) => locals.has(each));
    if (local.copies === 'never' || !isGone) continue;
    if ([name, ...names].some((each) => isUsedElsewhere(each, locals.get(each) ?? local))) continue;
    left = left.filter((item) => item !== local.item && item !== local.setBy);
  }
  return left;
}

/** A chain of if statements, as the parts that can be removed one by one. */
function linkNodes(node: Node): Node[] {
  if (node.name !== 'IfStatement') return [node];
  const links = linksOf(node);
  const last = links.at(-1);
  const other = last === undefined ? null : elseOf(last.node);
  const branches = links.map(({ branch }) => branch);
  return other === null ? branches : [...branches, other];
}

/** Static variables that several blocks, or a block and the rest, use. */
function sharedStatics(
  context: Context,
  taken: readonly Found[],
  left: readonly Item[],
  locals: ReadonlyMap<string, Local>,
): Variable[] {
  const restNames = (local: Local) =>
    namesOfItems(
      context,
      left.filter((item) => item !== local.item),
    );
  return [...locals.values()].flatMap((local) => {
    if (local.copies !== 'static') return [];
    const { name } = local.variable;
    const users = taken.filter((each) => namesOfItems(context, keptStatements(context, each)).has(name)).length;
    const isInRest = left.includes(local.item) && restNames(local).has(name);
    return users > 1 || (users === 1 && isInRest) ? [local.variable] : [];
  });
}

function blockOf(
  context: Context,
  { made }: Container,
  found: Found,
  locals: ReadonlyMap<string, Local>,
  hoisted: readonly Variable[],
): Block {
  const { program } = context;
  const { source } = program;
  const { guard, item, link, condition } = found;
  const items = keptStatements(context, found);
  const names = namesOfItems(context, items);
  const own = new Set(items);
  const needed = [...locals.values()].filter(
    ({ variable, item: from }) => names.has(variable.name) && !own.has(from) && !hoisted.includes(variable),
  );
  const copies = needed.map((local) => copyOf(context, local));
  const isFirst = link === null || item.node === null || isSame(link.node, item.node);
  const before = isFirst ? dedented(source.text.slice(item.from, item.node?.from ?? item.from)) : '';
  const after = link === null || item.node === null ? '' : dedented(source.text.slice(item.node.to, item.to));
  const body = dedented(items.map(({ from, to }) => rendered(source.text, from, to, [])).join(''));
  const parts = [before, ...copies, body, isFirst ? after : ''].filter((part) => part !== '');
  const isReset = items.some(({ node }) => node?.from === guard.reset.statement.from);
  return {
    id: found.id,
    owner: made.name,
    guard,
    line: lineOf(source, condition.from),
    code: parts.join('\n'),
    nodes: items.flatMap(({ nodes }) => nodes),
    offsetUs: startOf(program, context.constants, guard),
    leftOut: isReset ? [] : [textOf(source, guard.reset.statement)],
  };
}

/** The declaration of a variable for a block. A clock gets the time when the block runs. */
function copyOf({ program: { source }, clocks }: Context, { variable, item, copies, setBy }: Local): string {
  const { name, type, declaration } = variable;
  if (setBy !== null)
    return `${type.replace(/\b(static|volatile)\s+/g, '')} ${name} = ${clocks.get(name) ?? 'millis'}();`;
  if (variable.isAlone && copies === 'static') return dedented(source.text.slice(item.from, item.to));
  return variable.isAlone ? textOf(source, declaration) : `${type} ${textOf(source, variable.declarator)};`;
}

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
