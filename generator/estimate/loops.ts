/** How often a loop runs, and how long a loop waits that watches the clock. */
import { calledName } from '../import/program.ts';
import { childrenOf, type Node, nodesOf, textOf } from '../import/source.ts';
import type { Code } from './code.ts';

/** The values of variables of enclosing loops, by name. */
export type Ranges = ReadonlyMap<string, { readonly least: number; readonly most: number }>;

export interface Passes {
  readonly count: number;
  /** The variable that counts, with its values. */
  readonly ranges: Ranges;
}

const LEAVES = ['BreakStatement', 'ReturnStatement', 'GotoStatement'];

/** Whether something inside a loop can end it. */
export const canLeave = (body: Node): boolean => [...nodesOf(body)].some(({ name }) => LEAVES.includes(name));

interface Head {
  readonly init: Node | null;
  readonly condition: Node | null;
  readonly step: Node | null;
  readonly body: Node | null;
}

/** The three parts of the head of a for statement: any of them can be missing. */
export function headOf({ source }: Code, node: Node): Head {
  const children = childrenOf(node).filter(({ name }) => !name.endsWith('Comment'));
  const parts: (Node | null)[] = [null, null, null];
  for (const child of children.slice(2, -2)) {
    if (child.name === ';') continue;
    const before = source.text.slice(node.from, child.from).split(';').length - 1;
    parts[before] ??= child;
  }
  const [init = null, condition = null, step = null] = parts;
  return { init, condition, step, body: children.at(-1) ?? null };
}

/** Passes of `for (i = a; i < b; i += c)` with known a, b and c; null if one of them is not known. */
export function passesOfFor(code: Code, node: Node, ranges: Ranges): Passes | null {
  const { init, condition, step, body } = headOf(code, node);
  if (init === null || condition === null || step === null || body === null) return null;
  const start = startOf(code, init, ranges);
  const change = start === null ? null : stepOf(code, step, start.name);
  const limit = start === null ? null : limitOf(code, condition, start.name, ranges);
  if (start === null || change === null || limit === null || change === 0) return null;
  if (isWritten(code, body, start.name)) return null;
  const { operator, least, most } = limit;
  const up = change > 0;
  if (up !== (operator === '<' || operator === '<=' || operator === '!=')) {
    if (!(operator === '!=' || !up)) return null;
  }
  const distance = up ? most - start.least : start.most - least;
  const inclusive = operator === '<=' || operator === '>=';
  const count = Math.max(
    0,
    inclusive ? Math.floor(distance / Math.abs(change)) + 1 : Math.ceil(distance / Math.abs(change)),
  );
  if (!Number.isFinite(count)) return null;
  const values = up
    ? { least: start.least, most: Math.max(start.least, most - (inclusive ? 0 : 1)) }
    : { least, most: start.most };
  return { count, ranges: new Map([...ranges, [start.name, values]]) };
}

interface Start {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

function startOf(code: Code, init: Node, ranges: Ranges): Start | null {
  const { source } = code;
  const inner = init.name === 'ExpressionStatement' ? init.firstChild : init;
  const made = inner?.name === 'Declaration' ? inner.getChild('InitDeclarator') : inner;
  const name = made?.firstChild;
  const value = made?.lastChild;
  if (name?.name !== 'Identifier' || value == null) return null;
  if (made?.name !== 'InitDeclarator' && made?.name !== 'AssignmentExpression') return null;
  const range = rangeOf(code, value, ranges);
  return range === null ? null : { name: textOf(source, name), ...range };
}

/** The values that an expression can have. */
function rangeOf({ source, constants }: Code, node: Node, ranges: Ranges): { least: number; most: number } | null {
  const value = constants.valueOf(node);
  if (value !== null) return { least: value, most: value };
  const known = node.name === 'Identifier' ? ranges.get(textOf(source, node)) : undefined;
  if (known !== undefined) return known;
  if (node.name === 'ParenthesizedExpression') {
    const inner = childrenOf(node)[1];
    return inner === undefined ? null : rangeOf({ source, constants } as Code, inner, ranges);
  }
  if (node.name !== 'BinaryExpression') return null;
  const [left, sign, right] = childrenOf(node);
  if (left === undefined || sign === undefined || right === undefined) return null;
  const [a, b] = [
    rangeOf({ source, constants } as Code, left, ranges),
    rangeOf({ source, constants } as Code, right, ranges),
  ];
  if (a === null || b === null) return null;
  const operator = textOf(source, sign);
  if (operator === '+') return { least: a.least + b.least, most: a.most + b.most };
  if (operator === '-') return { least: a.least - b.most, most: a.most - b.least };
  return null;
}

function stepOf({ source, constants }: Code, step: Node, name: string): number | null {
  const children = childrenOf(step);
  const target = children.find((child) => child.name === 'Identifier');
  if (target === undefined || textOf(source, target) !== name) return null;
  const text = textOf(source, step);
  if (step.name === 'UpdateExpression') return text.includes('++') ? 1 : -1;
  if (step.name !== 'AssignmentExpression' || step.lastChild === null) return null;
  const operator = children[1] === undefined ? '' : textOf(source, children[1]);
  const value = constants.valueOf(step.lastChild);
  if (operator === '+=') return value;
  if (operator === '-=') return value === null ? null : -value;
  // i = i + 2
  const [, sign, by] = new RegExp(`^${name}\\s*=\\s*${name}\\s*([+-])\\s*(.+)$`).exec(text) ?? [];
  const amount = by === undefined ? null : constants.valueOfText(by);
  return amount === null ? null : sign === '-' ? -amount : amount;
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '!=': '!=' };

/** The smallest limit of a condition: `i < 8 && !found` ends after 8 passes at the latest. */
function limitOf(
  code: Code,
  condition: Node,
  name: string,
  ranges: Ranges,
): { operator: string; least: number; most: number } | null {
  const { source } = code;
  const node = condition.name === 'ParenthesizedExpression' ? (childrenOf(condition)[1] ?? condition) : condition;
  const [left, sign, right] = childrenOf(node);
  if (node.name !== 'BinaryExpression' || left === undefined || sign === undefined || right === undefined) return null;
  const operator = textOf(source, sign);
  if (operator === '&&' || operator === 'and') {
    return limitOf(code, left, name, ranges) ?? limitOf(code, right, name, ranges);
  }
  const isName = (each: Node) => each.name === 'Identifier' && textOf(source, each) === name;
  const bound = isName(left) ? right : isName(right) ? left : null;
  const compared = isName(left) ? operator : MIRRORED[operator];
  if (bound === null || compared === undefined || !(compared in MIRRORED)) return null;
  const range = rangeOf(code, bound, ranges);
  return range === null ? null : { operator: compared, ...range };
}

/** Whether the body of a loop writes the loop's counter. */
function isWritten({ source, program }: Code, body: Node, name: string): boolean {
  const writes = program.writes.get(name) ?? [];
  return writes.some(({ from, to }) => from >= body.from && to <= body.to) && source.text !== '';
}

const CLOCKS: Readonly<Record<string, number>> = { micros: 1_000, millis: 1_000_000, pl_job_micros: 1_000 };

/** For `while (micros() - began < 500)`: how long the loop waits. Unit: ns. null: it does not watch the clock. */
export function waitNs(code: Code, condition: Node): number | null {
  const { source, constants } = code;
  for (const node of nodesOf(condition)) {
    const [left, sign, right] = childrenOf(node);
    if (node.name !== 'BinaryExpression' || left === undefined || sign === undefined || right === undefined) continue;
    if (sign.name !== 'CompareOp') continue;
    const isLess = /^<=?$/.test(textOf(source, sign));
    const [elapsed, limit] = isLess ? [left, right] : [right, left];
    const clock = clockIn(code, elapsed);
    const value = constants.valueOf(limit);
    if (clock !== null && value !== null) return value * clock;
  }
  return null;
}

function clockIn({ source }: Code, node: Node): number | null {
  for (const each of nodesOf(node)) {
    const name = calledName(source, each);
    if (name !== null && name in CLOCKS) return CLOCKS[name] ?? null;
  }
  return null;
}

/** Whether a condition is always true: missing, `true` or a number that is not 0. */
export const isAlways = ({ constants }: Code, condition: Node | null): boolean =>
  condition === null || (constants.valueOf(condition) ?? 0) !== 0;
