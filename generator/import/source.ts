/**
 * The text of a sketch and its syntax tree. Preprocessor lines are blanked before the text is parsed,
 * because the grammar attaches them to whatever statement is near. They are kept as a list.
 */
import { parser } from '@lezer/cpp';
import { tokenAt, tokensOf } from '../cpp/tokens.ts';
import { remembered } from '../sketch/remembered.ts';

export type Node = ReturnType<typeof parser.parse>['topNode'];

/** A preprocessor line with its continuations. `to` excludes the line break. */
export interface Directive {
  readonly from: number;
  readonly to: number;
  /** `include`, `define`, `if`… */
  readonly word: string;
  /** The text after the word, without continuations and comments. */
  readonly rest: string;
}

export interface Source {
  readonly text: string;
  readonly top: Node;
  readonly directives: readonly Directive[];
}

export function parseSource(text: string): Source {
  const directives = findDirectives(text);
  return { text, directives, top: parser.parse(parsable(text, directives)).topNode };
}

/**
 * The deepest level of braces and parentheses that is parsed. What the import does with a sketch takes time that grows
 * with the square of its depth.
 */
const MOST_LEVELS = 200;

/** The line in which the text opens too many braces and parentheses inside each other, or null. */
export function tooDeepAt(text: string): number | null {
  let level = 0;
  for (const token of tokensOf(text)) {
    if ('({['.includes(token.text)) level++;
    else if (')}]'.includes(token.text)) level = Math.max(0, level - 1);
    if (level > MOST_LEVELS) return text.slice(0, token.from).split('\n').length;
  }
  return null;
}

/** Parses an expression. Returns null if the text is not one. */
export function parseExpression(text: string): { readonly node: Node; readonly source: Source } | null {
  const source = parseSource(`int x = ${text};`);
  const node = source.top.firstChild?.getChild('InitDeclarator')?.lastChild ?? null;
  return node === null || hasErrors(node) ? null : { node, source };
}

export const textOf = (source: Source, node: { readonly from: number; readonly to: number }): string =>
  source.text.slice(node.from, node.to);

export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** All nodes below and including a node, in the order of the text. */
export function* nodesOf(node: Node): Generator<Node> {
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    // A file can have more statements than a call can have arguments.
    for (const child of childrenOf(next).reverse()) pending.push(child);
  }
}

/** The parser makes new objects for the same node, so nodes are compared by their places. */
export const isSame = (a: Node, b: Node): boolean => a.from === b.from && a.to === b.to && a.name === b.name;

export function hasErrors(node: Node): boolean {
  for (const { type } of nodesOf(node)) if (type.isError) return true;
  return false;
}

export const isComment = ({ name }: Node): boolean => name === 'LineComment' || name === 'BlockComment';

/** The positions of line breaks. */
const lineBreaksOf = remembered(({ text }: Source) => [...text.matchAll(/\n/g)].map(({ index }) => index));

/** The line of a position, from 1. */
export function lineOf(source: Source, at: number): number {
  const breaks = lineBreaksOf(source);
  let [low, high] = [0, breaks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** The nearest node of one of these kinds around a node, or null. */
export function enclosing(node: Node, names: readonly string[]): Node | null {
  let around = node.parent;
  while (around !== null && !names.includes(around.name)) around = around.parent;
  return around;
}

/** The words of the code outside all braces, with their positions. Preprocessor lines are left out. */
export function outerWords(text: string): { readonly word: string; readonly from: number }[] {
  const words: { word: string; from: number }[] = [];
  let depth = 0;
  for (const token of tokensOf(blanked(text, findDirectives(text)))) {
    if (token.kind === 'word' && depth === 0) words.push({ word: token.text, from: token.from });
    if (token.text === '{') depth++;
    if (token.text === '}') depth--;
  }
  return words;
}

function findDirectives(text: string): Directive[] {
  const found: Directive[] = [];
  let startsLine = true;
  for (let at = 0; at < text.length; ) {
    if (text[at] === '#' && startsLine) {
      const directive = directiveAt(text, at);
      found.push(directive);
      at = directive.to;
      continue;
    }
    const token = tokenAt(text, at);
    if (token.text === '\n') startsLine = true;
    else if (token.kind !== 'comment' && token.text.trim() !== '') startsLine = false;
    at = token.to;
  }
  return found;
}

function directiveAt(text: string, from: number): Directive {
  let to = from;
  let content = '';
  while (to < text.length && text[to] !== '\n') {
    const continuation = /^\\\r?\n/.exec(text.slice(to, to + 3))?.[0];
    const token = tokenAt(text, to);
    const isSpace = continuation !== undefined || token.kind === 'comment';
    content += isSpace ? ' ' : token.text;
    to += continuation?.length ?? token.text.length;
  }
  const [, word = '', rest = ''] = /^#\s*(\w*)([\s\S]*)$/.exec(content) ?? [];
  return { from, to, word, rest: rest.trim() };
}

/**
 * The text for the parser, of the same length. The grammar knows ASCII alone and no comments that go on in the next
 * line, and it reads all branches of an `#if`, so that their braces would not match.
 */
function parsable(text: string, directives: readonly Directive[]): string {
  const without = withoutBranches(blanked(text, directives), directives);
  const plain = without.replace(/[^\0-\x7f]/g, (char) => (/[\s\ufeff]/.test(char) ? ' ' : 'u'));
  let result = '';
  for (const { kind, text: piece } of tokensOf(plain)) {
    result += kind === 'comment' && piece.startsWith('//') && piece.includes('\n') ? spaces(piece) : piece;
  }
  return result;
}

const spaces = (text: string): string => text.replace(/[^\n]/g, ' ');

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Blanks all branches but the first one of each `#if` with a branch that opens or closes a block. */
function withoutBranches(text: string, directives: readonly Directive[]): string {
  const open: Range[][] = [];
  let result = text;
  const endBranch = (branches: Range[] | undefined, to: number): void => {
    const last = branches?.pop();
    if (last !== undefined) branches?.push({ from: last.from, to });
  };
  for (const { word, from, to } of directives) {
    if (/^if/.test(word)) open.push([{ from: to, to }]);
    else if (/^el/.test(word)) {
      endBranch(open.at(-1), from);
      open.at(-1)?.push({ from: to, to });
    } else if (word === 'endif') {
      const branches = open.pop() ?? [];
      endBranch(branches, from);
      if (branches.every((branch) => isBalanced(text.slice(branch.from, branch.to)))) continue;
      for (const branch of branches.slice(1)) {
        result = result.slice(0, branch.from) + spaces(result.slice(branch.from, branch.to)) + result.slice(branch.to);
      }
    }
  }
  return result;
}

/** Whether the code opens and closes the same blocks. */
export function isBalanced(code: string): boolean {
  let level = 0;
  for (const { text } of tokensOf(code)) {
    if (text === '{') level++;
    else if (text === '}') level--;
    if (level < 0) return false;
  }
  return level === 0;
}

function blanked(text: string, directives: readonly Directive[]): string {
  let result = '';
  let at = 0;
  for (const { from, to } of directives) {
    result += text.slice(at, from) + spaces(text.slice(from, to));
    at = to;
  }
  return result + text.slice(at);
}
