/**
 * The sketch's own code, each piece in its place.
 *
 * All code of a sketch is one translation unit, because all tasks share the prelude's variables and
 * functions. A body with an extra or missing brace could therefore extend into the next task. Such
 * text is detected first, and an error at its place in the body is printed instead of it.
 */
import { findImbalance } from '../cpp/balance.ts';
import { type Code, c, EMPTY, errorAt, sections, stack, userCode } from '../emit/code.ts';
import { type Identifier, identifier } from '../emit/identifier.ts';
import { stringLiteral } from '../emit/literal.ts';
import type { Runnable, UserText } from '../lower/program.ts';
import type { Access } from './refusal.ts';

/** The user's text, or an error in its place. */
export function printText(text: UserText, closing: Code = EMPTY): Code {
  const origin = stringLiteral(text.origin);
  const imbalance = findImbalance(text.text);
  if (imbalance === null) return userCode(text.text, origin, closing);
  return stack([errorAt(stringLiteral(imbalance.message), origin, imbalance.line), closing]);
}

export function isEmpty(text: UserText): boolean {
  return text.text.trim() === '';
}

/** A function of one piece of code. */
export interface TextFunction {
  readonly name: string;
  readonly text: UserText;
}

function printFunction({ name, text }: TextFunction): Code {
  return c`
    static void ${identifier(name)}(void)
    {
    ${printText(text, c`}`)}
  `;
}

export function namespaceOf({ element, identifier: name }: Runnable): Identifier {
  return identifier(`${element}_${name}`);
}

/** Macros that a text defines or undefines. Only directives on a single line are recognized. */
function macrosOf(texts: readonly UserText[]): string[] {
  const names = texts.flatMap(({ text }) =>
    [...text.matchAll(/^[ \t]*(?:#|%:)[ \t]*(?:define|undef)[ \t]+([A-Za-z_]\w*)/gm)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

/** Limits a macro of a task's code to that code: the next task and the tables do not see it. */
function contained(texts: readonly UserText[], code: Code): Code {
  const each = (action: string) =>
    stack(macrosOf(texts).map((name) => c`#pragma ${identifier(`${action}_macro`)}(${stringLiteral(name)})`));
  return sections([each('push'), code, each('pop')]);
}

/** Functions with access to the same channels and resources. */
export interface FunctionGroup {
  readonly access: readonly Access[];
  readonly functions: readonly TextFunction[];
}

/**
 * The code of one task or interrupt, in its own namespace. Groups without functions are omitted.
 */
export function codeSection(owner: Runnable, groups: readonly FunctionGroup[]): Code {
  const filled = groups.filter(({ functions }) => functions.length > 0);
  const code = filled.flatMap(({ access, functions }) => [
    stack(access.map(({ before }) => before)),
    ...functions.map(printFunction),
    stack(access.map(({ after }) => after)),
  ]);
  return contained(
    filled.flatMap(({ functions }) => functions.map(({ text }) => text)),
    c`
      namespace ${namespaceOf(owner)} {
      ${sections(code)}
      }
    `,
  );
}
