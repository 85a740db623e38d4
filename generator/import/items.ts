/**
 * The items of a list of statements or declarations: each with the comments that belong to it, so
 * that a text that is cut at its items loses nothing. A comment on the line of an item's end belongs
 * to that item, another comment to the next item.
 */
import {
  childrenOf,
  type Directive,
  hasErrors,
  isBalanced,
  isComment,
  type Node,
  nodesOf,
  type Source,
} from './source.ts';

export interface Item {
  /** Null for comments without a statement, and for statements with preprocessor lines around them. */
  readonly node: Node | null;
  /** The nodes inside, for names that it mentions. */
  readonly nodes: readonly Node[];
  readonly from: number;
  readonly to: number;
}

/** The items between two positions, made of these nodes. */
export function itemsOf(source: Source, nodes: readonly Node[], from: number, to: number): Item[] {
  const own = conditionalBlocks(source.directives.filter((each) => each.from >= from && each.to <= to));
  const blocks = own.filter((block) => !nodes.some((node) => holds(source, node, block)));
  const pieces = merged(
    nodes.filter((node) => !isComment(node)).flatMap((node) => (node.from < node.to ? [[node]] : [])),
  );
  const comments = new Map(nodes.filter(isComment).map((node) => [node.from, node]));
  const items: Item[] = [];
  let at = from;
  const push = (end: number, inside: readonly Node[], node: Node | null): void => {
    const stop = Math.min(to, endOfLine(source, comments, end));
    items.push({ node, nodes: inside, from: at, to: stop });
    at = stop;
  };
  for (const block of blocks) {
    const before = pieces.filter((piece) => first(piece).from >= at && last(piece).to <= block.from);
    for (const piece of before) push(last(piece).to, piece, onlyNode(piece));
    const inside = pieces.filter((piece) => last(piece).to > block.from && first(piece).from < block.to);
    push(Math.max(block.to, ...inside.map((piece) => last(piece).to)), inside.flat(), null);
  }
  for (const piece of pieces.filter((each) => first(each).from >= at)) push(last(piece).to, piece, onlyNode(piece));
  if (source.text.slice(at, to).trim() !== '') items.push({ node: null, nodes: [], from: at, to });
  return items;
}

type Piece = readonly Node[];
const first = (piece: Piece): Node => piece[0] as Node;
const last = (piece: Piece): Node => piece.at(-1) as Node;
/** A statement that the parser did not understand has no node. */
const onlyNode = (piece: Piece): Node | null =>
  piece.length === 1 && !hasErrors(first(piece)) && !endsInMacro(first(piece)) ? first(piece) : null;

const isMacro = (name: string): boolean => name === 'Macro' || name === 'MacroName';

/** The grammar makes a macro after `if (…) { … }` a part of that statement, although its block follows. */
function endsInMacro(node: Node): boolean {
  for (let end: Node | null = node; end !== null; end = end.lastChild) if (isMacro(end.name)) return true;
  return false;
}

/** A macro, or text with errors, belongs together with the node after it: `EVERY_N_SECONDS(5) { … }`. */
function merged(pieces: readonly Piece[]): Piece[] {
  const result: Node[][] = [];
  let isOpen = false;
  for (const piece of pieces) {
    if (isOpen) result.at(-1)?.push(...piece);
    else result.push([...piece]);
    const { name, type } = last(piece);
    isOpen = isMacro(name) || type.isError || hasErrors(last(piece)) || endsInMacro(last(piece));
  }
  return result;
}

/** The end of the line, if only comments follow on it. */
function endOfLine({ text }: Source, comments: ReadonlyMap<number, Node>, end: number): number {
  let at = end;
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r' || text[at] === ';') at++;
    const comment = comments.get(at);
    if (comment === undefined) break;
    at = comment.to;
  }
  return text[at] === '\n' || at >= text.length ? at : end;
}

interface ConditionalBlock {
  readonly from: number;
  readonly to: number;
  /** The preprocessor lines at its start, between its branches, and at its end. */
  readonly lines: readonly Directive[];
}

/** From each outermost `#if` to its `#endif`. Other preprocessor lines are blocks of their own. */
function conditionalBlocks(directives: readonly Directive[]): ConditionalBlock[] {
  const blocks: { from: number; to: number; lines: Directive[] }[] = [];
  let depth = 0;
  for (const line of directives) {
    const { word, from, to } = line;
    const open = blocks.at(-1);
    if (depth === 0 || open === undefined) blocks.push({ from, to, lines: [line] });
    else {
      open.to = to;
      const isOwn = depth === 1 && !word.startsWith('if');
      if (isOwn) open.lines.push(line);
    }
    if (word.startsWith('if')) depth++;
    if (word === 'endif') depth--;
  }
  return blocks;
}

/** Whether a statement or a function has the block among its own statements. */
function holds(source: Source, node: Node, { from, to, lines }: ConditionalBlock): boolean {
  if (node.from >= from || node.to <= to) return false;
  // Nothing cuts a function in two.
  if (node.name === 'FunctionDefinition') return true;
  const around = [...nodesOf(node)].findLast((each) => each.from < from && each.to > to);
  const branches = lines.slice(1).map((line, index) => source.text.slice(lines[index]?.to ?? from, line.from));
  return around?.name === 'CompoundStatement' && branches.every(isBalanced);
}

/** The items of the statements inside a compound statement. */
export function itemsInside(source: Source, body: Node): Item[] {
  const children = childrenOf(body);
  const isClosed = children.at(-1)?.name === '}';
  const inner = children.slice(1, isClosed ? -1 : undefined);
  return itemsOf(source, inner, body.from + 1, isClosed ? body.to - 1 : body.to);
}
