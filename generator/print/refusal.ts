/** Names that a piece of code must not use: a use is a compile-time error that says why, at its line. */
import { type Code, c, misuse } from '../emit/code.ts';
import { identifier } from '../emit/identifier.ts';
import { stringLiteral } from '../emit/literal.ts';
import type { Runnable } from '../lower/program.ts';
import { quote } from '../sketch/problem.ts';

/** What stands around a piece of code and gives names to it. */
export interface Access {
  readonly before: Code;
  readonly after: Code;
}

/** How a message calls it. */
export function called({ element, name }: Runnable): string {
  return `${element} ${quote(name)}`;
}

/** A call of this name is an error. */
export function refusedCall(name: string, text: string): Access {
  return {
    before: c`#define ${identifier(name)}(...) ${misuse(stringLiteral(text))}`,
    after: c`#undef ${identifier(name)}`,
  };
}

/** Any use of this name is an error. */
export function refusedName(name: string, text: string): Access {
  return {
    before: c`#define ${identifier(name)} ${misuse(stringLiteral(text))}`,
    after: c`#undef ${identifier(name)}`,
  };
}
