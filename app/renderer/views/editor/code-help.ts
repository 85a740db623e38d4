/** Completion, hover and signatures for a place in code, without a language server. */

import { tokensOf } from '../../../../generator/cpp/tokens.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { BodyOwner, CodeMember } from '../../state/sketch/bodies.ts';
import { ARDUINO_CONSTANTS, ARDUINO_FUNCTIONS, type ArduinoName, PIN_FUNCTIONS } from './arduino-names.ts';
import { type Declarations, declarationsIn, isInText } from './declarations.ts';
import { RUNTIME_NAMES } from './runtime-names.ts';
import { itemTypes, sketchFunctions, wiredPins } from './sketch-names.ts';

export interface CodeContext {
  readonly sketch: Sketch;
  readonly owner: BodyOwner;
  readonly member: CodeMember;
}

export interface Completions {
  /** The offset at which the completed name begins. */
  readonly from: number;
  /** The most specific first. */
  readonly names: readonly ArduinoName[];
}

const LOOP: ArduinoName = {
  name: 'for',
  signature: 'for (int i = 0; i < count; i++) { }',
  about: tr`Repeats a block.`,
  kind: 'snippet',
  snippet: 'for (int i = 0; i < $1; i++) {\n  $0\n}',
};

const WHERE_SHARED = tr`Declared in the prelude.`;
const WHERE_HERE = tr`Declared here.`;

/** All names that a piece of code can use, the sketch's own first. */
function visible({ sketch, owner, member }: CodeContext, code: string): Declarations {
  const here = declarationsIn(code, WHERE_HERE);
  const shared = member === 'prelude' ? null : declarationsIn(sketch.prelude, WHERE_SHARED);
  const items = itemTypes(sketch);
  const types = [...items.keys()].map(
    (name): ArduinoName => ({
      name,
      signature: `struct ${name}`,
      about: tr`The items of a channel.`,
      kind: 'type',
    }),
  );
  const own = [...sketchFunctions(sketch, owner, member), ...here.names, ...(shared?.names ?? []), ...types];
  return {
    names: [...own, ...ARDUINO_FUNCTIONS, ...ARDUINO_CONSTANTS, ...RUNTIME_NAMES],
    typeOf: new Map([...(shared?.typeOf ?? []), ...here.typeOf]),
    fieldsOf: new Map([...items, ...(shared?.fieldsOf ?? []), ...here.fieldsOf]),
  };
}

/** The members of an object: of `Serial`, or of a variable with a known type. */
function membersOf(object: string, { names, typeOf, fieldsOf }: Declarations): readonly ArduinoName[] {
  const prefix = `${object}.`;
  const methods = names.filter(({ name }) => name.startsWith(prefix));
  if (methods.length > 0) return methods.map((each) => ({ ...each, name: each.name.slice(prefix.length) }));
  return fieldsOf.get(typeOf.get(object) ?? '') ?? [];
}

export function completionsAt(context: CodeContext, code: string, offset: number): Completions | null {
  if (isInText(code, offset)) return null;
  const before = code.slice(0, offset);
  const [whole = '', object, , word = ''] = /(?:([A-Za-z_]\w*)\s*(\.|->)\s*)?([A-Za-z_]?\w*)$/.exec(before) ?? [];
  const from = offset - word.length;
  const known = visible(context, code);
  if (object !== undefined && whole !== word) return { from, names: membersOf(object, known) };
  const call = callAt(code, offset);
  const pins = call !== null && call.argument === 0 && PIN_FUNCTIONS.has(call.name) ? wiredPins(context.sketch) : [];
  // A number has no other completions.
  if (/(?:^|[^\w])\d+$/.test(before)) return { from: offset - (/\d+$/.exec(before)?.[0].length ?? 0), names: pins };
  const plain = known.names.filter(({ name }) => !name.includes('.'));
  return { from, names: [...pins, ...plain, LOOP, SERIAL] };
}

const SERIAL: ArduinoName = { name: 'Serial', signature: 'Serial', about: tr`The console.`, kind: 'variable' };

export interface Hover {
  readonly from: number;
  readonly to: number;
  readonly names: readonly ArduinoName[];
}

export function hoverAt(context: CodeContext, code: string, offset: number): Hover | null {
  if (isInText(code, offset)) return null;
  const start = offset - (/[A-Za-z_0-9]*$/.exec(code.slice(0, offset))?.[0].length ?? 0);
  const word = /^\w+/.exec(code.slice(start))?.[0] ?? '';
  if (word === '') return null;
  const object = /([A-Za-z_]\w*)\s*(?:\.|->)\s*$/.exec(code.slice(0, start))?.[1];
  const known = visible(context, code);
  const all = object === undefined ? [...known.names, ...pinsAt(context, code, start)] : membersOf(object, known);
  const names = all.filter(({ name, kind }) => name === word && kind !== 'snippet');
  return names.length === 0 ? null : { from: start, to: start + word.length, names };
}

/** The wired pins, if the offset is in the argument of a function that takes a pin. */
function pinsAt({ sketch }: CodeContext, code: string, offset: number): readonly ArduinoName[] {
  const call = callAt(code, offset);
  return call !== null && call.argument === 0 && PIN_FUNCTIONS.has(call.name) ? wiredPins(sketch) : [];
}

export interface Signatures {
  readonly names: readonly ArduinoName[];
  /** The parameters of each signature. */
  readonly parameters: readonly (readonly string[])[];
  /** The signature that has room for the argument, and the argument. Both from 0. */
  readonly active: number;
  readonly argument: number;
}

export function signaturesAt(context: CodeContext, code: string, offset: number): Signatures | null {
  const call = callAt(code, offset);
  if (call === null || isInText(code, offset)) return null;
  const [object, method] = call.name.split('.');
  const known = visible(context, code);
  const all = method === undefined ? known.names : membersOf(object ?? '', known);
  const names = all.filter(
    ({ name, kind, signature }) => name === (method ?? call.name) && kind !== 'snippet' && signature.includes('('),
  );
  if (names.length === 0) return null;
  const parameters = names.map(({ signature }) => parametersOf(signature));
  const roomy = parameters.findIndex((each) => each.length > call.argument);
  return { names, parameters, active: Math.max(0, roomy), argument: call.argument };
}

/** `int a`, `char b = ','` of `void f(int a, char b = ',')`. */
export function parametersOf(signature: string): string[] {
  const open = signature.indexOf('(');
  const inside = signature.slice(open + 1, signature.lastIndexOf(')'));
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of inside.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()<>{}[\],]/g)) {
    if ('(<{['.includes(token)) depth += 1;
    else if (')>}]'.includes(token)) depth -= 1;
    else if (token === ',' && depth === 0) {
      found.push(inside.slice(from, index).trim());
      from = index + 1;
    }
  }
  found.push(inside.slice(from).trim());
  return found.filter((each) => each !== '' && each !== 'void');
}

interface Call {
  /** `digitalWrite`, or `Serial.print` with its object. */
  readonly name: string;
  /** The number of the argument, from 0. */
  readonly argument: number;
}

/** A call is searched in so much text before the caret. */
const MOST_CHARACTERS = 4000;
/** Keywords that are followed by parentheses but are not calls. */
const NO_CALLS = new Set(['if', 'for', 'while', 'switch', 'return', 'sizeof', 'catch']);

/** The innermost call with the offset in its arguments. */
export function callAt(code: string, offset: number): Call | null {
  const open: { readonly bracket: string; readonly name: string; argument: number }[] = [];
  let word = '';
  for (const { kind, text } of tokensOf(code.slice(Math.max(0, offset - MOST_CHARACTERS), offset))) {
    if (kind === 'comment' || text.trim() === '') continue;
    if (text === '(' || text === '[') open.push({ bracket: text, name: text === '(' ? word : '', argument: 0 });
    else if (text === ')' || text === ']') open.pop();
    else if (text === '{' || text === '}' || text === ';') open.length = 0;
    else if (text === ',') {
      const inner = open.at(-1);
      if (inner !== undefined) inner.argument += 1;
    }
    if (kind === 'word') word = word.endsWith('.') ? word + text : text;
    else word = text === '.' && word !== '' ? `${word}.` : '';
  }
  const call = open.findLast(({ bracket }) => bracket === '(');
  return call === undefined || call.name === '' || NO_CALLS.has(call.name) ? null : call;
}
