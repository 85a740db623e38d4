/** The pieces of code of an element, and the blocks that they were built from, in the form of the file. */
import type { JsonValue } from '../json/json.ts';

/** The members of a task that hold code. An interrupt has only `body`. */
export const CODE_PIECES = ['setup', 'body', 'deadlineHandler', 'budgetHandler'] as const;
export type CodePiece = (typeof CODE_PIECES)[number];

/**
 * One block of a workspace. `after` or `of` connects it to an earlier block of the list; a block
 * with neither stands alone. The other members are those of Blockly's serialization, with the same
 * meaning.
 */
export interface Block {
  readonly type: string;
  readonly id: string;
  /** Id of the block to which this one is attached from below. */
  readonly after?: string | undefined;
  /** Id of the block that has this block in its `input`. */
  readonly of?: string | undefined;
  readonly input?: string | undefined;
  /** A default value, which shows while no other block is in its place. */
  readonly shadow?: true | undefined;
  /** Place in the workspace, of a free block. Unit: workspace pixels. */
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly collapsed?: boolean | undefined;
  readonly deletable?: boolean | undefined;
  readonly movable?: boolean | undefined;
  readonly editable?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly disabledReasons?: readonly string[] | undefined;
  readonly inline?: boolean | undefined;
  readonly data?: string | undefined;
  readonly icons?: JsonValue | undefined;
  readonly extraState?: JsonValue | undefined;
  readonly fields?: Readonly<Record<string, JsonValue>> | undefined;
}

/**
 * The blocks of one piece of code. They do not change the program: the code beside them does.
 * forms.ts says whether the code is still what was printed from them.
 */
export interface Blocks {
  /** FNV-1a, 32 bits, of the code that was printed from the blocks. */
  readonly printed: number;
  /** A block comes after the block that it is connected to. */
  readonly blocks: readonly Block[];
  /** The code that was typed over the blocks, and set aside when the user went back to them. */
  readonly typed?: string | undefined;
  /** The other members of Blockly's serialization of the workspace, for example its variables. */
  readonly workspace: Readonly<Record<string, JsonValue>>;
}

/** The pieces of an element's code that were built from blocks. Undefined if there are none. */
export type BlocksByPiece = Readonly<Partial<Record<CodePiece, Blocks>>>;
