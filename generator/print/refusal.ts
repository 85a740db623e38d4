/**
 * Names that a piece of code must not use: each use is a compile-time error with an explanation, at
 * its line.
 */
import { type Code, c, misuse } from '../emit/code.ts';
import { identifier } from '../emit/identifier.ts';
import { stringLiteral } from '../emit/literal.ts';
import type { Runnable } from '../lower/program.ts';
import { quote } from '../sketch/problem.ts';

/** The code before and after a piece of code that defines names for it. */
export interface Access {
  readonly before: Code;
  readonly after: Code;
}

/** The element's name in messages. */
export function called({ element, name }: Runnable): string {
  return `${element} ${quote(name)}`;
}

/** Makes a call of this name an error. */
export function refusedCall(name: string, text: string): Access {
  return {
    before: c`#define ${identifier(name)}(...) ${misuse(stringLiteral(text))}`,
    after: c`#undef ${identifier(name)}`,
  };
}

/** Makes any use of this name an error. */
export function refusedName(name: string, text: string): Access {
  return {
    before: c`#define ${identifier(name)} ${misuse(stringLiteral(text))}`,
    after: c`#undef ${identifier(name)}`,
  };
}
