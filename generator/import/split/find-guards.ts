/** The checks of the time among the statements of a function. */

import { tr } from '../../words/tr.ts';
import { branchItems, type Guard, guardOf } from '../guards.ts';
import type { Item } from '../items.ts';
import type { Program, UserFunction } from '../program.ts';
import { childrenOf, isComment, lineOf, type Node, nodesOf } from '../source.ts';
import { elseOf, type Link, linksOf } from './branches.ts';
import type { Container, Context } from './containers.ts';

/** A check of the time that stays where it is. */
export interface Kept {
  readonly line: number;
  readonly owner: string;
  readonly reason: string;
}

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
  const keep = (condition: Node, reason: string): void => {
    kept.push({ line: lineOf(source, condition.from), owner: made.name, reason });
  };
  for (const [index, item] of items.entries()) {
    const before = found.length;
    const early = earlyReturn(context, item, items.slice(index + 1));
    if (early !== null) {
      const { condition, result } = early;
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
