/**
 * The text of a sketch and its syntax tree. Preprocessor lines are blanked before the text is parsed,
 * because the grammar attaches them to whatever statement is near. They are kept as a list.
 */
import { parser } from '@lezer/cpp';
import { tokenAt, tokensOf } from '../cpp/tokens.ts';

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
  return { text, directives, top: parser.parse(blanked(text, directives)).topNode };
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
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

/** The parser makes new objects for the same node, so nodes are compared by their places. */
export const isSame = (a: Node, b: Node): boolean => a.from === b.from && a.to === b.to && a.name === b.name;

export const hasErrors = (node: Node): boolean => [...nodesOf(node)].some(({ type }) => type.isError);

export const isComment = ({ name }: Node): boolean => name === 'LineComment' || name === 'BlockComment';

/** The line of a position, from 1. */
export const lineOf = (source: Source, at: number): number => source.text.slice(0, at).split('\n').length;

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

function blanked(text: string, directives: readonly Directive[]): string {
  let result = '';
  let at = 0;
  for (const { from, to } of directives) {
    result += text.slice(at, from) + text.slice(from, to).replace(/[^\n]/g, ' ');
    at = to;
  }
  return result + text.slice(at);
}
