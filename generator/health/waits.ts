/** How long code waits in delay(), as far as its text shows it. */
import { blankLiterals } from '../cpp/tokens.ts';

const UNIT_NS: Readonly<Record<string, number>> = { delay: 1e6, delayMicroseconds: 1e3 };
const CALL = /\b(delay|delayMicroseconds)\s*\(\s*(\w+)\s*\)/g;
const CONSTANT = /\b([A-Za-z_]\w*)\s*=\s*(\d+)[uUlL]*\s*;|^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\d+)[uUlL]*[ \t]*$/gm;
const LOOP = /\b(?:for|while|do)\b/;
/** The number of rounds that a loop is assumed to take. */
const ROUNDS = 20;

/**
 * The sum of all waits of a body, each taken once, or `ROUNDS` times if the body has a loop. A wait in a
 * function of the prelude counts if the body calls a function of that name. Waits for other than a number or a
 * constant are left out. Unit: ns.
 */
export function waitsNs(prelude: string, body: string): number {
  const [before, code] = [blankLiterals(prelude), blankLiterals(body)];
  const constants = new Map<string, number>();
  for (const [, name, value, defined, as] of `${before}\n${code}`.matchAll(CONSTANT))
    constants.set(name ?? defined ?? '', Number(value ?? as));
  const sum = (text: string): number =>
    [...text.matchAll(CALL)].reduce((all, [, call = '', time = '']) => {
      const value = /^\d/.test(time) ? Number.parseInt(time, 10) : (constants.get(time) ?? 0);
      return all + value * (UNIT_NS[call] ?? 0);
    }, 0);
  const called = [...before.matchAll(/\b(\w+)\s*\([^()]*\)\s*\{/g)].some(([, name = '']) =>
    new RegExp(`\\b${name}\\s*\\(`).test(code),
  );
  const once = sum(code) + (called ? sum(before) : 0);
  return LOOP.test(code) || (called && LOOP.test(before)) ? ROUNDS * once : once;
}
