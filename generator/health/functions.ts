/** The functions of a generated program, by the names that its symbols have. */
import type { DeviceFacts } from './device-facts.ts';
import type { FindingElement } from './finding.ts';
import type { RunningCode } from './observation.ts';

/** Each piece of code is a function in a namespace of its element (generator/print/user-code.ts). */
const CODE = /^(task|interrupt)_(.+)::pl_(\w+)$/;

/** Those that matter: when the stack overflowed, when the chip was reset last, or now. The innermost first. */
export function functionsOf({ stackOverflow, lastReset, functions }: DeviceFacts): readonly string[] {
  return stackOverflow?.functions ?? lastReset?.functions ?? functions ?? [];
}

/** Whether it is code of the sketch. */
export const isCode = (name: string): boolean => CODE.test(name);

export interface FunctionOfElement {
  readonly kind: FindingElement['kind'];
  readonly identifier: string;
  readonly part: RunningCode['part'];
}

/** Of a name for which `isCode` holds. */
export function codeOf(name: string): FunctionOfElement {
  const [, kind, identifier = '', part] = CODE.exec(name) ?? [];
  return { kind: kind === 'interrupt' ? 'interrupt' : 'task', identifier, part: part === 'setup' ? 'setup' : 'body' };
}
