/** The printer of C++: Blockly's code generator with typed values. */
import * as Blockly from 'blockly/core';
import { tr } from '../../generator/words/tr.ts';
import { constantOf, literalOf, wholeOf } from './constants.ts';
import type { BlocksContext } from './context.ts';
import { MARK, withoutMarks } from './line-map.ts';
import { Names } from './names.ts';
import { decimalLiteral } from './numbers.ts';
import { type BlockProblem, missing, titleOf } from './problems.ts';
import { Prologue } from './prologue.ts';
import { ReferenceField } from './reference-field.ts';
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

const TOO_LARGE = tr`its result does not fit in a whole number, which ends at 2,147,483,647: use a decimal number, or smaller numbers`;

/** A line comment. A backslash at its end would continue it on the next line. */
const COMMENT_END = /\\+\s*$/;

export class Cpp extends Blockly.CodeGenerator {
  readonly context: BlocksContext;
  readonly problems: BlockProblem[] = [];
  private readonly specs: ReadonlyMap<string, BlockSpec>;
  private readonly kinds = new Map<Blockly.Block, ValueKind>();
  /** The names that the body declares. */
  readonly names: Names;
  /** What the body needs before its statements. */
  readonly prologue: Prologue;

  constructor(specs: ReadonlyMap<string, BlockSpec>, context: BlocksContext) {
    super('C++');
    this.specs = specs;
    this.context = context;
    this.isInitialized = true;
    this.names = new Names(context.taken);
    this.prologue = new Prologue(this.names);
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
    const most = type === 'int8_t' ? 127 : 255;
    if (literal !== null && Number.isInteger(literal) && literal >= 0 && literal <= most) return String(literal);
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

  // Statements -------------------------------------------------------------------------------------

  /** The statements in an input, one level deeper. */
  branch(block: Blockly.Block, name: string): string {
    return this.statementToCode(block, name);
  }

  /** The statements in an input, at the level of the block itself. */
  topLevel(block: Blockly.Block, name: string): string {
    const first = block.getInputTargetBlock(name);
    return first === null ? '' : String(this.blockToCode(first));
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

  // Problems ---------------------------------------------------------------------------------------

  problem(block: Blockly.Block, severity: BlockProblem['severity'], message: string): void {
    this.problems.push({ severity, blockId: block.id, message: `${titleOf(block)}: ${message}` });
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
    const sections = [this.errors(), ...this.prologue.sections(), this.prologue.pinModes() + statements];
    return sections.filter((section) => section !== '').join('\n');
  }
}

function commentLines(text: string): string {
  const lines = withoutMarks(text.trimEnd()).split(/\r\n|[\n\r\u2028\u2029]/);
  return lines
    .map((line) => `// ${line}`.replace(COMMENT_END, '').trimEnd())
    .join('\n')
    .concat('\n');
}
