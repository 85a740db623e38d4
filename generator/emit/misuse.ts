/**
 * Misuse of the printer that must not compile: `tsc -p generator` fails if one of these lines
 * becomes valid.
 */

import type { Hole } from './code.ts';
import { c, commaList } from './code.ts';
import { stringLiteral } from './literal.ts';

const name: string = 'x; } void evil(void) {';

export const MISUSE: readonly (() => unknown)[] = [
  // @ts-expect-error A plain string is not C.
  () => c`int ${name};`,
  // @ts-expect-error Nor is a number: it has no type of its own in C.
  () => c`int x = ${70000};`,
  // @ts-expect-error A look-alike is not code.
  () => c`${{ lines: [{ kind: 'plain', text: name }] }}`,
  // @ts-expect-error A list also needs code.
  () => commaList([name]),
  // @ts-expect-error Nothing else is a hole.
  (): Hole => null,
  // @ts-expect-error The tag is not a function of strings.
  () => c(name),
  () => c`puts(${stringLiteral(name)});`,
];
