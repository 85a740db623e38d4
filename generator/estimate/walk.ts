/**
 * The longest time of a piece of code, from its syntax tree: statements add up, branches take the longer
 * side, loops multiply, and calls of the sketch's own functions are followed.
 */
import { calledName } from '../import/program.ts';
import { childrenOf, isComment, type Node, nodesOf, textOf } from '../import/source.ts';
import type { CodeCosts, NumberKind, Operation } from '../platform/costs.ts';
import type { Sketch } from '../sketch/model.ts';
import {
  ASSUMED_CALL_NS,
  ASSUMED_PASSES,
  type Assumption,
  manyPasses,
  NO_ESTIMATE,
  unknownCall,
} from './assumptions.ts';
import { costNs, elementCalls, itemsByReader, printNs, waitOfCall } from './calls.ts';
import type { Code } from './code.ts';
import { canLeave, headOf, isAlways, passesOfFor, type Ranges, waitNs } from './loops.ts';
import { argumentNodes, kindOf, kindOfType, kindsOfNames, widest } from './number-kinds.ts';

/** Why there is no longest time, as a sentence. */
export class Unbounded extends Error {}

/** The longest event of `plot()`: its head, the number of its name, and its value. Unit: bytes. */
const MARK_BYTES = 4 + 2 + 5;

/** Functions that the compiler replaces by a few operations on their arguments. */
const AS_OPERATIONS: Readonly<Record<string, number>> = {
  min: 2,
  max: 2,
  abs: 2,
  constrain: 4,
  sq: 0,
  bit: 1,
  bitRead: 2,
  bitSet: 2,
  bitClear: 2,
  bitWrite: 4,
  lowByte: 1,
  highByte: 1,
  round: 2,
  interrupts: 0,
  sizeof: 0,
  F: 0,
};

const NO_COST = new Set([
  'Number',
  'True',
  'False',
  'CharLiteral',
  'String',
  'ConcatenatedString',
  'Identifier',
  'ScopedIdentifier',
  'SizeofExpression',
  'LambdaExpression',
  'BreakStatement',
  'ContinueStatement',
  'TypeDefinition',
  'UsingDeclaration',
  'StructSpecifier',
  'EnumSpecifier',
  'FunctionDefinition',
  ';',
]);

const OPERATION_OF: Readonly<Record<string, Operation>> = {
  '*': 'multiply',
  '/': 'divide',
  '%': 'divide',
  '<<': 'shift',
  '>>': 'shift',
};

export class Walk {
  readonly assumptions: Assumption[] = [];
  readonly #code: Code;
  readonly #costs: CodeCosts;
  readonly #elements: ReadonlyMap<string, number>;
  readonly #items: ReadonlyMap<string, number>;
  readonly #names: ReadonlyMap<string, NumberKind>;
  /** The functions that are being followed. */
  readonly #open: string[] = [];
  readonly #followed = new Map<string, number>();

  /** @param sketch with the channels and locks that the code uses */
  constructor(code: Code, costs: CodeCosts, sketch: Sketch) {
    this.#code = code;
    this.#costs = costs;
    this.#elements = elementCalls(sketch, costs);
    this.#items = itemsByReader(sketch);
    this.#names = kindsOfNames(code);
  }

  /** The longest time of the body. Throws Unbounded. Unit: ns. */
  longestNs(): number {
    return this.#nsOf(this.#code.main.body, new Map());
  }

  #assume(assumption: Assumption): void {
    if (!this.assumptions.some(({ sentence }) => sentence === assumption.sentence)) this.assumptions.push(assumption);
  }

  #sum(nodes: readonly (Node | null)[], ranges: Ranges): number {
    return nodes.reduce((sum, node) => sum + (node === null ? 0 : this.#nsOf(node, ranges)), 0);
  }

  #operation(operation: Operation, kind: NumberKind): number {
    return this.#costs.operations[operation][kind];
  }

  #kindOf(node: Node | null | undefined): NumberKind {
    return node == null ? 'long' : kindOf(this.#code, this.#names, node);
  }

  #nsOf(node: Node, ranges: Ranges): number {
    if (isComment(node) || NO_COST.has(node.name)) return 0;
    switch (node.name) {
      case 'IfStatement':
        return this.#ifStatement(node, ranges);
      case 'ConditionalExpression':
        return this.#choice(childrenOf(node), ranges);
      case 'SwitchStatement':
        return this.#switchStatement(node, ranges);
      case 'ForStatement':
        return this.#forStatement(node, ranges);
      case 'ForRangeLoop':
        return this.#rangeLoop(node, ranges);
      case 'WhileStatement':
      case 'DoStatement':
        return this.#whileStatement(node, ranges);
      case 'Declaration':
        return this.#declaration(node, ranges);
      case 'AssignmentExpression':
        return this.#assignment(node, ranges);
      case 'UpdateExpression':
        return this.#sum(childrenOf(node), ranges) + this.#both('move', 'add', this.#kindOf(node));
      case 'BinaryExpression':
        return this.#binary(node, ranges);
      case 'UnaryExpression':
        return this.#sum(childrenOf(node), ranges) + this.#operation('add', this.#kindOf(node.lastChild));
      case 'CastExpression':
        return this.#sum([node.lastChild], ranges) + this.#conversion(node.lastChild, this.#kindOf(node));
      case 'SubscriptExpression':
      case 'PointerExpression':
        return this.#sum(childrenOf(node), ranges) + this.#operation('index', this.#kindOf(node));
      case 'CallExpression':
        return this.#call(node, ranges);
      case 'GotoStatement':
        throw new Unbounded(NO_ESTIMATE.endless(this.#code.placeOf(node)));
      default:
        return this.#sum(childrenOf(node), ranges);
    }
  }

  #both(first: Operation, second: Operation, kind: NumberKind): number {
    return this.#operation(first, kind) + this.#operation(second, kind);
  }

  #conversion(from: Node | null | undefined, to: NumberKind): number {
    const kind = this.#kindOf(from);
    return (kind === 'float') === (to === 'float') ? 0 : this.#operation('convert', kind === 'float' ? to : kind);
  }

  // ---- expressions ----

  #binary(node: Node, ranges: Ranges): number {
    const { firstChild: left, lastChild: right } = node;
    const sign = left?.nextSibling ?? null;
    const operands = this.#sum([left, right], ranges);
    if (sign === null) return operands;
    if (sign.name === 'LogicOp') return operands + 2 * this.#costs.branchNs;
    const kind = widest(this.#kindOf(left), this.#kindOf(right));
    const operation = OPERATION_OF[textOf(this.#code.source, sign)] ?? 'add';
    return operands + this.#conversion(left, kind) + this.#conversion(right, kind) + this.#operation(operation, kind);
  }

  #assignment(node: Node, ranges: Ranges): number {
    const [target, sign, ...rest] = childrenOf(node);
    const value = rest.at(-1) ?? sign;
    const kind = this.#kindOf(target);
    const operator = sign === undefined || sign === value ? '=' : textOf(this.#code.source, sign);
    const combined =
      operator === '='
        ? 0
        : this.#operation(OPERATION_OF[operator.slice(0, -1)] ?? 'add', widest(kind, this.#kindOf(value)));
    return (
      this.#sum([target ?? null, value ?? null], ranges) +
      this.#conversion(value, kind) +
      combined +
      this.#operation('move', kind)
    );
  }

  #declaration(node: Node, ranges: Ranges): number {
    const children = childrenOf(node);
    // A constant and a static variable get their value before the first job.
    if (children.some(({ name }) => name === 'static' || name === 'constexpr' || name === 'extern')) return 0;
    const type =
      children[0] === undefined
        ? ''
        : textOf(this.#code.source, children.find(({ name }) => /Type|Specifier$/.test(name)) ?? children[0]);
    const guard = this.#elements.get(type);
    if (guard !== undefined) return guard;
    const kind = kindOfType(type);
    return node.getChildren('InitDeclarator').reduce((sum, declarator) => {
      const value = declarator.lastChild;
      const elements =
        value?.name === 'InitializerList' ? childrenOf(value).filter(({ name }) => name === ',').length + 1 : 1;
      return (
        sum + this.#sum([value], ranges) + this.#conversion(value, kind) + elements * this.#operation('move', kind)
      );
    }, 0);
  }

  #call(node: Node, ranges: Ranges): number {
    const operands = this.#sum(argumentNodes(node), ranges);
    const [callee] = childrenOf(node);
    if (callee === undefined) return operands;
    const { source, program } = this.#code;
    if (/Type|Specifier/.test(callee.name))
      return operands + this.#conversion(argumentNodes(node)[0], this.#kindOf(node));
    const name = textOf(source, callee).replaceAll(/\s/g, '');
    const called = calledName(source, node);
    if (called !== null && program.functions.has(called))
      return operands + this.#costs.callNs + this.#follow(called, node);
    return operands + this.#knownCall(name, node);
  }

  #knownCall(name: string, node: Node): number {
    const element = this.#elements.get(name);
    if (element !== undefined) return element;
    const call = {
      code: this.#code,
      costs: this.#costs,
      names: this.#names,
      node,
      assume: (each: Assumption) => this.#assume(each),
    };
    const method = /^Serial\.(\w+)$/.exec(name)?.[1];
    const printed = method === undefined ? null : printNs(method, call);
    if (printed !== null) return printed;
    const cost = this.#costs.calls[name];
    const wait = waitOfCall(name, call);
    if (wait !== null) return wait + costNs(cost);
    if (cost !== undefined) return costNs(cost);
    const operations = Object.hasOwn(AS_OPERATIONS, name) ? AS_OPERATIONS[name] : undefined;
    if (operations !== undefined) {
      const kind = widest(...argumentNodes(node).map((each) => this.#kindOf(each)));
      return operations * this.#operation('add', kind) + (name === 'sq' ? this.#operation('multiply', kind) : 0);
    }
    if (name === 'plot' || name === 'pl_mark') return costNs(this.#costs.calls['Serial.print'], MARK_BYTES);
    this.#assume(unknownCall(this.#code.placeOf(node), name));
    return ASSUMED_CALL_NS;
  }

  #follow(name: string, at: Node): number {
    const known = this.#followed.get(name);
    if (known !== undefined) return known;
    const made = this.#code.program.functions.get(name);
    if (made === undefined) return 0;
    if (this.#open.includes(name)) throw new Unbounded(NO_ESTIMATE.recursive(this.#code.placeOf(at), name));
    this.#open.push(name);
    const ns = this.#nsOf(made.body, new Map());
    this.#open.pop();
    this.#followed.set(name, ns);
    return ns;
  }

  // ---- branches ----

  #ifStatement(node: Node, ranges: Ranges): number {
    const children = childrenOf(node).filter(
      (child) => !isComment(child) && child.name !== 'if' && child.name !== 'else',
    );
    return this.#choice(children, ranges);
  }

  /** A condition, and one or two branches. A condition that is constant leaves one of them. */
  #choice(children: readonly Node[], ranges: Ranges): number {
    const [condition, yes, no] = children.filter(({ name }) => name !== '?' && name !== ':');
    if (condition === undefined || yes === undefined) return 0;
    const inner = condition.name === 'ConditionClause' ? (childrenOf(condition)[1] ?? condition) : condition;
    const value = this.#code.constants.valueOf(inner);
    if (value !== null) return this.#sum([value !== 0 ? yes : (no ?? null)], ranges);
    const longer = Math.max(this.#nsOf(yes, ranges), no === undefined ? 0 : this.#nsOf(no, ranges));
    return this.#nsOf(condition, ranges) + this.#costs.branchNs + longer;
  }

  /** Each case runs until the next `break`. */
  #switchStatement(node: Node, ranges: Ranges): number {
    const condition = node.getChild('ConditionClause');
    const cases = node.getChild('CompoundStatement')?.getChildren('CaseStatement') ?? [];
    const times = cases.map((each) => ({
      ns: this.#sum(
        childrenOf(each).filter(({ name }) => /Statement$|^Declaration$/.test(name)),
        ranges,
      ),
      ends: canLeave(each),
    }));
    let longest = 0;
    for (const start of times.keys()) {
      let sum = 0;
      for (const { ns, ends } of times.slice(start)) {
        sum += ns;
        if (ends) break;
      }
      longest = Math.max(longest, sum);
    }
    const compared = this.#operation('add', this.#kindOf(condition?.firstChild?.nextSibling)) + this.#costs.branchNs;
    return this.#sum([condition], ranges) + cases.length * compared + longest;
  }

  // ---- loops ----

  #forStatement(node: Node, ranges: Ranges): number {
    const { init, condition, step, body } = headOf(this.#code, node);
    if (body === null) return 0;
    const passes = passesOfFor(this.#code, node, ranges);
    const before = this.#sum([init], ranges);
    if (passes !== null) {
      const pass = this.#sum([condition, step, body], passes.ranges) + this.#costs.passNs;
      return before + passes.count * pass + this.#sum([condition], passes.ranges);
    }
    return before + this.#loop(node, condition, [condition, step, body], body, ranges);
  }

  #rangeLoop(node: Node, ranges: Ranges): number {
    const children = childrenOf(node);
    const [body] = children.slice(-1);
    const list = children[children.findIndex(({ name }) => name === ')') - 1];
    const count = list === undefined ? null : this.#elementsOf(textOf(this.#code.source, list));
    if (count === null) this.#assume(manyPasses(this.#code.placeOf(node)));
    const pass = this.#costs.passNs + this.#operation('index', 'long') + this.#sum([body ?? null], ranges);
    return (count ?? ASSUMED_PASSES) * pass;
  }

  /** The elements of an array with a known length. */
  #elementsOf(name: string): number | null {
    for (const node of nodesOf(this.#code.source.top)) {
      if (node.name !== 'ArrayDeclarator') continue;
      const [declared] = childrenOf(node);
      if (declared === undefined || textOf(this.#code.source, declared) !== name) continue;
      const length = childrenOf(node).find((child, at) => at > 1 && child.name !== ']');
      const value = length === undefined ? null : this.#code.constants.valueOf(length);
      if (value !== null) return value;
      const list = node.parent?.getChild('InitializerList');
      return list == null ? null : childrenOf(list).filter((child) => child.name === ',').length + 1;
    }
    return null;
  }

  #whileStatement(node: Node, ranges: Ranges): number {
    const condition = node.getChild('ConditionClause') ?? node.getChild('ParenthesizedExpression');
    const body = childrenOf(node).find(({ name }) => /Statement$/.test(name)) ?? null;
    if (condition === null || body === null) return 0;
    return this.#loop(node, childrenOf(condition)[1] ?? condition, [condition, body], body, ranges);
  }

  /** A loop without a counter. A loop that reads the clock waits, and one more pass can follow. */
  #loop(node: Node, condition: Node | null, parts: readonly (Node | null)[], body: Node, ranges: Ranges): number {
    const place = this.#code.placeOf(node);
    if (condition !== null && this.#code.constants.valueOf(condition) === 0) {
      return node.name === 'DoStatement' ? this.#sum(parts, ranges) : 0;
    }
    if (isAlways(this.#code, condition) && !canLeave(body)) throw new Unbounded(NO_ESTIMATE.endless(place));
    const pass = this.#sum(parts, ranges) + this.#costs.passNs;
    const wait = condition === null ? null : waitNs(this.#code, condition);
    if (wait !== null) return wait + pass;
    const items = condition === null ? undefined : this.#items.get(calledName(this.#code.source, condition) ?? '');
    if (items !== undefined) return (items + 1) * pass;
    this.#assume(manyPasses(place));
    return ASSUMED_PASSES * pass;
  }
}
