/** What the code of a job costs on a board with a target: the figures of its static estimate. */
import type { Ns } from '../sketch/time.ts';

/**
 * The type of a number, as the compiler of the board sees it. An `int` has 16 bits on an Uno and 32 on a
 * Cortex-M3; a `long` has 32 on both.
 */
export const NUMBER_KINDS = ['int', 'long', 'longlong', 'float'] as const;
export type NumberKind = (typeof NUMBER_KINDS)[number];

/**
 * - `move`: an assignment from one variable to another.
 * - `add`: one more operand that is added, subtracted, combined bit by bit or compared.
 * - `multiply`, `divide` (also the remainder), `shift` by a number that is not known.
 * - `convert`: to or from a floating-point number.
 * - `index`: an element of an array instead of a variable.
 */
export const OPERATIONS = ['move', 'add', 'multiply', 'divide', 'shift', 'convert', 'index'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A call costs `ns`, and `perByteNs` for each byte that it prints, copies or shifts. */
export interface CallCost {
  readonly ns: Ns;
  readonly perByteNs?: Ns;
}

export interface CodeCosts {
  /** The part of its budget that a job with an empty body uses. */
  readonly jobNs: Ns;
  /** One pass of an empty loop: the step, the comparison and the branch. */
  readonly passNs: Ns;
  /** A branch of an if statement or of a loop. */
  readonly branchNs: Ns;
  /** A call of a function of the sketch that does nothing, with two arguments. */
  readonly callNs: Ns;
  readonly operations: Readonly<Record<Operation, Readonly<Record<NumberKind, Ns>>>>;
  /** By the name that the code calls, e.g. `Serial.print`. The longest time of any arguments that were measured. */
  readonly calls: Readonly<Record<string, CallCost>>;
}
