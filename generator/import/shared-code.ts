/** The shared code of an imported sketch: all that is neither setup nor loop nor part of a task. */
import { dedented, type Edit, rendered } from './edits.ts';
import { type Item, itemsOf } from './items.ts';
import type { Program, Variable } from './program.ts';
import { childrenOf, isSame, lineOf, type Node, nodesOf, textOf } from './source.ts';

/** A header that the sketch includes. */
export interface Include {
  /** As in the code, e.g. `Servo.h`. */
  readonly header: string;
  /** Included with angle brackets: a library or a part of the core. */
  readonly isSystem: boolean;
  readonly line: number;
}

export function includesOf({ source }: Program): Include[] {
  return source.directives.flatMap(({ word, rest, from }) => {
    const [, open, header] = /^(["<])([^">]+)/.exec(rest) ?? [];
    if (word !== 'include' || header === undefined) return [];
    return { header, isSystem: open === '<', line: lineOf(source, from) };
  });
}

interface Removed {
  /** Functions and variables that are not part of the shared code. */
  readonly nodes: readonly Node[];
  readonly names: ReadonlySet<string>;
  readonly edits: readonly Edit[];
  readonly hoisted: readonly Variable[];
}

function topItems({ source }: Program): Item[] {
  return itemsOf(source, childrenOf(source.top), 0, source.text.length);
}

export function sharedCode(program: Program, { nodes, names, edits, hoisted }: Removed): string {
  const { source } = program;
  const all = topItems(program);
  const items = all.filter((item) => !isRemoved(program, item, nodes, names));
  // A line that began in what is removed does not become a part of the line before: of a macro or a comment.
  const kept = new Set(items);
  const follows = new Set(
    all.filter((item, index) => {
      const before = all[index - 1];
      return before !== undefined && kept.has(item) && !kept.has(before);
    }),
  );
  const prototypes = missingPrototypes(program, items, edits);
  const first = items.find(({ node }) => node?.name === 'FunctionDefinition');
  const code = items.map((item) => {
    const own = rendered(source.text, item.from, item.to, edits);
    const text = follows.has(item) && !/^[ \t]*\r?\n/.test(own) ? `\n${own.trimStart()}` : own;
    if (item !== first || prototypes.length === 0) return text;
    return `${prototypes.map((line) => `\n${line}`).join('')}\n${text}`;
  });
  const statics = hoisted.map((variable) => textOf(source, variable.declaration));
  return [dedented(code.join('')), ...statics]
    .filter((part) => part !== '')
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

/** The comments above a function of the sketch, ending with a line break, or nothing. */
export function commentsAbove(program: Program, name: string | null): string {
  const made = program.functions.get(name ?? '');
  const item = topItems(program).find(({ node }) => node?.from === made?.node.from);
  if (made === undefined || item === undefined) return '';
  const comments = dedented(program.source.text.slice(item.from, made.node.from));
  return comments === '' ? '' : `${comments}\n`;
}

function isRemoved({ source }: Program, item: Item, nodes: readonly Node[], names: ReadonlySet<string>): boolean {
  if (item.node === null) return false;
  const { from, to } = item.node;
  if (nodes.some((node) => node.from === from && node.to === to)) return true;
  // `void loop();`: the declaration of a function that is removed.
  if (item.node.name !== 'Declaration') return false;
  const declared = item.node.getChild('FunctionDeclarator')?.getChild('Identifier') ?? null;
  return declared !== null && names.has(textOf(source, declared));
}

/** Arduino declares functions that are used before they are defined. C++ does not. */
function missingPrototypes({ source, functions }: Program, items: readonly Item[], edits: readonly Edit[]): string[] {
  const nodes = items.flatMap((item) => item.nodes);
  const isGone = (at: Node) => edits.some(({ from, to }) => at.from >= from && at.to <= to);
  const mentions = new Map<string, Node[]>([...functions.keys()].map((name) => [name, []]));
  for (const node of nodes.flatMap((each) => [...nodesOf(each)])) {
    if (node.name === 'Identifier' && !isGone(node)) mentions.get(textOf(source, node))?.push(node);
  }
  const byPlace = new Map(nodes.map((node) => [node.from, node]));
  return [...functions.values()].flatMap(({ name, node, body }) => {
    const own = byPlace.get(node.from);
    if (own === undefined || !isSame(own, node)) return [];
    const before = (mentions.get(name) ?? []).filter((mention) => mention.from < node.from);
    const isDeclared = before.some(({ parent }) => parent?.name === 'FunctionDeclarator');
    const head = source.text.slice(node.from, body.from).trim();
    return before.length === 0 || isDeclared || /[={]/.test(head) ? [] : [`${head};`];
  });
}
