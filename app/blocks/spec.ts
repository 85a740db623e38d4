/**
 * What a block is, as data: its shape, the kind of its value, its C++ and where the toolbox offers it. A
 * file of categories/ has the blocks of one category.
 */
import type { Block, serialization } from 'blockly/core';
import { tr } from '../../generator/words/tr.ts';
import type { BlocksContext } from './context.ts';
import type { Cpp } from './cpp.ts';
import type { FunctionInfo } from './functions/info.ts';

export const CATEGORIES = [
  { id: 'pins', label: tr`Pins`, hue: 30 },
  { id: 'parts', label: tr`Parts`, hue: 345 },
  { id: 'channels', label: tr`Channels`, hue: 200 },
  { id: 'resources', label: tr`Resources`, hue: 15 },
  { id: 'time', label: tr`Time`, hue: 260 },
  { id: 'control', label: tr`Control`, hue: 120 },
  { id: 'logic', label: tr`Logic`, hue: 210 },
  { id: 'math', label: tr`Math`, hue: 230 },
  { id: 'text', label: tr`Text`, hue: 160 },
  { id: 'variables', label: tr`Variables`, hue: 330 },
  { id: 'functions', label: tr`Functions`, hue: 290 },
] as const;
export type CategoryId = (typeof CATEGORIES)[number]['id'];

/**
 * The C++ type of a value. int: at least 16 bits, as C's `int`, so arithmetic needs a cast first. whole:
 * `int32_t`. decimal: `float`. text: pieces that are printed one after the other.
 */
export type ValueKind = 'int' | 'whole' | 'decimal' | 'truth' | 'text';

export type BlockState = serialization.blocks.State;

/** A block of the toolbox, in the form that Blockly serializes. */
export type Offer = BlockState & { readonly gap?: number };

/** A JSON definition for Blockly, without the type. The block has the colour of its category. */
export interface Shape {
  readonly message0: string;
  readonly args0?: readonly object[];
  readonly message1?: string;
  readonly args1?: readonly object[];
  readonly message2?: string;
  readonly args2?: readonly object[];
  readonly inputsInline?: boolean;
  readonly tooltip: string;
  readonly extensions?: readonly string[];
  readonly mutator?: string;
}

interface Common {
  /** Begins with `polyloop_`. */
  readonly type: string;
  readonly category: CategoryId;
  readonly shape: Shape;
  /** What the toolbox offers. Empty: this body cannot use the block. */
  readonly offers: (context: BlocksContext, functions: readonly FunctionInfo[]) => readonly Offer[];
}

/** An order is how tightly the operator binds; see ORDER. */
export type Printed = [code: string, order: number];

export interface StatementSpec extends Common {
  readonly role: 'statement';
  /** Whether nothing can follow: break, return. */
  readonly isLast?: boolean;
  /** Whole lines, each with its line break. */
  readonly print: (block: Block, cpp: Cpp) => string;
}

export interface ValueSpec extends Common {
  readonly role: 'value';
  readonly kind: ValueKind | ((block: Block, cpp: Cpp) => ValueKind);
  /** The connection check. */
  readonly check: 'Number' | 'Boolean' | 'Text';
  readonly print: (block: Block, cpp: Cpp) => Printed;
  /** The values of a text, which are printed one after the other. */
  readonly pieces?: (block: Block, cpp: Cpp) => readonly TextPiece[];
}

/** A block that stands alone: the body, and definitions of functions. */
export interface RootSpec extends Common {
  readonly role: 'root';
  /** Prints what stands beside the body: a function. */
  readonly print?: (block: Block, cpp: Cpp) => void;
}

export type BlockSpec = StatementSpec | ValueSpec | RootSpec;

/** A piece of printed text: the argument of one print(). */
export interface TextPiece {
  readonly code: string;
  /** Whether the piece is a decimal, which print() shows with two digits. */
  readonly kind: ValueKind;
}

/** An input for a value. */
export const valueInput = (name: string, check: 'Number' | 'Boolean' | 'Text' | readonly string[]) => ({
  type: 'input_value',
  name,
  check,
});
export const statementInput = (name: string) => ({ type: 'input_statement', name });
export const options = (name: string, list: readonly (readonly [label: string, value: string])[]) => ({
  type: 'field_dropdown',
  name,
  options: list,
});

/** A number that the user can type into, or cover with another block. */
export const numberShadow = (value: number) => ({
  shadow: { type: 'polyloop_number', fields: { NUM: value } },
});
export const truthShadow = (value: boolean) => ({
  shadow: { type: 'polyloop_truth', fields: { VALUE: value ? 'TRUE' : 'FALSE' } },
});
export const textShadow = (text: string) => ({ shadow: { type: 'polyloop_text', fields: { TEXT: text } } });

/** Offers one block with these fields and shadows. */
export const offer = (type: string, state: Omit<BlockState, 'type'> = {}): readonly Offer[] => [{ type, ...state }];
export const always = (type: string, state: Omit<BlockState, 'type'> = {}) => {
  const offers = offer(type, state);
  return (): readonly Offer[] => offers;
};

/** Inputs that take values of all printable kinds. */
export const PRINTABLE = ['Text', 'Number', 'Boolean'] as const;
