/**
 * Recognizes code that runs once in an interval: `if (millis() - last >= INTERVAL) { last = millis(); … }`
 * in its usual forms, and the early return `if (millis() - last < INTERVAL) return;`.
 */

import { tr } from '../words/tr.ts';
import type { Constants } from './constants.ts';
import { type Item, itemsInside } from './items.ts';
import { calledName, type Program, rootOf } from './program.ts';
import { childrenOf, type Node, nodesOf, type Source, textOf } from './source.ts';

/** Microseconds of one unit of each clock. */
const CLOCKS: Readonly<Record<string, number>> = { millis: 1000, micros: 1 };

/** Names that hold the time: variables that are set to `millis()` or `micros()` and to nothing else. */
export type ClockNames = ReadonlyMap<string, string>;

/** A comparison of the time with the time of the last run. */
export interface TimeCheck {
  /** The text of the variable that holds the last or the next time. */
  readonly timer: string;
  readonly timerNode: Node;
  /** Whether the variable holds the next time, not the last. */
  readonly isNext: boolean;
  readonly clock: string;
  /** The comparison is of a difference with 0. */
  readonly isZero: boolean;
  /** Null for a variable with the next time: the statement that sets it has the interval. */
  readonly interval: Node | null;
  /** `true`: the interval has passed. `false`: it has not passed yet, as before an early return. */
  readonly isPassed: boolean;
  /** The comparison excludes the interval itself: the original runs one unit of the clock later. */
  readonly isStrict: boolean;
}

/** Returns the clock that an expression reads: `millis` or `micros`, or null. */
export function clockOf(source: Source, node: Node | null, clocks: ClockNames): string | null {
  if (node === null) return null;
  const inner = unwrapped(node);
  if (inner.name === 'Identifier') return clocks.get(textOf(source, inner)) ?? null;
  const called = calledName(source, inner);
  return called !== null && called in CLOCKS ? called : null;
}

export const clockUnitUs = (clock: string): number => CLOCKS[clock] ?? 1000;

/** Without parentheses and casts around it. */
export function unwrapped(node: Node): Node {
  if (node.name === 'ParenthesizedExpression' || node.name === 'ConditionClause') {
    const inner = childrenOf(node)[1];
    return inner === undefined ? node : unwrapped(inner);
  }
  if (node.name === 'CastExpression' && node.lastChild !== null) return unwrapped(node.lastChild);
  const [first] = childrenOf(node);
  if (node.name !== 'CallExpression' || first === undefined) return node;
  const isType = first.name === 'PrimitiveType' || first.name === 'SizedTypeSpecifier';
  const inner = node.getChild('ArgumentList')?.firstChild?.nextSibling;
  return isType && inner != null && inner.name !== ')' ? unwrapped(inner) : node;
}

interface Operation {
  /** The operands without parentheses and casts around them. */
  readonly left: Node;
  readonly right: Node;
  readonly operator: string;
  /** The operands as they are. */
  readonly whole: { readonly left: Node; readonly right: Node };
}

function operationOf(source: Source, node: Node): Operation | null {
  if (node.name !== 'BinaryExpression') return null;
  const { firstChild: left, lastChild: right } = node;
  const operator = left?.nextSibling ?? null;
  if (left === null || right === null || operator === null) return null;
  return {
    left: unwrapped(left),
    right: unwrapped(right),
    operator: textOf(source, operator),
    whole: { left, right },
  };
}

const FLIPPED: Readonly<Record<string, string>> = { '>=': '<=', '>': '<', '<=': '>=', '<': '>' };

/** Reads a condition as a comparison with the time. Returns null for any other condition. */
function timeCheckOf(source: Source, condition: Node, clocks: ClockNames): TimeCheck | null {
  const operation = operationOf(source, unwrapped(condition));
  if (operation === null || !(operation.operator in FLIPPED)) return null;
  const { left, operator, right, whole } = operation;
  const flipped = { left: right, right: left, operator: FLIPPED[operator] ?? '' };
  return (
    orderedCheck(source, operation, clocks) ??
    orderedCheck(source, { ...flipped, whole: { left: whole.right, right: whole.left } }, clocks)
  );
}

/** `left` is the elapsed time or the clock. */
function orderedCheck(
  source: Source,
  { left, operator, right, whole }: Operation,
  clocks: ClockNames,
): TimeCheck | null {
  const isPassed = operator === '>=' || operator === '>';
  const common = { isPassed, isStrict: isPassed ? operator === '>' : operator === '<=' };
  const elapsed = operationOf(source, left);
  if (elapsed?.operator === '-') {
    const clock = clockOf(source, elapsed.left, clocks);
    if (clock === null || !isPlace(elapsed.right)) return null;
    const timer = textOf(source, elapsed.right);
    // `(long)(now - next) >= 0` compares with a variable that holds the next time.
    const isNext = textOf(source, right) === '0';
    return {
      ...common,
      timer,
      timerNode: elapsed.right,
      clock,
      isNext,
      isZero: isNext,
      interval: isNext ? null : whole.right,
    };
  }
  const clock = clockOf(source, left, clocks);
  if (clock === null) return null;
  const sum = operationOf(source, right);
  if (sum?.operator === '+') {
    const isTimerFirst = isTimerOf(source, sum.left, clocks);
    const place = isTimerFirst ? sum.left : sum.right;
    const interval = isTimerFirst ? sum.whole.right : sum.whole.left;
    if (!isPlace(place)) return null;
    return { ...common, timer: textOf(source, place), timerNode: place, clock, isNext: false, isZero: false, interval };
  }
  if (!isPlace(right)) return null;
  return {
    ...common,
    timer: textOf(source, right),
    timerNode: right,
    clock,
    isNext: true,
    isZero: false,
    interval: null,
  };
}

/** Names in capitals are constants by convention. */
function isTimerOf(source: Source, node: Node, clocks: ClockNames): boolean {
  const text = textOf(source, node);
  return isPlace(node) && !clocks.has(text) && text !== text.toUpperCase();
}

const isPlace = ({ name }: Node): boolean =>
  name === 'Identifier' || name === 'FieldExpression' || name === 'SubscriptExpression';

/** The statement that sets the timer for the next time, and the interval that it adds. */
export interface Reset {
  readonly statement: Node;
  /** The interval of a variable that holds the next time. */
  readonly interval: Node | null;
}

/** Returns the statement that sets the timer, if it is one of these statements. */
function resetOf(source: Source, check: TimeCheck, statements: readonly Node[], clocks: ClockNames): Reset | null {
  for (const statement of statements) {
    const assignment = statement.name === 'ExpressionStatement' ? statement.firstChild : null;
    if (assignment?.name !== 'AssignmentExpression' || assignment.firstChild === null) continue;
    if (textOf(source, assignment.firstChild) !== check.timer || assignment.lastChild === null) continue;
    const value = unwrapped(assignment.lastChild);
    const operator = assignment.getChild('UpdateOp');
    if (operator !== null) {
      const isAdded = textOf(source, operator) === '+=';
      return isAdded ? { statement, interval: assignment.lastChild } : null;
    }
    if (!check.isNext && clockOf(source, value, clocks) !== null) return { statement, interval: null };
    const sum = operationOf(source, value);
    if (sum?.operator !== '+') return null;
    const isFrom = (node: Node) => textOf(source, node) === check.timer || clockOf(source, node, clocks) !== null;
    if (isFrom(sum.left)) return { statement, interval: sum.whole.right };
    return isFrom(sum.right) ? { statement, interval: sum.whole.left } : null;
  }
  return null;
}

/** A recognized guard, or why a check of the time is not one. */
export type GuardResult =
  | { readonly ok: true; readonly guard: Guard }
  | { readonly ok: false; readonly reason: string };

export interface Guard {
  readonly check: TimeCheck;
  readonly reset: Reset;
  readonly interval: Node;
  readonly periodUs: number;
  /** The statements of the guarded block, in the original. */
  readonly body: readonly Item[];
}

interface Context {
  readonly program: Program;
  readonly constants: Constants;
  readonly clocks: ClockNames;
  /** The longest period of a task on the board. */
  readonly mostUs: number;
}

/** Reads a block that a passed interval guards. Null: the condition does not compare with the time. */
export function guardOf(context: Context, condition: Node, body: readonly Item[]): GuardResult | null {
  const { program, clocks, constants } = context;
  const { source } = program;
  const check = timeCheckOf(source, condition, clocks);
  if (check === null) return mentionsTime(source, condition, clocks) ? { ok: false, reason: moreThanTime() } : null;
  const statements = body.flatMap(({ node }) => (node === null ? [] : [node]));
  const reset = resetOf(source, check, statements, clocks);
  if (reset === null) {
    // With 0 as the interval it was read as the sign of the time since the next run.
    const isAlways = check.isNext && resetOf(source, { ...check, isNext: false }, statements, clocks) !== null;
    if (isAlways && check.isZero) return { ok: false, reason: notLonger() };
    const reason = tr`it does not set ${check.timer} for the next time, so it is a timeout and not a period`;
    return { ok: false, reason };
  }
  const others = otherWrites(program, check, reset);
  if (others.length > 0) {
    return { ok: false, reason: tr`other code sets ${check.timer}, too, so the time between two runs changes` };
  }
  const interval = check.isNext ? reset.interval : check.interval;
  const value = interval === null ? null : constants.valueOf(interval);
  if (value === null || interval === null) {
    const name = interval === null ? tr`its interval` : textOf(source, interval);
    return { ok: false, reason: tr`the value of ${name} is not known before the sketch runs` };
  }
  const periodUs = Math.round(value * clockUnitUs(check.clock));
  if (periodUs < 1) return { ok: false, reason: notLonger() };
  if (periodUs > context.mostUs) return { ok: false, reason: tooLong(context.mostUs) };
  return { ok: true, guard: { check, reset, interval, periodUs, body } };
}

export const tooLong = (mostUs: number) =>
  tr`it is longer than ${Math.floor(mostUs / 1e6)} s, the longest period on this board`;

const notLonger = () => tr`its interval is not longer than 0`;

const moreThanTime = () => tr`its condition is more than a comparison with the time`;

/** Whether a condition is about the time, e.g. with `&&`. */
export const mentionsTime = (source: Source, condition: Node, clocks: ClockNames): boolean =>
  [...nodesOf(condition)].some(
    (node) => (node.name === 'CallExpression' || node.name === 'Identifier') && clockOf(source, node, clocks) !== null,
  );

/** Writes of the timer outside the guard, except in setup, which runs before. */
function otherWrites(program: Program, check: TimeCheck, reset: Reset): Node[] {
  const { source, writes, functions } = program;
  const root = rootOf(source, check.timerNode);
  const setup = functions.get('setup')?.body;
  return (writes.get(root ?? '') ?? []).filter((write) => {
    if (write.from >= reset.statement.from && write.to <= reset.statement.to) return false;
    if (setup !== undefined && write.from >= setup.from && write.to <= setup.to) return false;
    const target = write.name === 'AssignmentExpression' ? write.firstChild : write;
    return target !== null && overlaps(source, target, check.timerNode);
  });
}

/** Whether two places can be the same: `t[i].last` and `t[0].last` can, `t[1].last` and `t[0].last` cannot. */
function overlaps(source: Source, a: Node, b: Node): boolean {
  const [x, y] = [textOf(source, a), textOf(source, b)];
  if (x === y) return true;
  const field = (node: Node) =>
    node.name === 'FieldExpression' && node.lastChild ? textOf(source, node.lastChild) : '';
  if (field(a) !== field(b)) return a.name !== 'FieldExpression' && b.name !== 'FieldExpression' && !bothNumbered(x, y);
  return !bothNumbered(x, y);
}

const bothNumbered = (x: string, y: string): boolean => /\[\d+\]/.test(x) && /\[\d+\]/.test(y);

/** The statements of an if statement's branch. */
export function branchItems(source: Source, branch: Node): Item[] {
  if (branch.name === 'CompoundStatement') return itemsInside(source, branch);
  return [{ node: branch, nodes: [branch], from: branch.from, to: branch.to }];
}
