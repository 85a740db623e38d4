/** Turns `attachInterrupt()` of setup into interrupts of the sketch. */
import type { Board } from '../platform/board.ts';
import type { InterruptMode } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import type { Constants } from './constants.ts';
import { dedented } from './edits.ts';
import { argumentsOf, calledName, type Program } from './program.ts';
import { childrenOf, lineOf, type Node, nodesOf, textOf } from './source.ts';

export interface FoundInterrupt {
  readonly name: string;
  readonly pin: string;
  readonly mode: InterruptMode;
  readonly body: string;
  readonly nodes: readonly Node[];
  /** The statement of setup. */
  readonly statement: Node;
  /** The function that becomes the body, if no other code calls it. */
  readonly handler: string | null;
  readonly line: number;
}

export interface FoundInterrupts {
  readonly interrupts: readonly FoundInterrupt[];
  /** Why no call was changed. A sketch with interrupts cannot call `attachInterrupt()` itself. */
  readonly refusal: { readonly line: number; readonly reason: string } | null;
}

const MODES: Readonly<Record<string, InterruptMode>> = {
  RISING: 'rising',
  FALLING: 'falling',
  CHANGE: 'change',
  LOW: 'low',
};

export function findInterrupts(program: Program, constants: Constants, board: Board | undefined): FoundInterrupts {
  const { source } = program;
  const nodes = [...nodesOf(source.top)];
  const calls = nodes.filter((node) => calledName(source, node) === 'attachInterrupt');
  const refuse = (node: Node, reason: string): FoundInterrupts => ({
    interrupts: [],
    refusal: { line: lineOf(source, node.from), reason },
  });
  const detach = nodes.find((node) => calledName(source, node) === 'detachInterrupt');
  if (calls.length > 0 && detach !== undefined) return refuse(detach, tr`the sketch also calls detachInterrupt()`);
  const interrupts: FoundInterrupt[] = [];
  for (const call of calls) {
    const found = interruptOf(program, constants, board, call);
    if (typeof found === 'string') return refuse(call, found);
    if (interrupts.some(({ pin }) => pin === found.pin)) return refuse(call, tr`pin ${found.pin} has two of them`);
    interrupts.push(found);
  }
  return { interrupts, refusal: null };
}

/** The interrupt of a call, or why there is none. */
function interruptOf(
  program: Program,
  constants: Constants,
  board: Board | undefined,
  call: Node,
): FoundInterrupt | string {
  const { source, functions, mentions } = program;
  const setup = functions.get('setup')?.body;
  const statement = call.parent;
  if (statement === null || statement.name !== 'ExpressionStatement' || statement.parent?.from !== setup?.from) {
    return tr`it is not a plain statement of setup()`;
  }
  const [line, handler, modeNode] = argumentsOf(call);
  const pin = line === undefined ? null : pinOf(program, constants, board, line);
  if (pin === null) return tr`its pin is not known, or the board has no interrupt there`;
  const mode = modeNode === undefined ? undefined : MODES[textOf(source, modeNode)];
  if (mode === undefined || handler === undefined) return tr`its mode is not RISING, FALLING, CHANGE or LOW`;
  const common = { pin, mode, statement, line: lineOf(source, call.from) };
  if (handler.name === 'LambdaExpression') {
    const body = handler.getChild('CompoundStatement');
    if (body === null) return tr`its function is not known`;
    return { ...common, name: `pin ${pin}`, body: inside(program, body), nodes: [body], handler: null };
  }
  const name = textOf(source, handler);
  const made = functions.get(name);
  if (made === undefined) return tr`its function is not part of this sketch`;
  const uses = (mentions.get(name) ?? []).filter(({ parent }) => parent?.name !== 'FunctionDeclarator');
  const isOwn = uses.length === 1;
  const body = isOwn ? inside(program, made.body) : `${name}();`;
  return { ...common, name, body, nodes: [made.body], handler: isOwn ? name : null };
}

const inside = ({ source }: Program, body: Node): string => dedented(source.text.slice(body.from + 1, body.to - 1));

/** The board's name of the pin of `digitalPinToInterrupt(pin)` or of the number of an interrupt. */
function pinOf(program: Program, constants: Constants, board: Board | undefined, line: Node): string | null {
  const { source } = program;
  const able = (board?.pins ?? []).filter(({ interrupt }) => interrupt !== null);
  if (calledName(source, line) === 'digitalPinToInterrupt') {
    const [pin] = argumentsOf(line);
    const name = pin === undefined ? null : pinName(program, constants, pin);
    return able.find((each) => each.name === name)?.name ?? null;
  }
  const number = constants.valueOf(line);
  return able.find(({ interrupt }) => interrupt === `INT${number}`)?.name ?? null;
}

/** The name of a pin in code: `13`, `LED`, `A0`. */
export function pinName({ source, variables }: Program, constants: Constants, node: Node): string | null {
  const text = textOf(source, node);
  if (/^A\d+$/.test(text)) return text;
  if (text === 'LED_BUILTIN') return '13';
  const value = constants.valueOf(node);
  if (value !== null) return value >= 14 && value <= 19 ? `A${value - 14}` : String(value);
  const init = variables.get(text)?.init ?? null;
  return init !== null && init.from !== node.from && childrenOf(init).length === 0
    ? pinName({ source, variables } as Program, constants, init)
    : null;
}
