/**
 * The values of expressions that do not change while the sketch runs: numbers, `#define`, constants,
 * variables that no code writes, and members of structures and arrays with such an initial value.
 */
import { replaceWords, tokensOf } from '../cpp/tokens.ts';
import { type Known, Numbers, ONE_OR_ZERO } from './known.ts';
import { type Program, type Variable, variablesIn } from './program.ts';
import { childrenOf, type Node, nodesOf, parseExpression, type Source, textOf } from './source.ts';

const MAX_DEPTH = 20;

export interface Constants {
  /** The value of an expression, or null if it is not known before the sketch runs. */
  valueOf(node: Node): number | null;
  /** The same for the text of an expression. */
  valueOfText(text: string): number | null;
  /** Whether the compiler of the board computes another value, because an `int` has too few bits for it. */
  overflows(node: Node): boolean;
}

/** An `int` of an Uno. */
const UNO_INT_BITS = 16;

export function constantsOf(program: Program, intBits = UNO_INT_BITS): Constants {
  const { source, variables } = program;
  const numbers = new Numbers(intBits);
  const defines = definesOf(source);
  const locals = localConstants(program);

  function named(name: string, depth: number): Known | null {
    if (name === 'true' || name === 'HIGH') return ONE_OR_ZERO(true);
    if (name === 'false' || name === 'LOW') return ONE_OR_ZERO(false);
    const init = initialValue(name);
    const known = init === null ? null : valueAt(init.value, depth + 1);
    return known === null || init === null ? null : numbers.converted(known, init.type);
  }

  /** The value of a node of the sketch, with macros in it replaced by their texts. */
  function valueAt(node: Node, depth: number): Known | null {
    const text = textOf(source, node);
    const expanded = expandedWith(defines, text);
    return expanded === text ? evaluate(source, node, depth) : valueOfText(expanded, depth);
  }

  function valueOfText(text: string, depth: number): Known | null {
    const parsed = parseExpression(text);
    return parsed === null ? null : evaluate(parsed.source, parsed.node, depth);
  }

  /** The initial value of a variable that nothing changes, and its type. */
  function initialValue(name: string): { readonly value: Node; readonly type: string } | null {
    const { type, init, isConst } = variables.get(name) ?? locals.get(name) ?? { type: '', init: null, isConst: false };
    return init !== null && (!variables.has(name) || isFixed(isConst, name)) ? { value: init, type } : null;
  }

  const isFixed = (isConst: boolean, name: string): boolean => isConst || !program.writes.has(name);

  function evaluate(from: Source, node: Node, depth: number): Known | null {
    if (depth > MAX_DEPTH) return null;
    switch (node.name) {
      case 'Number':
        return numbers.literal(textOf(from, node));
      case 'True':
      case 'False':
        return ONE_OR_ZERO(node.name === 'True');
      case 'Identifier':
        return named(textOf(from, node), depth);
      case 'ParenthesizedExpression':
      case 'InitializerList': {
        const [, inner] = childrenOf(node);
        return inner === undefined ? null : evaluate(from, inner, depth + 1);
      }
      case 'CastExpression': {
        const [, type] = childrenOf(node);
        if (node.lastChild === null || type === undefined) return null;
        return cast(from, textOf(from, type), node.lastChild, depth + 1);
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

  /** The grammar reads `(long)60 * 1000` as a cast of the product. C++ casts the first operand. */
  function cast(from: Source, type: string, node: Node, depth: number): Known | null {
    if (node.name === 'BinaryExpression' && node.firstChild !== null && depth <= MAX_DEPTH) {
      const left = cast(from, type, node.firstChild, depth + 1);
      return left === null ? null : combined(from, node, left, depth);
    }
    const known = evaluate(from, node, depth);
    return known === null ? null : numbers.converted(known, type);
  }

  /** `int(x)` and `(unsigned long)(x)` have the value of x. */
  function typeCall(from: Source, node: Node, depth: number): Known | null {
    const [first] = childrenOf(node);
    const list = node.getChild('ArgumentList');
    const inner = list?.firstChild?.nextSibling ?? null;
    const isType = first?.name === 'PrimitiveType' || first?.name === 'SizedTypeSpecifier';
    const known = isType && inner !== null && inner.name !== ')' ? evaluate(from, inner, depth + 1) : null;
    return known === null || first === undefined ? null : numbers.converted(known, textOf(from, first));
  }

  function unary(from: Source, node: Node, depth: number): Known | null {
    const known = node.lastChild === null ? null : evaluate(from, node.lastChild, depth + 1);
    if (known === null) return null;
    const operator = textOf(from, node).charAt(0);
    if (operator === '-') return numbers.negated(known);
    if (operator === '~') return { ...known, value: ~known.value };
    return operator === '!' ? ONE_OR_ZERO(known.value === 0) : known;
  }

  function binary(from: Source, node: Node, depth: number): Known | null {
    const left = node.firstChild === null ? null : evaluate(from, node.firstChild, depth + 1);
    return left === null ? null : combined(from, node, left, depth);
  }

  /** The value of an operation with the value of its first operand. */
  function combined(from: Source, node: Node, left: Known, depth: number): Known | null {
    const operator = node.firstChild?.nextSibling ?? null;
    if (operator === null || node.lastChild === null) return null;
    const right = evaluate(from, node.lastChild, depth + 1);
    return right === null ? null : numbers.combined(left, textOf(from, operator), right);
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
      return at === null ? null : (items[at.value] ?? null);
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
    valueOf: (node) => valueAt(node, 0)?.value ?? null,
    valueOfText: (text) => valueOfText(expandedWith(defines, text), 0)?.value ?? null,
    overflows: (node) => valueAt(node, 0)?.overflows ?? false,
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
function localConstants({ source, variables }: Program): ReadonlyMap<string, Variable> {
  const found = new Map<string, Variable | null>();
  for (const node of nodesOf(source.top)) {
    if (node.name !== 'Declaration' || node.parent?.name === 'Program') continue;
    for (const variable of variablesIn(source, node)) {
      const { name, isConst, init } = variable;
      if (init === null) continue;
      found.set(name, isConst && !found.has(name) && !variables.has(name) ? variable : null);
    }
  }
  return new Map([...found].flatMap(([name, variable]) => (variable === null ? [] : [[name, variable] as const])));
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
