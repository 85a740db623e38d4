/** The functions of a generated program, by the names of their symbols. */
import type { DeviceFacts } from './device-facts.ts';
import type { FindingElement } from './finding.ts';
import type { RunningCode } from './observation.ts';

/** Each piece of code is a function in its element's namespace (generator/print/user-code.ts). */
const CODE = /^(task|interrupt)_(.+)::pl_(\w+)$/;

/**
 * The relevant call stack: at the stack overflow, at the last reset, or now. Innermost function
 * first.
 */
export function functionsOf({ stackOverflow, lastReset, functions }: DeviceFacts): readonly string[] {
  return stackOverflow?.functions ?? lastReset?.functions ?? functions ?? [];
}

/** Whether the function is code of the sketch. */
export const isCode = (name: string): boolean => CODE.test(name);

export interface FunctionOfElement {
  readonly kind: FindingElement['kind'];
  readonly identifier: string;
  readonly part: RunningCode['part'];
}

/** For a name that satisfies `isCode`. */
export function codeOf(name: string): FunctionOfElement {
  const [, kind, identifier = '', part] = CODE.exec(name) ?? [];
  return { kind: kind === 'interrupt' ? 'interrupt' : 'task', identifier, part: part === 'setup' ? 'setup' : 'body' };
}
