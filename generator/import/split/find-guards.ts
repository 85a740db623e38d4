/** The checks of the time among the statements of a function. */

import { tokensOf } from '../../cpp/tokens.ts';
import { tr } from '../../words/tr.ts';
import { branchItems, type Guard, guardOf, mentionsTime } from '../guards.ts';
import { type Item, itemsInside } from '../items.ts';
import { type Program, reachedNames, type UserFunction } from '../program.ts';
import { childrenOf, isComment, lineOf, type Node, nodesOf } from '../source.ts';
import { elseOf, type Link, linksOf } from './branches.ts';
import { timeMacros } from './clock-names.ts';
import type { Container, Context } from './containers.ts';

/** A check of the time that stays where it is. */
export interface Kept {
  readonly line: number;
  /** A sentence for the user. */
  readonly text: string;
}

export const staysIn = (owner: string, reason: string): string =>
  tr`This check of the time stays in ${owner}(), because ${reason}.`;

/** A check that can become a task. */
export interface Found {
  readonly id: string;
  readonly guard: Guard;
  readonly item: Item;
  readonly condition: Node;
  /** The branch of a chain of if statements. Null: an early return, with all that follows. */
  readonly link: Link | null;
}

export function findGuards(context: Context, { made, items }: Container): { found: Found[]; kept: Kept[] } {
  const { source } = context.program;
  const found: Found[] = [];
  const kept: Kept[] = [];
  let returns = false;
  /** The places of the conditions that were examined. */
  const examined = new Set<number>();
  const keep = (condition: Node, reason: string): void => {
    kept.push({ line: lineOf(source, condition.from), text: staysIn(made.name, reason) });
  };
  for (const [index, item] of items.entries()) {
    const before = found.length;
    const early = earlyReturn(context, item, items.slice(index + 1));
    if (early !== null) {
      const { condition, result } = early;
      examined.add(condition.from);
      if (!result.ok) keep(condition, result.reason);
      else if (returns) keep(condition, tr`${made.name}() can end before it`);
      else {
        found.push({ id: idOf(source, made, condition), guard: result.guard, item, condition, link: null });
        break;
      }
    }
    const links = item.node?.name === 'IfStatement' ? linksOf(item.node) : [];
    let isAfterOther = false;
    for (const link of early === null ? links : []) {
      examined.add(link.condition.from);
      const result = guardOf(context, link.condition, branchItems(source, link.branch));
      if (result === null) isAfterOther = true;
      else if (!result.ok) {
        keep(link.condition, result.reason);
        isAfterOther = true;
      } else if (!result.guard.check.isPassed) isAfterOther = true;
      else if (returns) keep(link.condition, tr`${made.name}() can end before it`);
      else if (isAfterOther) keep(link.condition, tr`it depends on the conditions before it`);
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
  kept.push(...insideOthers(context, items, examined), ...macrosIn(context, made));
  return { found, kept: kept.toSorted((a, b) => a.line - b.line) };
}

const LOOPS = ['WhileStatement', 'DoStatement', 'ForStatement'];

/** Checks of the time inside other statements, and loops that wait for a time. */
function insideOthers(
  { program: { source }, clocks }: Context,
  items: readonly Item[],
  examined: ReadonlySet<number>,
): Kept[] {
  const kept: Kept[] = [];
  for (const node of items.flatMap(({ nodes }) => nodes.flatMap((each) => [...nodesOf(each)]))) {
    const condition = node.getChild('ConditionClause');
    if (node.name === 'IfStatement' && condition !== null) {
      if (examined.has(condition.from) || !mentionsTime(source, condition, clocks)) continue;
      const text = tr`This check of the time stays where it is, because the code around it decides whether it runs.`;
      kept.push({ line: lineOf(source, condition.from), text });
    } else if (LOOPS.includes(node.name)) {
      const conditions = childrenOf(node).filter(({ name }) => !/Statement$|Declaration$/.test(name));
      if (!conditions.some((each) => mentionsTime(source, each, clocks))) continue;
      const text = tr`This loop stays. While it waits for a time, it takes processor time from all other tasks.`;
      kept.push({ line: lineOf(source, node.from), text });
    }
  }
  return kept;
}

/** Uses of macros that compute with the time. What they expand to is not examined. */
function macrosIn({ program: { source }, clocks }: Context, { body }: UserFunction): Kept[] {
  const macros = new Set(timeMacros(source).flatMap(({ name }) => (clocks.has(name) ? [] : [name])));
  if (macros.size === 0) return [];
  const code = source.text.slice(body.from, body.to);
  return [...tokensOf(code)]
    .filter(({ kind, text }) => kind === 'word' && macros.has(text))
    .map(({ text, from }) => ({
      line: lineOf(source, body.from + from),
      text: tr`The macro ${text} reads the time. The code with it stays as it is.`,
    }));
}

/** Blocks that run once in an interval, in functions that are not examined because of how they are called. */
export function findUnexamined(context: Context, containers: readonly Container[]): Kept[] {
  const { program } = context;
  const { source, functions } = program;
  const names = new Set(containers.map(({ made }) => made.name));
  const reached = reachedNames(
    program,
    containers.map(({ made }) => made.body),
  );
  return [...functions.values()]
    .filter(({ name }) => name !== 'setup' && !names.has(name) && reached.has(name))
    .flatMap(({ name, body }) => {
      const items = itemsInside(source, body);
      const later = (item: Item) => items.slice(items.indexOf(item) + 1);
      const conditions = items.flatMap((item) => {
        const early = earlyReturn(context, item, later(item));
        if (early?.result.ok) return [early.condition];
        const links = item.node?.name === 'IfStatement' ? linksOf(item.node) : [];
        return links
          .filter(({ condition, branch }) => guardOf(context, condition, branchItems(source, branch))?.ok)
          .map(({ condition }) => condition);
      });
      const reason = tr`its code becomes a task only if one statement of loop() calls the function, without parameters`;
      return conditions.map((condition) => ({ line: lineOf(source, condition.from), text: staysIn(name, reason) }));
    });
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
