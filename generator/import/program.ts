/** What a sketch declares: its variables and functions, and who uses and writes which name. */
import { childrenOf, type Node, nodesOf, type Source, textOf } from './source.ts';

/** A variable at the top level, or a static or automatic variable of a function. */
export interface Variable {
  readonly name: string;
  /** The declaration without its declarators, e.g. `static unsigned long`. */
  readonly type: string;
  readonly declaration: Node;
  /** The declarator, which contains the name. */
  readonly declarator: Node;
  readonly init: Node | null;
  readonly isConst: boolean;
  readonly isStatic: boolean;
  /** False for an array, a pointer or a reference. */
  readonly isPlain: boolean;
  /** The only variable of its declaration. */
  readonly isAlone: boolean;
}

export interface UserFunction {
  readonly name: string;
  readonly node: Node;
  readonly body: Node;
  readonly parameters: Node | null;
}

export interface Program {
  readonly source: Source;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly functions: ReadonlyMap<string, UserFunction>;
  /** Nodes that write, by the name of the variable that they write. */
  readonly writes: ReadonlyMap<string, readonly Node[]>;
  /** All mentions of each name. */
  readonly mentions: ReadonlyMap<string, readonly Node[]>;
}

export function programOf(source: Source): Program {
  const variables = new Map<string, Variable>();
  const functions = new Map<string, UserFunction>();
  for (const node of childrenOf(source.top)) {
    for (const variable of variablesIn(source, node)) {
      if (!variables.has(variable.name)) variables.set(variable.name, variable);
    }
    const made = functionOf(source, node);
    if (made !== null) functions.set(made.name, made);
  }
  const mentions = grouped([...nodesOf(source.top)].filter(isName), (node) => textOf(source, node));
  const program = { source, variables, functions, mentions, writes: new Map() };
  return { ...program, writes: writesOf(program) };
}

const isName = ({ name }: Node): boolean => name === 'Identifier' || name === 'FieldIdentifier';

const DECLARATORS = ['InitDeclarator', 'Identifier', 'ArrayDeclarator', 'PointerDeclarator', 'ReferenceDeclarator'];

/** The variables of a declaration. Empty for other nodes, and for declarations of functions. */
export function variablesIn(source: Source, node: Node): Variable[] {
  if (node.name !== 'Declaration') return [];
  const children = childrenOf(node);
  const declarators = children.filter(({ name }) => DECLARATORS.includes(name));
  const first = declarators[0];
  if (first === undefined) return [];
  const words = children.filter(({ to }) => to <= first.from).map((child) => textOf(source, child));
  return declarators.flatMap((declarator) => {
    const name = nameIn(declarator);
    if (name === null) return [];
    const init = declarator.name === 'InitDeclarator' ? declarator.lastChild : null;
    const target = declarator.name === 'InitDeclarator' ? declarator.firstChild : declarator;
    return {
      name: textOf(source, name),
      type: words.join(' '),
      declaration: node,
      declarator,
      init: init?.name === 'ArgumentList' ? null : init,
      isConst: words.some((word) => word === 'const' || word === 'constexpr'),
      isStatic: words.includes('static'),
      isPlain: target?.name === 'Identifier' && init?.name !== 'ArgumentList',
      isAlone: declarators.length === 1,
    };
  });
}

/** The name that a declarator declares. */
function nameIn(declarator: Node): Node | null {
  if (declarator.name === 'Identifier') return declarator;
  const inner = declarator.getChild('Identifier');
  if (inner !== null) return inner;
  const next = childrenOf(declarator).find(({ name }) => DECLARATORS.includes(name));
  return next === undefined ? null : nameIn(next);
}

function functionOf(source: Source, node: Node): UserFunction | null {
  if (node.name !== 'FunctionDefinition') return null;
  const declarator = [...nodesOf(node)].find(({ name }) => name === 'FunctionDeclarator');
  const name = declarator?.getChild('Identifier') ?? null;
  const body = node.getChild('CompoundStatement');
  if (name === null || body === null) return null;
  return { name: textOf(source, name), node, body, parameters: declarator?.getChild('ParameterList') ?? null };
}

/** The name of the variable at the root of an expression: `a` of `a[0].last`. */
export function rootOf(source: Source, node: Node): string | null {
  if (node.name === 'Identifier') return textOf(source, node);
  const first = node.name === 'PointerExpression' ? node.lastChild : node.firstChild;
  const roots = ['FieldExpression', 'SubscriptExpression', 'ParenthesizedExpression', 'PointerExpression'];
  if (!roots.includes(node.name) || first === null) return null;
  return rootOf(source, first.name === '(' ? (first.nextSibling ?? first) : first);
}

/**
 * Nodes that write a variable: assignments, `++`, its address, and its use as an argument of a
 * function with a reference as parameter.
 */
function writesOf(program: Omit<Program, 'writes'>): Map<string, Node[]> {
  const { source } = program;
  const written: { readonly name: string | null; readonly node: Node }[] = [];
  for (const node of nodesOf(source.top)) {
    if (node.name === 'AssignmentExpression' && node.firstChild !== null) {
      written.push({ name: rootOf(source, node.firstChild), node });
    } else if (node.name === 'UpdateExpression') {
      const operand = childrenOf(node).find(({ name }) => name !== 'UpdateOp');
      if (operand !== undefined) written.push({ name: rootOf(source, operand), node });
    } else if (node.name === 'PointerExpression' && textOf(source, node).startsWith('&') && node.lastChild !== null) {
      written.push({ name: rootOf(source, node.lastChild), node });
    } else if (node.name === 'CallExpression') {
      for (const argument of referenceArguments(program, node)) {
        written.push({ name: rootOf(source, argument), node });
      }
    }
  }
  const known = written.flatMap(({ name, node }) => (name === null ? [] : [{ name, node }]));
  const byName = grouped(known, ({ name }) => name);
  return new Map([...byName].map(([name, entries]) => [name, entries.map(({ node }) => node)]));
}

/** The arguments of a call that the function takes by reference or as an array. */
function referenceArguments({ source, functions }: Omit<Program, 'writes'>, call: Node): Node[] {
  const called = calledName(source, call);
  const parameters = functions.get(called ?? '')?.parameters ?? null;
  if (parameters === null) return [];
  const kinds = parameters.getChildren('ParameterDeclaration');
  return argumentsOf(call).filter((_, i) => {
    const kind = kinds[i];
    return kind !== undefined && /[&*[]/.test(textOf(source, kind));
  });
}

/** The name of the function that a call expression calls, or null for a member or something else. */
export function calledName(source: Source, call: Node): string | null {
  if (call.name !== 'CallExpression') return null;
  const first = call.firstChild;
  return first?.name === 'Identifier' ? textOf(source, first) : null;
}

export function argumentsOf(call: Node): Node[] {
  const list = call.getChild('ArgumentList');
  if (list === null) return [];
  return childrenOf(list).filter(({ name }) => !['(', ')', ','].includes(name) && !name.endsWith('Comment'));
}

/** The names that a node mentions. */
export function namesIn(source: Source, node: Node): Set<string> {
  return new Set([...nodesOf(node)].filter(({ name }) => name === 'Identifier').map((name) => textOf(source, name)));
}

/** The names that nodes mention, and those that the functions mention which they call. */
export function reachedNames({ source, functions }: Program, nodes: readonly Node[]): Set<string> {
  const reached = new Set<string>();
  const add = (node: Node): void => {
    for (const name of namesIn(source, node)) {
      if (reached.has(name)) continue;
      reached.add(name);
      const made = functions.get(name);
      if (made !== undefined) add(made.body);
    }
  };
  for (const node of nodes) add(node);
  return reached;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
