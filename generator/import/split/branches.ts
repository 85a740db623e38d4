/** The branches of `if … else if … else`. */
import { childrenOf, isComment, type Node } from '../source.ts';

export interface Link {
  readonly node: Node;
  readonly condition: Node;
  readonly branch: Node;
}

/** The branches of `if … else if …`. */
export function linksOf(node: Node): Link[] {
  const condition = node.getChild('ConditionClause');
  const branch =
    condition === null ? undefined : childrenOf(node).find((each) => each.from >= condition.to && !isComment(each));
  if (condition === null || branch === undefined) return [];
  const other = elseOf(node);
  return [{ node, condition, branch }, ...(other?.name === 'IfStatement' ? linksOf(other) : [])];
}

export function elseOf(node: Node): Node | null {
  const word = node.getChild('else');
  const after = word === null ? [] : childrenOf(node).filter((each) => each.from >= word.to && !isComment(each));
  return after[0] ?? null;
}

/** A chain of if statements, as the parts that can be removed one by one. */
export function linkNodes(node: Node): Node[] {
  if (node.name !== 'IfStatement') return [node];
  const links = linksOf(node);
  const last = links.at(-1);
  const other = last === undefined ? null : elseOf(last.node);
  const branches = links.map(({ branch }) => branch);
  return other === null ? branches : [...branches, other];
}
