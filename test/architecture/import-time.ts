/** Finds the side effects of importing a module, as far as its syntax shows them. */
import { parseSync } from '@swc/core';

/** An AST node of swc, or anything inside one. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Node = { readonly [key: string]: Json };

/** The bodies of these nodes do not run at import time. */
const FUNCTIONS = new Set([
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'FunctionDeclaration',
  'FunctionExpression',
  'GetterProperty',
  'MethodProperty',
  'PrivateMethod',
  'SetterProperty',
]);

/** Calls that create state or start something. `createContext` does neither. */
const CALLS =
  /^(create(?!Context$|Element$|Ref$)([A-Z]\w*)?|setTimeout|setInterval|requestAnimationFrame|queueMicrotask|addEventListener|matchMedia|fetch|subscribe|getItem|setItem|setState|observe|postMessage|connect|registerCommands)$/;
const CLASSES = /^(\w*Worker|WorkerClient|\w+Client|\w+Channel|WebSocket|\w+Observer|Asker|ScheduleSimulator|Scope)$/;
const STORAGES = /^(localStorage|sessionStorage|indexedDB)$/;

/**
 * Everything that the import of the module creates, starts or reads: `create()`, `new Worker`, `let
 * timer`.
 */
export function importTimeEffects(source: string): string[] {
  const program = parseSync(source, { syntax: 'typescript', tsx: true, target: 'es2022' });
  const found: string[] = [];
  for (const item of (program as unknown as { readonly body: readonly Json[] }).body) visit(item, true, found);
  return found;
}

function visit(value: Json, isTop: boolean, found: string[]): void {
  if (Array.isArray(value)) for (const each of value) visit(each, isTop, found);
  else if (isNode(value)) visitNode(value, isTop, found);
}

function visitNode(node: Node, isTop: boolean, found: string[]): void {
  const { type } = node;
  if (typeof type === 'string') {
    // Types, function definitions and instance members have no effect at import time.
    if (type.startsWith('Ts') && !/^Ts(As|Satisfies|NonNull|Const)/.test(type)) return;
    if (FUNCTIONS.has(type) || (/^(Class|Private)Property$/.test(type) && node.isStatic !== true)) return;
    if (type === 'VariableDeclaration' && isTop && node.kind !== 'const') found.push(`${node.kind} ${namesOf(node)}`);
    if (type === 'CallExpression') visitCall(node, found);
    if (type === 'NewExpression' && CLASSES.test(nameOf(node.callee))) found.push(`new ${nameOf(node.callee)}`);
    if (type === 'Identifier' && STORAGES.test(String(node.value))) found.push(String(node.value));
  }
  const isStillTop = isTop && (type === 'ExportDeclaration' || type === undefined);
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'span' && key !== 'typeAnnotation') visit(child, isStillTop, found);
  }
}

function visitCall(node: Node, found: string[]): void {
  const name = nameOf(node.callee);
  if (CALLS.test(name)) found.push(`${name}()`);
  // An immediately invoked function runs at import time.
  const callee = unwrapped(node.callee);
  if (isNode(callee) && FUNCTIONS.has(String(callee.type))) visit(callee.body ?? null, false, found);
}

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unwrapped(value: Json | undefined): Json | undefined {
  return isNode(value) && value.type === 'ParenthesisExpression' ? unwrapped(value.expression) : value;
}

/** The last name of a called expression: `subscribe` of `store.subscribe`. */
function nameOf(callee: Json | undefined): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee.value);
  return callee.type === 'MemberExpression' ? nameOf(callee.property) : '';
}

function namesOf({ declarations }: Node): string {
  const ids = Array.isArray(declarations) ? declarations.map((each) => (isNode(each) ? nameOf(each.id) : '')) : [];
  return ids.join(', ');
}
