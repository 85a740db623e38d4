/**
 * Parses JSON and rejects texts that JSON.parse accepts but that a sketch must not contain:
 * duplicate members, names that reach JavaScript's prototypes, lone surrogates and NUL. Syntax
 * errors have a line and a column.
 */
import type { DocumentNode, ValueNode } from '@humanwhocodes/momoa';
import { parse } from '@humanwhocodes/momoa';
import { tr } from '../../words/tr.ts';
import { MAX_DEPTH, MAX_PROBLEMS, MAX_TEXT_LENGTH, MAX_VALUES } from '../limits.ts';
import { type Problem, quote } from '../problem.ts';
import { pointerOf } from './json-pointer.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The value of a text, its problems, and the place in the text of each pointer's value. */
export interface JsonDocument {
  /** undefined if the text is not JSON. */
  readonly value: JsonValue | undefined;
  readonly problems: readonly Problem[];
  readonly places: ReadonlyMap<string, TextPlace>;
}

const BYTE_ORDER_MARK = '\ufeff';
/** A lone surrogate, or NUL. */
const BROKEN_TEXT = /\p{Cs}|\0/u;

/** Reads JSON (RFC 8259, strictly). Never throws. */
export function parseJson(text: string): JsonDocument {
  if (text.length > MAX_TEXT_LENGTH) {
    return failed(tr`Expected at most ${MAX_TEXT_LENGTH} characters, found ${text.length}. Is this a sketch?`);
  }
  const marked = text.startsWith(BYTE_ORDER_MARK);
  const json = marked ? text.slice(1) : text;
  const obstacle = findObstacle(json);
  if (obstacle?.kind === 'control') return syntaxError(json, obstacle);
  if (obstacle !== null) {
    const message =
      obstacle.kind === 'depth'
        ? tr`Expected at most ${MAX_DEPTH} objects and lists inside each other, found more. Is this a sketch?`
        : tr`Expected at most ${MAX_VALUES} values, found more. Is this a sketch?`;
    return failed(message, placeOf(json, obstacle.offset));
  }
  try {
    const reader = new TreeReader(json);
    const value = reader.read(parse(json, { mode: 'json' }));
    if (marked) reader.problems.unshift(markWarning());
    return { value, problems: reader.problems, places: reader.places };
  } catch (error) {
    return syntaxError(json, error);
  }
}

const markWarning = (): Problem => ({
  pointer: '',
  message: tr`The file begins with a byte order mark. It is ignored, and left out when the sketch is saved.`,
  severity: 'warning',
});

function failed(message: string, place?: TextPlace): JsonDocument {
  const problem: Problem = { pointer: '', message, severity: 'error', ...place };
  return { value: undefined, problems: [problem], places: new Map() };
}

interface Obstacle {
  readonly offset: number;
  readonly kind: 'depth' | 'count' | 'control';
}

/**
 * Detects input that the parser must not see: nesting that would exhaust the stack, too many
 * values, and control characters inside a string, which the parser accepts. The text need not be
 * valid JSON otherwise.
 */
function findObstacle(text: string): Obstacle | null {
  let depth = 0;
  let count = 0;
  let inText = false;
  for (let offset = 0; offset < text.length; offset++) {
    const c = text.charAt(offset);
    if (c === '"') inText = !inText;
    else if (inText && c < ' ') return { offset, kind: 'control' };
    else if (inText) offset += c === '\\' && text.charAt(offset + 1) >= ' ' ? 1 : 0;
    else if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') depth--;
    else if (c === ',') count++;
    if (depth > MAX_DEPTH) return { offset, kind: 'depth' };
    if (count >= MAX_VALUES) return { offset, kind: 'count' };
  }
  return null;
}

function placeOf(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function syntaxError(text: string, error: unknown): JsonDocument {
  const isPlaced = typeof error === 'object' && error !== null && 'offset' in error;
  const offset = isPlaced && typeof error.offset === 'number' ? error.offset : 0;
  const place = placeOf(text, Math.min(offset, text.length));
  const where = tr`line ${place.line}, column ${place.column}`;
  const hint = syntaxHint(text, offset);
  if (offset >= text.length) return failed(tr`The file is not JSON: it ends too early, in ${where}.${hint}`, place);
  const found = quote(String.fromCodePoint(text.codePointAt(offset) ?? 0));
  return failed(tr`The file is not JSON: unexpected ${found} in ${where}.${hint}`, place);
}

function syntaxHint(text: string, offset: number): string {
  if (text.trim() === '') return tr` The file is empty; a sketch begins with {"polyloop": 1, "name": …}.`;
  const rest = text.slice(offset, offset + 8);
  if (/^\/[/*]/.test(rest)) return tr` JSON has no comments: remove it.`;
  if (rest.startsWith("'")) return tr` Texts stand in double quotes.`;
  if (/^[}\]]/.test(rest) && /,\s*$/.test(text.slice(0, offset))) return tr` Remove the comma before it.`;
  if (/^[\n\r\t]/.test(rest)) return tr` Inside a text write \\n for a new line and \\t for a tab.`;
  if (/^(NaN|Infin|-Inf|undef|None|True|False)/.test(rest)) return tr` Use a number, true, false or null.`;
  if (offset >= text.length) return tr` Something is not closed: a bracket, a brace or a quote is missing.`;
  return tr` Look for a missing comma, colon or quote just before it.`;
}

/** Of ECMAScript's addition "JSON.parse source text access". Without it, numbers are written from their value. */
interface RawJson {
  /** A value that `JSON.stringify` writes with exactly this text. */
  rawJSON(text: string): { readonly rawJSON: string };
}

/** The program keeps these members for others, and never reads them. */
const isKeptAsWritten = ([member]: readonly PropertyKey[]): boolean =>
  typeof member === 'string' && member.startsWith('x-');

/** Converts momoa's syntax tree to a value, and collects problems and places. */
class TreeReader {
  readonly problems: Problem[] = [];
  readonly places = new Map<string, TextPlace>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  read(document: DocumentNode): JsonValue {
    return this.#value(document.body, []);
  }

  #report(path: readonly PropertyKey[], message: string, node: ValueNode | DocumentNode): void {
    if (this.problems.length >= MAX_PROBLEMS) return;
    const { line, column } = node.loc.start;
    this.problems.push({ pointer: pointerOf(path), message, severity: 'error', line, column });
  }

  #value(node: ValueNode, path: readonly PropertyKey[]): JsonValue {
    this.places.set(pointerOf(path), { line: node.loc.start.line, column: node.loc.start.column });
    switch (node.type) {
      case 'Object':
        return this.#object(node, path);
      case 'Array':
        return node.elements.map((element, index) => this.#value(element.value, [...path, index]));
      case 'String':
        this.#checkText(node.value, path, node);
        return node.value;
      case 'Number':
        return isKeptAsWritten(path) ? this.#digits(node) : this.#number(node.value, path, node);
      case 'Boolean':
        return node.value;
      default:
        return null;
    }
  }

  #number(value: number, path: readonly PropertyKey[], node: ValueNode): number {
    if (!Number.isFinite(value))
      this.#report(path, tr`Expected a number that a computer can hold, found a larger one.`, node);
    return value === 0 ? 0 : value;
  }

  /** A number with the digits of the file. The value of `1e400` or `0.10` would be written differently. */
  #digits(node: ValueNode & { type: 'Number' }): JsonValue {
    const digits = this.#text.slice(node.loc.start.offset, node.loc.end.offset);
    if (JSON.stringify(node.value) === digits || !('rawJSON' in JSON)) return node.value;
    return (JSON as unknown as RawJson).rawJSON(digits);
  }

  #checkText(text: string, path: readonly PropertyKey[], node: ValueNode): void {
    const message = brokenText(text);
    if (message !== null) this.#report(path, message, node);
  }

  #object(node: ValueNode & { type: 'Object' }, path: readonly PropertyKey[]): JsonValue {
    const last = new Map<string, ValueNode>();
    for (const member of node.members) {
      const key = member.name.type === 'String' ? member.name.value : member.name.name;
      if (last.has(key)) {
        const message = tr`The member ${quote(key)} is given more than once. Keep one of them.`;
        this.#report([...path, key], message, member.value);
      }
      last.set(key, member.value);
    }
    return this.#members(last, path);
  }

  #members(nodes: ReadonlyMap<string, ValueNode>, path: readonly PropertyKey[]): JsonValue {
    const members: Record<string, JsonValue> = {};
    for (const [key, node] of nodes) {
      if (key !== '__proto__') members[key] = this.#value(node, [...path, key]);
      const broken = brokenKey(key);
      if (broken !== null) this.#report(path, broken, node);
    }
    return members;
  }
}

/** Why a text cannot be part of a file, or null. */
function brokenText(text: string): string | null {
  if (!BROKEN_TEXT.test(text)) return null;
  const what = text.includes('\0')
    ? tr`the character NUL (\\u0000)`
    : tr`half a character (a lone surrogate, \\ud800 to \\udfff)`;
  return tr`Expected text, found ${what} in ${quote(text)}. Remove it.`;
}

/** Why a member of this name cannot be part of a file, or null. */
function brokenKey(key: string): string | null {
  if (key === '__proto__') return tr`A member must not be named "__proto__". Remove or rename it.`;
  return BROKEN_TEXT.test(key) ? tr`The member ${quote(key)} has a broken name. Remove it.` : null;
}

/**
 * The problems that parsing the JSON text of a value would give: broken texts and names of members,
 * too many values, and too deep nesting.
 *
 * @param others the number of values of the text that are not in `value`
 */
export function checkJson(value: unknown, others = 0): readonly Problem[] {
  const problems: Problem[] = [];
  let values = others;
  const report = (path: readonly PropertyKey[], message: string | null): void => {
    if (message === null || problems.length >= MAX_PROBLEMS) return;
    problems.push({ pointer: pointerOf(path), message, severity: 'error' });
  };
  const visit = (each: unknown, path: readonly PropertyKey[]): void => {
    values += 1;
    if (typeof each === 'string') report(path, brokenText(each));
    if (typeof each !== 'object' || each === null) return;
    if (path.length >= MAX_DEPTH) {
      report(path, tr`Expected at most ${MAX_DEPTH} objects and lists inside each other, found more. Remove some.`);
    }
    for (const [key, inner] of Object.entries(each)) {
      const place = [...path, Array.isArray(each) ? Number(key) : key];
      report(place, brokenKey(key));
      visit(inner, place);
    }
  };
  visit(value, []);
  if (values <= MAX_VALUES) return problems;
  const message = tr`Expected at most ${MAX_VALUES} values, found ${values}. Remove elements.`;
  return [{ pointer: '', message, severity: 'error' }, ...problems];
}

/** The number of values in a value, itself included. */
export function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1);
}
