/**
 * The printer of C++: Blockly's code generator with typed values. It collects what a body needs before
 * its statements: variables, helpers, modes of pins, newest items of channels.
 */
import * as Blockly from 'blockly/core';
import { identifiers } from '../../generator/sketch/identifiers.ts';
import { constantOf, literalOf, wholeOf } from './constants.ts';
import type { BlocksChannel, BlocksContext } from './context.ts';
import { MARK, withoutMarks } from './line-map.ts';
import { decimalLiteral } from './numbers.ts';
import { ReferenceField, type ReferenceKind } from './reference-field.ts';
import type { BlockSpec, TextPiece, ValueKind } from './spec.ts';
import { textLiteral } from './text-literal.ts';

/** A smaller order binds more tightly. One more admits the same order: the left operand of a − b. */
export const ORDER = {
  ATOMIC: 0,
  POSTFIX: 10,
  UNARY: 20,
  MULTIPLY: 30,
  ADD: 40,
  RELATION: 50,
  EQUALITY: 60,
  AND: 70,
  OR: 80,
  CHOICE: 90,
  NONE: 990,
} as const;

export interface BlockProblem {
  /** error: the code does not do what the blocks say. warning: it does, and that is likely not meant. */
  readonly severity: 'error' | 'warning';
  /** Null: the state as a whole. */
  readonly blockId: string | null;
  /** Names the block, what is wrong and the remedy. */
  readonly message: string;
}

const TOO_LARGE =
  'its result does not fit in a whole number, which ends at 2,147,483,647: use a decimal number, or smaller numbers';

/** A line comment. A backslash at its end would continue it on the next line. */
const COMMENT_END = /\\+\s*$/;

export class Cpp extends Blockly.CodeGenerator {
  readonly context: BlocksContext;
  readonly problems: BlockProblem[] = [];
  private readonly specs: ReadonlyMap<string, BlockSpec>;
  private readonly kinds = new Map<Blockly.Block, ValueKind>();
  private readonly used = new Set<string>();
  private readonly helpers = new Map<string, Helper>();
  private readonly modes = new Map<string, PinMode>();
  private readonly snapshots = new Map<string, { readonly name: string; readonly channel: BlocksChannel }>();
  private readonly variables = new Map<string, Variable>();
  /** The names of variables that a loop declares, and of items, by the block that declares them. */
  private readonly locals = new Map<string, string>();
  private readonly usedKeys = new Set<string>();

  constructor(specs: ReadonlyMap<string, BlockSpec>, context: BlocksContext) {
    super('C++');
    this.specs = specs;
    this.context = context;
    this.isInitialized = true;
    for (const word of [...context.taken, ...RESERVED]) this.used.add(word);
    for (const [type, spec] of specs) {
      if (spec.role !== 'root') this.forBlock[type] = (block) => spec.print(block, this);
    }
  }

  // Values -----------------------------------------------------------------------------------------

  kindOf(block: Blockly.Block): ValueKind {
    const known = this.kinds.get(block);
    if (known !== undefined) return known;
    const spec = this.specs.get(block.type);
    const kind = spec?.role !== 'value' ? 'int' : typeof spec.kind === 'function' ? spec.kind(block, this) : spec.kind;
    this.kinds.set(block, kind);
    return kind;
  }

  /** The kind of what is connected; an empty input counts as the number 0. */
  kindAt(block: Blockly.Block, name: string): ValueKind {
    const target = block.getInputTargetBlock(name);
    return target === null ? 'int' : this.kindOf(target);
  }

  /** A whole number: what follows the point of a decimal is dropped. An empty input is 0. */
  whole(block: Blockly.Block, name: string, order: number = ORDER.NONE): string {
    const target = block.getInputTargetBlock(name);
    if (target === null) return '0';
    if (this.kindOf(target) !== 'decimal') return this.valueToCode(block, name, order);
    return this.cast('int32_t', block, name);
  }

  /** A whole number of the C++ type `int32_t`, so that arithmetic has 32 bits on every board. */
  wide(block: Blockly.Block, name: string, order: number = ORDER.NONE): string {
    return this.kindAt(block, name) === 'int' ? this.cast('int32_t', block, name) : this.whole(block, name, order);
  }

  /** A whole number of another C++ type. */
  cast(type: string, block: Blockly.Block, name: string): string {
    const target = block.getInputTargetBlock(name);
    if (target !== null && type !== 'float' && this.kindOf(target) === 'decimal') {
      const constant = constantOf(target);
      if (constant !== 'overflow' && wholeOf(constant) === 'overflow') this.problem(target, 'error', TOO_LARGE);
    }
    const code = this.valueToCode(block, name, ORDER.UNARY + 1);
    return `(${type})${code === '' ? '0' : code}`;
  }

  /** A whole number as an argument of this C++ type. A small literal needs no cast. */
  argument(type: string, block: Blockly.Block, name: string): string {
    const target = block.getInputTargetBlock(name);
    if (target === null) return '0';
    const literal = literalOf(target);
    if (literal !== null && Number.isInteger(literal) && literal >= 0 && literal <= 255) return String(literal);
    return type === 'int' && this.kindOf(target) === 'int' ? this.whole(block, name) : this.cast(type, block, name);
  }

  decimal(block: Blockly.Block, name: string, order: number = ORDER.NONE): string {
    const target = block.getInputTargetBlock(name);
    if (target === null) return '0.0F';
    if (this.kindOf(target) === 'decimal') return this.valueToCode(block, name, order);
    const literal = literalOf(target);
    if (literal === null) return this.cast('float', block, name);
    return literal < 0 && order <= ORDER.UNARY ? `(${decimalLiteral(literal)})` : decimalLiteral(literal);
  }

  truth(block: Blockly.Block, name: string, order: number = ORDER.NONE): string {
    const code = this.valueToCode(block, name, order);
    return code === '' ? 'false' : code;
  }

  /** What print() gets, one piece after the other. */
  pieces(block: Blockly.Block, name: string): readonly TextPiece[] {
    const target = block.getInputTargetBlock(name);
    if (target === null) return [];
    const spec = this.specs.get(target.type);
    if (spec?.role === 'value' && spec.pieces !== undefined) return spec.pieces(target, this);
    const kind = this.kindOf(target);
    if (kind !== 'truth') return [{ code: this.valueToCode(block, name, ORDER.NONE), kind }];
    return [{ code: `${this.truth(block, name, ORDER.CHOICE)} ? "true" : "false"`, kind }];
  }

  /** Reports a whole number that is always too large. */
  checkConstant(block: Blockly.Block): void {
    if (constantOf(block) !== 'overflow') return;
    const isFirst = block.getChildren(false).every((child) => constantOf(child) !== 'overflow');
    if (isFirst) this.problem(block, 'error', TOO_LARGE);
  }

  /** Whether computing the value does nothing else, and gives the same each time. An empty input is 0. */
  isPure(block: Blockly.Block | null): boolean {
    return block === null || (PURE.has(block.type) && block.getChildren(false).every((child) => this.isPure(child)));
  }

  /** Whether both inputs always have the same value, as far as a compiler sees it. */
  areSame(block: Blockly.Block, a: string, b: string): boolean {
    const [left, right] = [block.getInputTargetBlock(a), block.getInputTargetBlock(b)];
    return this.isPure(left) && this.isPure(right) && keyOf(left) === keyOf(right);
  }

  // Statements -------------------------------------------------------------------------------------

  /** The statements in an input, one level deeper. */
  branch(block: Blockly.Block, name: string): string {
    return this.statementToCode(block, name);
  }

  /** The statements in an input of the block that is not printed itself. */
  topLevel(block: Blockly.Block, name: string): string {
    const first = block.getInputTargetBlock(name);
    return first === null ? '' : String(this.blockToCode(first));
  }

  /** The statements in an input, not deeper. */
  inner(block: Blockly.Block, name: string): string {
    return this.topLevel(block, name);
  }

  /** A scope of its own. */
  inBraces(code: string): string {
    return `{\n${code === '' ? '' : this.prefixLines(code, this.INDENT)}}\n`;
  }

  /** One statement in the middle of a line: the `if` after an `else`. */
  inPlace(block: Blockly.Block): string {
    return String(this.blockToCode(block, true));
  }

  override scrub_(block: Blockly.Block, code: string, thisOnly = false): string {
    if (block.outputConnection !== null) return code;
    const comment = this.commentsOf(block);
    const next = block.nextConnection?.targetBlock() ?? null;
    const body = `${comment}${code}`;
    const marked = body === '' ? '' : `${MARK.open}${block.id}${MARK.id}${body.replace(/\n$/, '')}${MARK.close}\n`;
    return marked + (next === null || thisOnly ? '' : String(this.blockToCode(next)));
  }

  /** The comments of the block and of the values in it, as lines. */
  private commentsOf(block: Blockly.Block): string {
    const texts: string[] = [];
    const values = block.inputList.flatMap((input) =>
      input.type === Blockly.inputs.inputTypes.VALUE ? (input.connection?.targetBlock() ?? []) : [],
    );
    for (const value of values) texts.push(this.allNestedComments(value));
    return (
      this.commentOf(block) +
      texts
        .filter((text) => text.trim() !== '')
        .map(commentLines)
        .join('')
    );
  }

  /** The block's own comment, as lines. */
  commentOf(block: Blockly.Block): string {
    const text = block.getCommentText() ?? '';
    return text.trim() === '' ? '' : commentLines(text);
  }

  // Names ------------------------------------------------------------------------------------------

  /** An identifier that nothing else has. */
  unique(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.used.has(name); count++) name = `${wanted}${count}`;
    this.used.add(name);
    return name;
  }

  /**
   * Prints what declares a name for its own statements only. `key` says what is declared, for blocks
   * inside: see `local`.
   */
  scoped(wanted: string, key: string, print: (name: string) => string): string {
    const name = this.unique(wanted);
    this.locals.set(key, name);
    const code = print(name);
    this.locals.delete(key);
    this.used.delete(name);
    return code;
  }

  /** The same for a name that stays taken, because it is declared among other statements. */
  declared(wanted: string, key: string, print: (name: string) => string): string {
    const name = this.unique(wanted);
    this.locals.set(key, name);
    const code = print(name);
    this.locals.delete(key);
    return code;
  }

  /** The name that an enclosing block declares. */
  local(key: string): string | undefined {
    this.usedKeys.add(key);
    return this.locals.get(key);
  }

  /** Whether a block has asked for the name. */
  isUsed(key: string): boolean {
    return this.usedKeys.has(key);
  }

  // What the body needs ----------------------------------------------------------------------------

  problem(block: Blockly.Block, severity: BlockProblem['severity'], message: string): void {
    this.problems.push({ severity, blockId: block.id, message: `${titleOf(block)}: ${message}` });
  }

  /** A function that is printed once, before the statements. Returns its name, or null while it is being printed. */
  helper(key: string, wanted: string, print: (name: string) => string): string | null {
    const known = this.helpers.get(key);
    if (known !== undefined) return known.code === null ? null : known.name;
    const helper: Helper = { name: this.unique(wanted), code: null };
    this.helpers.set(key, helper);
    const code = print(helper.name);
    // A helper that this one calls is declared first.
    this.helpers.delete(key);
    this.helpers.set(key, { ...helper, code });
    return helper.name;
  }

  hasHelper(key: string): boolean {
    return this.helpers.has(key);
  }

  /** Sets the mode of a pin once, before the statements. An output stays one. */
  pinMode(pin: string, mode: PinMode): void {
    if (this.modes.get(pin) !== 'OUTPUT') this.modes.set(pin, mode);
  }

  /** The variable that holds the newest item of the channel at the start of the job. */
  snapshot(channel: BlocksChannel): string {
    const known = this.snapshots.get(channel.name);
    if (known !== undefined) return known.name;
    const name = this.unique(`newest_${channel.identifier}`);
    this.snapshots.set(channel.name, { name, channel });
    return name;
  }

  /** What a reference names, if this body may use it. Reports a problem otherwise. */
  reference<Element extends { readonly name: string }>(
    block: Blockly.Block,
    field: string,
    elements: readonly Element[],
  ): Element | undefined {
    const value = String(block.getFieldValue(field) ?? '');
    const reference = block.getField(field);
    const found = elements.find(({ name }) => name === value);
    if (found !== undefined && (!(reference instanceof ReferenceField) || reference.isKnown())) return found;
    this.problem(block, 'error', missing(reference instanceof ReferenceField ? reference.kind : 'parts', value));
    return undefined;
  }

  /** The code's name of a pin that the board has and that can do what the block does. */
  pin(block: Blockly.Block, field = 'PIN'): string | undefined {
    const value = String(block.getFieldValue(field) ?? '');
    return this.reference(block, field, [{ name: value }])?.name;
  }

  /** The name of a variable of the body. */
  variable(block: Blockly.Block, use: 'read' | 'write'): string {
    const id = String(block.getFieldValue('VAR') ?? '');
    const local = this.locals.get(`variable ${id}`);
    if (local !== undefined) return local;
    const known = this.variables.get(id);
    if (known !== undefined) {
      if (use === 'read') known.isRead = true;
      return known.name;
    }
    const model = block.workspace.getVariableMap().getVariableById(id);
    const name = this.unique(identifierOf(model?.getName() ?? 'variable'));
    this.variables.set(id, { name, type: model?.getType() ?? 'Whole', isRead: use === 'read' });
    return name;
  }

  /** Lines that keep code with errors from being built. */
  private errors(): string {
    return this.problems
      .filter(({ severity }) => severity === 'error')
      .map(
        ({ blockId, message }) => `${MARK.open}${blockId ?? ''}${MARK.id}#error ${textLiteral(message)}${MARK.close}\n`,
      )
      .join('');
  }

  /** What comes before the statements, and the statements. */
  assemble(statements: string): string {
    const snapshots = [...this.snapshots.values()].map(
      ({ name, channel }) => `static ${channel.itemType} ${name} = {};\n${channel.identifier}_read(&${name});\n`,
    );
    const modes = [...this.modes].map(([pin, mode]) => `pinMode(${pin}, ${mode});\n`);
    const sections = [
      this.errors(),
      [...this.variables.values()].map(declarationOf).join(''),
      ...[...this.helpers.values()].map(({ code }) => code ?? ''),
      snapshots.join(''),
      modes.join('') + statements,
    ];
    return sections.filter((section) => section !== '').join('\n');
  }
}

/** Values that are computed from literals and variables alone. */
const PURE = new Set(
  ['number', 'arithmetic', 'remainder', 'negate', 'least_most', 'absolute', 'constrain', 'map', 'decimal', 'round']
    .concat(['compare', 'and_or', 'not', 'truth', 'choose', 'whole_get', 'decimal_get', 'truth_get', 'square_root'])
    .concat(['parameter_number', 'parameter_truth'])
    .map((name) => `polyloop_${name}`),
);
const COMMUTATIVE = new Set(['ADD', 'MULTIPLY', 'EQ', 'NE', 'AND', 'OR', 'min', 'max']);

/** A text that is equal for values that a compiler sees as equal. */
function keyOf(block: Blockly.Block | null): string {
  if (block === null) return 'polyloop_number(0)';
  const fields = block.inputList
    .flatMap((input) => input.fieldRow)
    .flatMap((field) => (field.name === undefined ? [] : [String(field.getValue())]));
  const inputs = block.inputList.flatMap((input) =>
    input.type === Blockly.inputs.inputTypes.VALUE ? [keyOf(input.connection?.targetBlock() ?? null)] : [],
  );
  if (fields.some((value) => COMMUTATIVE.has(value))) inputs.sort();
  return `${block.type}(${[...fields, ...inputs].join(',')})`;
}

type PinMode = 'OUTPUT' | 'INPUT' | 'INPUT_PULLUP';

interface Helper {
  readonly name: string;
  /** Null while it is being printed. */
  readonly code: string | null;
}

interface Variable {
  readonly name: string;
  readonly type: string;
  isRead: boolean;
}

const C_TYPE_OF: Readonly<Record<string, readonly [type: string, zero: string]>> = {
  Whole: ['int32_t', '0'],
  Decimal: ['float', '0.0F'],
  Truth: ['bool', 'false'],
};

/** A variable that is never read would be a warning of the compiler. */
function declarationOf({ name, type, isRead }: Variable): string {
  const [cType, zero] = C_TYPE_OF[type] ?? ['int32_t', '0'];
  return `${isRead ? '' : '[[gnu::unused]] '}static ${cType} ${name} = ${zero};\n`;
}

/** A name of the user as an identifier. The body is a scope of its own, so it may hide other names. */
export function identifierOf(name: string): string {
  return identifiers([name]).get(name) ?? 'value';
}

const WHAT: Readonly<Record<ReferenceKind, string>> = {
  channels: 'channel',
  resources: 'resource',
  parts: 'part',
  tasks: 'task',
  pins: 'pin',
  slots: 'field',
  functions: 'function',
  parameters: 'input of the function',
};
const REMEDY: Readonly<Record<ReferenceKind, string>> = {
  channels: 'connect it to the channel on the canvas, or choose another one',
  resources: 'add it as a user of the resource on the canvas, or choose another one',
  parts: 'add and wire the part again, or choose another one',
  tasks: 'choose a sporadic task of the sketch',
  pins: 'choose another pin',
  slots: 'add the field to the channel again, or choose another one',
  functions: 'define the function again, or choose another one',
  parameters: 'choose an input of the function around the block',
};

function missing(kind: ReferenceKind, name: string): string {
  const what = name === '' ? `there is no ${WHAT[kind]} to choose` : `this body cannot use ${WHAT[kind]} “${name}”`;
  return `${what}: ${REMEDY[kind]}`;
}

/** The words on the block, shortened. */
function titleOf(block: Blockly.Block): string {
  const words = withoutMarks(block.toString(48)).replace(/\s+/g, ' ').trim();
  return `“${words}”`;
}

function commentLines(text: string): string {
  const lines = withoutMarks(text.trimEnd()).split(/\r\n|[\n\r\u2028\u2029]/);
  return lines
    .map((line) => `// ${line}`.replace(COMMENT_END, '').trimEnd())
    .join('\n')
    .concat('\n');
}

/** Words that the printer uses itself. `identifierOf` already avoids those of C++ and Arduino. */
const RESERVED = ['held', 'item', 'uint8_t', 'int32_t', 'sqrtf', 'lroundf', 'floorf', 'ceilf'];
