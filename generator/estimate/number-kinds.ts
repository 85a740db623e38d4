/** The types of numbers in an expression, as far as they decide what an operation costs. */
import { calledName } from '../import/program.ts';
import { childrenOf, type Node, nodesOf, textOf } from '../import/source.ts';
import { NUMBER_KINDS, type NumberKind } from '../platform/costs.ts';
import type { Code } from './code.ts';

export const widest = (...kinds: readonly NumberKind[]): NumberKind =>
  NUMBER_KINDS[Math.max(0, ...kinds.map((kind) => NUMBER_KINDS.indexOf(kind)))] ?? 'int';

/** What the functions of Arduino and C return that are not a `long`. */
const RETURNS: Readonly<Record<string, NumberKind>> = {
  digitalRead: 'int',
  analogRead: 'int',
  ...Object.fromEntries(
    ['sqrt', 'sin', 'cos', 'tan', 'atan', 'atan2', 'exp', 'log', 'pow', 'floor', 'ceil', 'round', 'fabs'].map(
      (name) => [name, 'float' as const],
    ),
  ),
};

/** Macros and functions that return the type of their arguments. */
const GENERIC = new Set(['min', 'max', 'abs', 'constrain', 'sq']);

const TYPE_NODES = ['PrimitiveType', 'SizedTypeSpecifier', 'TypeIdentifier', 'ScopedTypeIdentifier', 'auto'];

const NUMBER = /\b(u?int\d*(_t)?|long|short|char|byte|bool|boolean|word|unsigned|float|double|size_t|auto)\b/;

export function kindOfType(type: string): NumberKind {
  if (/\b(float|double)\b/.test(type)) return 'float';
  if (/\blong\s+(unsigned\s+)?long\b|\bu?int64_t\b/.test(type)) return 'longlong';
  if (/\blong\b|\bu?int32_t\b|\bauto\b/.test(type)) return 'long';
  return 'int';
}

/** The kind of each number with a name: variables, parameters, results. Of several with one name, the widest. */
export function kindsOfNames({ source, program }: Code): ReadonlyMap<string, NumberKind> {
  const kinds = new Map<string, NumberKind>();
  const note = (name: string, kind: NumberKind) => kinds.set(name, widest(kind, kinds.get(name) ?? 'int'));
  for (const node of nodesOf(source.top)) {
    if (!['Declaration', 'ParameterDeclaration', 'FieldDeclaration', 'ForRangeLoop'].includes(node.name)) continue;
    const type = childrenOf(node).filter(({ name }) => TYPE_NODES.includes(name));
    const words = type.map((each) => textOf(source, each)).join(' ');
    if (!NUMBER.test(words)) continue;
    const kind = kindOfType(words);
    for (const child of childrenOf(node)) {
      if (child.name === 'CompoundStatement') break;
      const name = declaredName(child);
      if (name !== null) note(textOf(source, name), kind);
    }
  }
  for (const [name, { node }] of program.functions) {
    const type = childrenOf(node).filter((child) => TYPE_NODES.includes(child.name));
    note(name, kindOfType(type.map((each) => textOf(source, each)).join(' ')));
  }
  return kinds;
}

function declaredName(node: Node): Node | null {
  if (node.name === 'Identifier' || node.name === 'FieldIdentifier') return node;
  if (!/Declarator$/.test(node.name)) return null;
  return childrenOf(node).reduce<Node | null>((found, child) => found ?? declaredName(child), null);
}

/** The kind of the value of an expression. An unknown kind is a `long`. */
export function kindOf(code: Code, names: ReadonlyMap<string, NumberKind>, node: Node): NumberKind {
  const of = (child: Node | null | undefined): NumberKind => (child == null ? 'long' : kindOf(code, names, child));
  const { source } = code;
  switch (node.name) {
    case 'Number':
      return kindOfNumber(textOf(source, node));
    case 'CharLiteral':
    case 'True':
    case 'False':
      return 'int';
    case 'Identifier':
      return names.get(textOf(source, node)) ?? kindOfWord(code, textOf(source, node));
    case 'FieldExpression':
      return names.get(textOf(source, node.lastChild ?? node)) ?? 'long';
    case 'ParenthesizedExpression':
      return of(childrenOf(node)[1]);
    case 'SubscriptExpression':
    case 'UpdateExpression':
    case 'AssignmentExpression':
      return of(childrenOf(node).find(({ name }) => name !== 'UpdateOp'));
    case 'UnaryExpression':
    case 'PointerExpression':
      return of(node.lastChild);
    case 'CastExpression':
      return kindOfType(textOf(source, childrenOf(node)[1] ?? node));
    case 'BinaryExpression':
      return childrenOf(node).some(({ name }) => name === 'CompareOp' || name === 'LogicOp')
        ? 'int'
        : widest(of(node.firstChild), of(node.lastChild));
    case 'ConditionalExpression':
      return widest(...childrenOf(node).slice(1).map(of));
    case 'CallExpression': {
      const name = calledName(source, node);
      const first = node.firstChild;
      if (first?.name === 'PrimitiveType' || first?.name === 'SizedTypeSpecifier')
        return kindOfType(textOf(source, first));
      if (name === null) return 'long';
      if (GENERIC.has(name)) return widest(...argumentNodes(node).map(of));
      return RETURNS[name] ?? names.get(name) ?? 'long';
    }
    default:
      return 'long';
  }
}

export function argumentNodes(call: Node): Node[] {
  const list = call.getChild('ArgumentList');
  if (list === null) return [];
  return childrenOf(list).filter(({ name }) => !['(', ')', ','].includes(name) && !name.endsWith('Comment'));
}

const MOST_INT = 32_767;
const MOST_LONG = 2 ** 31 - 1;

function kindOfNumber(text: string): NumberKind {
  if (!/^0[xXbB]/.test(text) && /[.eE]/.test(text)) return 'float';
  const value = Number(text.replaceAll("'", '').replace(/[uUlL]+$/, ''));
  const given = /ll[uU]?$/i.test(text) ? 'longlong' : /l[uU]?$/i.test(text) ? 'long' : 'int';
  return widest(given, value > MOST_LONG ? 'longlong' : value > MOST_INT ? 'long' : 'int');
}

/** A constant of the code or of Arduino: `HIGH`, `A0`, a macro with a value. */
function kindOfWord({ constants }: Code, word: string): NumberKind {
  if (/^[A-Z][A-Z0-9_]*$/.test(word)) {
    const value = constants.valueOfText(word);
    if (value === null) return 'int';
    return Number.isInteger(value) ? kindOfNumber(String(Math.abs(value))) : 'float';
  }
  return 'long';
}
