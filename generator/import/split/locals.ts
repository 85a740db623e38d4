/** The variables of a function, and which of them a block can have as its own copy. */
import type { Constants } from '../constants.ts';
import type { Item } from '../items.ts';
import { calledName, namesIn, type Program, rootOf, type Variable, variablesIn } from '../program.ts';
import { type Node, textOf } from '../source.ts';
import { isTimerUsed } from '../timers.ts';
import type { Container, Context } from './containers.ts';
import type { Found } from './find-guards.ts';

/** A variable of a function, and whether a block can have its own copy. */
export interface Local {
  readonly variable: Variable;
  readonly item: Item;
  readonly copies: 'static' | 'copy' | 'never';
  /** The statement that sets a clock which is declared without a value, or is global. */
  readonly setBy: Item | null;
}

export function localsOf({ program, constants, clocks }: Context, { items }: Container): ReadonlyMap<string, Local> {
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
export function keptStatements({ program }: Context, { guard }: Found): readonly Item[] {
  const isUsed = isTimerUsed(program, guard);
  return guard.body.filter(({ node }) => isUsed || node === null || node.from !== guard.reset.statement.from);
}

/** Blocks that need no variable which their function computes in each run. */
export function independent(
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
    // A variable that is created in each run cannot be a timer.
    names.add(rootOf(context.program.source, each.guard.check.timerNode) ?? '');
    const bad = [...names].find((name) => {
      const local = locals.get(name);
      return local?.copies === 'never' && !own.has(local.item);
    });
    if (bad === undefined) taken.push(each);
    else refused.push({ found: each, name: bad });
  }
  return { taken, refused };
}

export function namesOfItems({ program }: Context, items: readonly Item[]): Set<string> {
  return new Set(items.flatMap(({ nodes }) => nodes.flatMap((node) => [...namesIn(program.source, node)])));
}

/** Static variables that several blocks, or a block and the rest, use. */
export function sharedStatics(
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
