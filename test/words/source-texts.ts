/** Finds the texts that the program shows to users, and texts that nothing translates, in its sources. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { patternOf } from '../../generator/words/tr.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Folders with texts that the window shows. */
const FOLDERS = ['generator', 'app', 'platformio/driver', 'platformio/setup'];

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export interface FoundText {
  /** The English text, with `{0}`, `{1}`, … for its values. */
  readonly pattern: string;
  /** For example `app/renderer/workbench/rail.tsx:12`. */
  readonly place: string;
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const isSource = (name: string): boolean =>
  /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)test-[^/]+$|\.d\.ts$/.test(name);

/** The sources below `folders`, as paths from the root with `/`. */
export const sourcesBelow = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .filter((name) => isSource(name) && !name.includes('node_modules')),
  );

function childrenOf(node: AstNode): AstNode[] {
  const children: AstNode[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

/** Calls `visit` for each node below `node`. It returns false to skip what is inside. */
function walk(node: AstNode, visit: (node: AstNode) => boolean): void {
  if (!visit(node)) return;
  for (const child of childrenOf(node)) walk(child, visit);
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && (node.type === 'Identifier' || node.type === 'JSXIdentifier') ? String(node.name) : undefined;

const literalOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

const templateOf = (node: AstNode): string =>
  patternOf((node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked));

function parsed(file: string): { readonly program: AstNode; readonly placeOf: (node: AstNode) => string } {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const program = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as AstNode;
  return { program, placeOf: ({ start }) => `${file}:${text.slice(0, start).split('\n').length}` };
}

const TAGS = new Set(['tr', 'trNodes', 'trKey']);

/** The texts of `file` that are translated. */
function translatedIn(file: string): FoundText[] {
  const { program, placeOf } = parsed(file);
  const found: FoundText[] = [];
  walk(program, (node) => {
    if (node.type === 'TaggedTemplateExpression' && TAGS.has(nameOf(node.tag) ?? ''))
      found.push({ pattern: templateOf(node.quasi as AstNode), place: placeOf(node) });
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'trCount') {
      const [, , other] = node.arguments as AstNode[];
      found.push({ pattern: literalOf(other) ?? '', place: placeOf(node) });
    }
    return true;
  });
  return found;
}

/** All texts of the program that are translated. */
export const translatedTexts = (): readonly FoundText[] => sourcesBelow(...FOLDERS).flatMap(translatedIn);

/** Attributes and properties with values that a user reads or hears. */
const SHOWN = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'ariaLabel',
  'description',
  'detail',
  'empty',
  'hint',
  'label',
  'placeholder',
  'sentence',
  'title',
  'tooltip',
]);

/** Proper names, units and entities of HTML, which are the same in every language. */
const SAME = /&\w+;|(?<!\p{L})(?:[µmn]s|[kM]?Hz|px|KiB|Polyloop|PlatformIO|Arduino CLI)(?!\p{L})/gu;

/** Whether the text has a word of a language: two letters in a row. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text.replace(SAME, ' '));

const isHidden = (node: AstNode): boolean =>
  node.type === 'JSXElement' &&
  ((node.openingElement as AstNode).attributes as AstNode[]).some(
    (attribute) => nameOf(attribute.name) === 'translate' && literalOf(attribute.value) === 'no',
  );

/** The plain text of an expression, or undefined for one that computes its text. */
function plainTextOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'JSXExpressionContainer') return plainTextOf(node.expression);
  if (node.type === 'TemplateLiteral') return templateOf(node).replace(/\{\d+\}/g, '');
  return literalOf(node);
}

/** The texts of `file` that a user reads, and that are not translated. */
export function leftOutIn(file: string): FoundText[] {
  const { program, placeOf } = parsed(file);
  const found: FoundText[] = [];
  const note = (node: AstNode, text: string | undefined) => {
    if (text !== undefined && isWords(text)) found.push({ pattern: text.trim(), place: placeOf(node) });
  };
  walk(program, (node) => {
    if (isHidden(node)) return false;
    if (node.type === 'JSXText') note(node, String(node.value));
    if (node.type === 'JSXExpressionContainer') note(node, plainTextOf(node));
    if (node.type === 'JSXAttribute') {
      if (SHOWN.has(String((node.name as AstNode).name))) note(node, plainTextOf(node.value));
      // The value of another attribute is no text, but it may contain elements.
      return isNode(node.value) && plainTextOf(node.value) === undefined;
    }
    if (node.type === 'Property' && SHOWN.has(nameOf(node.key) ?? literalOf(node.key) ?? '')) {
      const text = plainTextOf(node.value);
      // A single word in lower case is a value of the program.
      if (text !== undefined && !/^[a-z]+$/.test(text)) note(node, text);
    }
    return true;
  });
  return found;
}

/** What ends a function: its body runs when it is called, not when its module loads. */
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression', 'ClassBody']);

/** The texts of `file` that it makes while it loads, so that they keep the language of that moment. */
export function madeAtLoad(file: string): FoundText[] {
  const { program, placeOf } = parsed(file);
  const found: FoundText[] = [];
  walk(program, (node) => {
    if (FUNCTIONS.has(node.type)) return false;
    if (node.type === 'TaggedTemplateExpression' && TAGS.has(nameOf(node.tag) ?? ''))
      found.push({ pattern: templateOf(node.quasi as AstNode), place: placeOf(node) });
    if (node.type === 'CallExpression' && ['trCount', 'trText'].includes(nameOf(node.callee) ?? ''))
      found.push({ pattern: placeOf(node), place: placeOf(node) });
    return true;
  });
  return found;
}

/** Prose: three words in a row. Shorter texts are mostly names and code. */
const PROSE = /\p{L}{2,},? \p{L}{1,},? \p{L}{2,}/u;
const CODE = /\n|[;{}]$|^\/[/*]|#define|^-|=>/;
/** Errors of the program itself, which reach its log and not the user. */
const OWN_ERRORS = new Set(['Error', 'RangeError', 'TypeError']);
/** Properties for other readers: the citation of a paper, and the description in a JSON schema. */
const ELSEWHERE = new Set(['reference', 'description']);

/** The prose of `file` that is not translated: sentences in literals. */
export function proseIn(file: string): FoundText[] {
  const { program, placeOf } = parsed(file);
  const found: FoundText[] = [];
  walk(program, (node) => {
    if (node.type === 'TaggedTemplateExpression' && TAGS.has(nameOf(node.tag) ?? '')) return false;
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'trCount') return false;
    if (node.type === 'NewExpression' && OWN_ERRORS.has(nameOf(node.callee) ?? '')) return false;
    if (node.type === 'Property' && ELSEWHERE.has(nameOf(node.key) ?? '')) return false;
    const text = node.type === 'TemplateLiteral' ? templateOf(node) : literalOf(node);
    if (text !== undefined && PROSE.test(text) && !CODE.test(text.trim()))
      found.push({ pattern: text, place: placeOf(node) });
    return true;
  });
  return found;
}
