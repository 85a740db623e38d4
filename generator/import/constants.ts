/**
 * The values of expressions that do not change while the sketch runs: numbers, `#define`, constants,
 * variables that no code writes, and members of structures and arrays with such an initial value.
 */
import { replaceWords, tokensOf } from '../cpp/tokens.ts';
import type { Program } from './program.ts';
import { childrenOf, type Node, nodesOf, parseExpression, type Source, textOf } from './source.ts';

const MAX_DEPTH = 20;

export interface Constants {
  /** The value of an expression, or null if it is not known before the sketch runs. */
  valueOf(node: Node): number | null;
  /** The same for the text of an expression. */
  valueOfText(text: string): number | null;
}

export function constantsOf(program: Program): Constants {
  const { source, variables } = program;
  const defines = definesOf(source);
  const locals = localConstants(program);

  function named(name: string, depth: number): number | null {
    if (name === 'true' || name === 'HIGH') return 1;
    if (name === 'false' || name === 'LOW') return 0;
    const init = initialValue(name);
    return init === null ? null : valueAt(init, depth + 1);
  }

  /** The value of a node of the sketch, with macros in it replaced by their texts. */
  function valueAt(node: Node, depth: number): number | null {
    const text = textOf(source, node);
    const expanded = expandedWith(defines, text);
    return expanded === text ? evaluate(source, node, depth) : valueOfText(expanded, depth);
  }

  function valueOfText(text: string, depth: number): number | null {
    const parsed = parseExpression(text);
    return parsed === null ? null : evaluate(parsed.source, parsed.node, depth);
  }

  /** The initial value of a variable that nothing changes. */
  function initialValue(name: string): Node | null {
    const variable = variables.get(name);
    if (variable !== undefined) return isFixed(variable.isConst, name) ? variable.init : null;
    const made = locals.get(name);
    return made ?? null;
  }

  const isFixed = (isConst: boolean, name: string): boolean => isConst || !program.writes.has(name);

  function evaluate(from: Source, node: Node, depth: number): number | null {
    if (depth > MAX_DEPTH) return null;
    switch (node.name) {
      case 'Number':
        return numberOf(textOf(from, node));
      case 'True':
        return 1;
      case 'False':
        return 0;
      case 'Identifier':
        return named(textOf(from, node), depth);
      case 'ParenthesizedExpression':
      case 'CastExpression':
      case 'InitializerList': {
        const inner = node.name === 'CastExpression' ? node.lastChild : (childrenOf(node)[1] ?? null);
        return inner === null ? null : evaluate(from, inner, depth + 1);
      }
      case 'CallExpression':
        return typeCall(from, node, depth);
      case 'UnaryExpression':
        return unary(from, node, depth);
      case 'BinaryExpression':
        return binary(from, node, depth);
      case 'FieldExpression':
      case 'SubscriptExpression': {
        const init = memberInit(from, node, depth);
        return init === null ? null : valueAt(init, depth + 1);
      }
      default:
        return null;
    }
  }

  /** `int(x)` and `(unsigned long)(x)` have the value of x. */
  function typeCall(from: Source, node: Node, depth: number): number | null {
    const [first] = childrenOf(node);
    const list = node.getChild('ArgumentList');
    const inner = list?.firstChild?.nextSibling ?? null;
    const isType = first?.name === 'PrimitiveType' || first?.name === 'SizedTypeSpecifier';
    return isType && inner !== null && inner.name !== ')' ? evaluate(from, inner, depth + 1) : null;
  }

  function unary(from: Source, node: Node, depth: number): number | null {
    const value = node.lastChild === null ? null : evaluate(from, node.lastChild, depth + 1);
    if (value === null) return null;
    const operator = textOf(from, node).charAt(0);
    if (operator === '-') return -value;
    if (operator === '~') return ~value;
    return operator === '!' ? Number(value === 0) : value;
  }

  function binary(from: Source, node: Node, depth: number): number | null {
    const { firstChild: left, lastChild: right } = node;
    const operator = left?.nextSibling ?? null;
    if (left === null || right === null || operator === null) return null;
    const [a, b] = [evaluate(from, left, depth + 1), evaluate(from, right, depth + 1)];
    return a === null || b === null ? null : calculated(a, textOf(from, operator), b);
  }

  /** The initial value of a member, if nothing writes the variable's member of that name. */
  function memberInit(from: Source, node: Node, depth: number): Node | null {
    const [base] = childrenOf(node);
    if (base === undefined) return null;
    const list = base.name === 'Identifier' ? listOf(textOf(from, base)) : memberInit(from, base, depth + 1);
    if (list?.name !== 'InitializerList') return null;
    const items = childrenOf(list).filter(({ name }) => !['{', '}', ','].includes(name) && !name.endsWith('Comment'));
    if (node.name === 'SubscriptExpression') {
      const index = childrenOf(node)[2];
      const at = index === undefined ? null : evaluate(from, index, depth + 1);
      return at === null ? null : (items[at] ?? null);
    }
    const member = node.lastChild === null ? '' : textOf(from, node.lastChild);
    if (isMemberWritten(member)) return null;
    const at = fieldIndex(from, base, member);
    return at < 0 ? null : (items[at] ?? null);
  }

  /** An array that is written has elements without a known value. The members of a structure have. */
  function listOf(name: string): Node | null {
    const variable = variables.get(name) ?? null;
    if (variable === null) return null;
    const isNumbers = variable.declaration.getChild('TypeIdentifier') === null && !hasStruct(variable.declaration);
    return isNumbers && !isFixed(variable.isConst, name) ? null : variable.init;
  }

  const isMemberWritten = (member: string): boolean =>
    [...program.writes.values()].flat().some((write) => {
      const target = write.name === 'AssignmentExpression' ? write.firstChild : write;
      return target !== null && [...nodesOf(target)].some((n) => isField(n) && textOf(source, n) === member);
    });

  function fieldIndex(from: Source, base: Node, member: string): number {
    const root = base.name === 'SubscriptExpression' ? base.firstChild : base;
    const variable = root === null ? undefined : variables.get(textOf(from, root));
    if (variable === undefined) return -1;
    const struct = structOf(program, variable.declaration);
    if (struct === null) return -1;
    const fields = struct.getChild('FieldDeclarationList')?.getChildren('FieldDeclaration') ?? [];
    const names = fields.flatMap((field) => [...nodesOf(field)].filter(isField).map((each) => textOf(source, each)));
    return names.indexOf(member);
  }

  return {
    valueOf: (node) => valueAt(node, 0),
    valueOfText: (text) => valueOfText(expandedWith(defines, text), 0),
  };
}

const isField = ({ name }: Node): boolean => name === 'FieldIdentifier';
const hasStruct = (declaration: Node): boolean => declaration.getChild('StructSpecifier') !== null;

/** The structure that is the type of a declaration. */
function structOf({ source }: Program, declaration: Node): Node | null {
  const own = declaration.getChild('StructSpecifier');
  if (own?.getChild('FieldDeclarationList') != null) return own;
  const type = own?.getChild('TypeIdentifier') ?? declaration.getChild('TypeIdentifier');
  if (type == null) return null;
  const name = textOf(source, type);
  for (const node of nodesOf(source.top)) {
    if (node.name !== 'StructSpecifier' || node.getChild('FieldDeclarationList') === null) continue;
    const own = node.getChild('TypeIdentifier');
    const alias = node.parent?.name === 'TypeDefinition' ? node.parent.getChildren('TypeIdentifier').at(-1) : null;
    if ([own, alias].some((each) => each != null && textOf(source, each) === name)) return node;
  }
  return null;
}

/** Constants inside functions, if only one variable of the sketch has that name. */
function localConstants({ source, variables }: Program): ReadonlyMap<string, Node> {
  const found = new Map<string, Node | null>();
  for (const node of nodesOf(source.top)) {
    if (node.name !== 'Declaration' || node.parent?.name === 'Program') continue;
    for (const declarator of node.getChildren('InitDeclarator')) {
      const name = declarator.getChild('Identifier');
      if (name === null || declarator.lastChild === null) continue;
      const text = textOf(source, name);
      const isConst = childrenOf(node).some((child) => child.name === 'const' || child.name === 'constexpr');
      found.set(text, isConst && !found.has(text) && !variables.has(text) ? declarator.lastChild : null);
    }
  }
  return new Map([...found].flatMap(([name, init]) => (init === null ? [] : [[name, init] as const])));
}

/** Macros without parameters that are defined once. */
function definesOf({ directives }: Source): ReadonlyMap<string, string> {
  const found = new Map<string, string | null>();
  for (const { word, rest } of directives) {
    if (word !== 'define') continue;
    const [, name = '', parameters, value = ''] = /^(\w+)(\()?\s*([\s\S]*)$/.exec(rest) ?? [];
    found.set(name, found.has(name) || parameters !== undefined ? null : value);
  }
  return new Map(
    [...found].flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value] as const])),
  );
}

/** Macros in macros may make a short text very long. */
const MOST_EXPANDED = 1_000;

/** The text with macros replaced by their texts, as the preprocessor does it: without parentheses of its own. */
function expandedWith(defines: ReadonlyMap<string, string>, text: string): string {
  /** Each macro is expanded once. While that goes on, its name stands for itself. */
  const known = new Map<string, string>();
  const expand = (code: string): string =>
    replaceWords(code, (word) => {
      const define = defines.get(word);
      if (define === undefined) return word;
      const made = known.get(word);
      if (made !== undefined) return made;
      known.set(word, word);
      const expanded = expand(withoutComments(define));
      if (expanded.length <= MOST_EXPANDED) known.set(word, expanded);
      return known.get(word) ?? word;
    });
  return expand(text);
}

const withoutComments = (code: string): string =>
  [...tokensOf(code)].map(({ kind, text }) => (kind === 'comment' ? ' ' : text)).join('');

function numberOf(text: string): number | null {
  const plain = text.replaceAll("'", '').replace(/[uUlL]+$/, '');
  if (/^0[xX][\da-fA-F]+$|^0[bB][01]+$/.test(plain)) return Number(plain);
  if (/^0[0-7]+$/.test(plain)) return Number.parseInt(plain, 8);
  const value = Number(plain.replace(/(?<=[\d.])[fF]$/, ''));
  return Number.isFinite(value) ? value : null;
}

function calculated(a: number, operator: string, b: number): number | null {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0) return null;
      return Number.isInteger(a) && Number.isInteger(b) ? Math.trunc(a / b) : a / b;
    case '%':
      return b === 0 ? null : a % b;
    case '<<':
      return a * 2 ** b;
    case '>>':
      return Math.floor(a / 2 ** b);
    default:
      return null;
  }
}
