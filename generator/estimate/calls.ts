/** What calls of Arduino, of the runtime and of the sketch's own channels and locks cost. */

import type { Node } from '../import/source.ts';
import { textOf } from '../import/source.ts';
import type { CallCost, CodeCosts, NumberKind } from '../platform/costs.ts';
import { FIELD_BYTES } from '../sketch/field-bytes.ts';
import { sketchIdentifiers } from '../sketch/identifiers.ts';
import type { Sketch } from '../sketch/model.ts';
import { nsOfUs } from '../sketch/time.ts';
import { ASSUMED_BYTES, type Assumption, longestWait, longText, unknownWait } from './assumptions.ts';
import type { Code } from './code.ts';
import { argumentNodes, kindOf } from './number-kinds.ts';

/** What the functions of the sketch's elements cost, by their names in the code. Unit: ns. */
export function elementCalls(sketch: Sketch, { calls }: CodeCosts): ReadonlyMap<string, number> {
  const names = sketchIdentifiers(sketch);
  const costs = new Map<string, number>();
  for (const { name, kind, item } of sketch.channels) {
    const bytes = item.reduce((sum, { type, count }) => sum + FIELD_BYTES[type] * count, 0);
    const identifier = names.channels.get(name);
    for (const end of ['write', 'read']) {
      costs.set(`${identifier}_${end}`, costNs(calls[`${kind} ${end}`], bytes));
    }
  }
  for (const { name } of sketch.resources) {
    const identifier = names.resources.get(name);
    // Each of the two is counted as both: which of them is longer depends on the target.
    costs.set(`${identifier}_lock`, costNs(calls.lock));
    costs.set(`${identifier}_unlock`, 0);
    costs.set(`${identifier}_guard`, costNs(calls.lock));
  }
  for (const { name } of sketch.tasks) costs.set(`${names.runnables.get(name)}_trigger`, costNs(calls.trigger));
  return costs;
}

export const costNs = (cost: CallCost | undefined, bytes = 0): number =>
  cost === undefined ? 0 : cost.ns + bytes * (cost.perByteNs ?? 0);

interface Call {
  readonly code: Code;
  readonly costs: CodeCosts;
  readonly names: ReadonlyMap<string, NumberKind>;
  readonly node: Node;
  readonly assume: (assumption: Assumption) => void;
}

/** The default of `pulseIn()`. */
const PULSE_NS = 1e9;
/** Assumed length of a wait whose argument is not constant. Unit: ns. */
const ASSUMED_WAIT_NS = 2e6;

/** The time that a wait takes by its argument, besides what the call itself costs. null: it is no wait. */
export function waitOfCall(name: string, { code, node, assume }: Call): number | null {
  const unit = { delay: 1e6, delayMicroseconds: 1e3 }[name];
  if (unit !== undefined) {
    const [length] = argumentNodes(node);
    const value = length === undefined ? null : code.constants.valueOf(length);
    if (value !== null) return Math.max(0, value) * unit;
    assume(unknownWait(code.placeOf(node), name, ASSUMED_WAIT_NS));
    return ASSUMED_WAIT_NS;
  }
  if (name !== 'pulseIn' && name !== 'pulseInLong') return null;
  const limit = argumentNodes(node)[2];
  const us = limit === undefined ? null : code.constants.valueOf(limit);
  const ns = us === null ? PULSE_NS : nsOfUs(us);
  assume(longestWait(code.placeOf(node), name, ns));
  return ns;
}

/** `Serial.print(…)`, by the type of what is printed. null: it prints nothing. */
export function printNs(method: string, call: Call): number | null {
  const { code, costs, names, node, assume } = call;
  if (method !== 'print' && method !== 'println') return null;
  const [what] = argumentNodes(node);
  // println() prints its argument, and then the end of the line.
  const end = method === 'println' ? costNs(costs.calls['Serial.println']) : 0;
  if (what === undefined) return costNs(costs.calls['Serial.print'], 2);
  const bytes = textBytes(code, what);
  if (bytes !== null) return costNs(costs.calls['Serial.print'], bytes) + end;
  const kind = kindOf(code, names, what);
  if (kind === 'float') return costNs(costs.calls['Serial.print(float)']) + end;
  if (isNumber(what, call)) return costNs(costs.calls['Serial.print(long)']) + end;
  assume(longText(code.placeOf(node)));
  return Math.max(costNs(costs.calls['Serial.print'], ASSUMED_BYTES), costNs(costs.calls['Serial.print(long)'])) + end;
}

/** The length of a literal text, also in `F("…")`; null if it is something else. */
function textBytes({ source }: Code, node: Node): number | null {
  if (node.name === 'CharLiteral') return 1;
  if (node.name === 'String' || node.name === 'ConcatenatedString') return Math.max(0, textOf(source, node).length - 2);
  const inner =
    node.name === 'CallExpression' && /^F\(/.test(textOf(source, node)) ? argumentNodes(node)[0] : undefined;
  return inner === undefined ? null : textBytes({ source } as Code, inner);
}

const NUMBERS = [
  'Number',
  'BinaryExpression',
  'UnaryExpression',
  'CastExpression',
  'UpdateExpression',
  'ConditionalExpression',
  // The fields of the items of channels are numbers.
  'FieldExpression',
];
const isNumber = (node: Node, { code, names }: Call): boolean =>
  NUMBERS.includes(node.name) || (node.name === 'Identifier' && names.has(textOf(code.source, node)));

/** The most items that a loop can read that ends when there is none, by the name of the function that reads. */
export function itemsByReader(sketch: Sketch): ReadonlyMap<string, number> {
  const names = sketchIdentifiers(sketch);
  return new Map(
    sketch.channels.flatMap(({ name, kind, capacity }) =>
      kind === 'ring-buffer' ? [[`${names.channels.get(name)}_read`, capacity] as const] : [],
    ),
  );
}
