/** What is left of a function after blocks have been removed from it. */
import type { Edit } from '../edits.ts';
import type { Item } from '../items.ts';
import { variablesIn } from '../program.ts';
import type { Node } from '../source.ts';
import { elseOf, linkNodes } from './branches.ts';
import type { Container, Context } from './containers.ts';
import type { Found } from './find-guards.ts';
import type { Local } from './locals.ts';

/** The edit that removes a block from its function. */
export function removalOf({ items, made }: Container, found: Found): Edit {
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
export function leftItems(
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
