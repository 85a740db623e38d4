/** The variable that holds the time of a block's last run: when it starts, and who else uses it. */
import type { Constants } from './constants.ts';
import { clockOf, clockUnitUs, type Guard, unwrapped } from './guards.ts';
import { type Program, rootOf } from './program.ts';
import { childrenOf, type Node, textOf } from './source.ts';

/**
 * Whether code other than the check, the reset, the declaration and a plain assignment in setup uses
 * the timer. Such code needs the variable, so the task goes on to set it.
 */
export function isTimerUsed(program: Program, { check, reset }: Guard): boolean {
  const { source, mentions } = program;
  const root = rootOf(source, check.timerNode) ?? '';
  const isPlainName = check.timerNode.name === 'Identifier';
  return (mentions.get(root) ?? []).some((mention) => {
    if (isInside(mention, reset.statement) || isInside(mention, conditionOf(check.timerNode))) return false;
    if (isDeclared(mention) || isSetIn(program, mention)) return false;
    if (isPlainName) return true;
    const place = placeOf(mention);
    const field = (node: Node) => (node.lastChild === null ? '' : textOf(source, node.lastChild));
    const isOther = place.name === 'FieldExpression' && field(place) !== field(check.timerNode);
    return !isOther && !bothNumbered(textOf(source, place), check.timer);
  });
}

const bothNumbered = (a: string, b: string): boolean => a !== b && /\[\d+\]/.test(a) && /\[\d+\]/.test(b);

/** The assignment of setup that only sets the timer. */
export function timerAssignments(program: Program, { check }: Guard): Node[] {
  const { source, functions } = program;
  const setup = functions.get('setup')?.body;
  if (setup === undefined) return [];
  return childrenOf(setup).filter((statement) => {
    const assignment = statement.name === 'ExpressionStatement' ? statement.firstChild : null;
    const isPlain = assignment?.name === 'AssignmentExpression' && assignment.firstChild !== null;
    return isPlain && textOf(source, assignment.firstChild as Node) === check.timer;
  });
}

/** When a block runs for the first time. */
export function startOf(program: Program, constants: Constants, { check, periodUs }: Guard): number {
  const { source, variables } = program;
  const unit = clockUnitUs(check.clock);
  const atStart = timerAssignments(program, { check } as Guard).at(-1)?.firstChild?.lastChild ?? null;
  const init = atStart ?? variables.get(check.timer)?.init ?? null;
  if (init === null) return check.isNext ? 0 : periodUs;
  const isNow = clockOf(source, init, new Map()) !== null;
  const value = isNow ? 0 : sumWithNow(program, constants, init);
  const first = check.isNext ? (value ?? 0) * unit : (value ?? 0) * unit + periodUs;
  return value === null || first < 0 || first > periodUs ? (check.isNext ? 0 : periodUs) : first;
}

/** The value of `millis() + 500` at the start, or of a constant. */
function sumWithNow({ source }: Program, constants: Constants, node: Node): number | null {
  const value = constants.valueOf(node);
  if (value !== null) return value;
  const inner = unwrapped(node);
  const { firstChild: left, lastChild: right } = inner;
  if (inner.name !== 'BinaryExpression' || left === null || right === null) return null;
  const sign = left.nextSibling === null ? '' : textOf(source, left.nextSibling);
  if (clockOf(source, left, new Map()) === null || (sign !== '+' && sign !== '-')) return null;
  const added = constants.valueOf(right);
  return added === null ? null : sign === '+' ? added : -added;
}

const isInside = (node: Node, around: Node): boolean => node.from >= around.from && node.to <= around.to;

function conditionOf(node: Node): Node {
  let around = node;
  while (around.name !== 'ConditionClause' && around.parent !== null) around = around.parent;
  return around;
}

function isDeclared({ parent }: Node): boolean {
  const names = ['Declaration', 'InitDeclarator', 'ArrayDeclarator'];
  return parent !== null && names.includes(parent.name);
}

/** Whether a mention is the target of a plain assignment in setup. */
function isSetIn({ functions }: Program, mention: Node): boolean {
  const setup = functions.get('setup')?.body;
  const target = placeOf(mention);
  const assignment = target.parent;
  const statement = assignment?.parent;
  const isTarget = assignment?.name === 'AssignmentExpression' && assignment.firstChild?.from === target.from;
  return isTarget && statement?.name === 'ExpressionStatement' && statement.parent?.from === setup?.from;
}

/** The whole place that a name begins: `t[0].last` of `t`. */
function placeOf(mention: Node): Node {
  let place = mention;
  for (;;) {
    const { parent } = place;
    const isLonger = parent?.name === 'FieldExpression' || parent?.name === 'SubscriptExpression';
    if (!isLonger || parent.from !== place.from) return place;
    place = parent;
  }
}
