/** What preemption on one stack adds to a port: the lines that only such a program compiles. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RUNTIME } from '../../test/conformance/toolchain.ts';

/** The ports, as the folders of runtime-c/port. */
export const ONE_STACK_PORTS = ['avr', 'mps2-an385', 'host'] as const;
/** Files that are only for programs on one stack, if a port has them. */
const WHOLE_FILES = ['leave.c', 'preempt.c'];

/** Lines of a file that are compiled only with PL_ONE_STACK, with the directives around them. */
export function guardedLines(text: string): number {
  let count = 0;
  /** For each open conditional, whether its present branch needs PL_ONE_STACK. */
  const open: boolean[] = [];
  for (const line of text.split('\n')) {
    const directive = /^\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b(.*)/.exec(line);
    const [, word = '', condition = ''] = directive ?? [];
    const wasGuarded = open.includes(true);
    const needs = /(?<!!\s*)\bPL_ONE_STACK\b/.test(condition);
    if (word.startsWith('if')) open.push(needs);
    else if (word === 'elif') open[open.length - 1] = needs;
    else if (word === 'else') open[open.length - 1] = false;
    else if (word === 'endif') open.pop();
    if (wasGuarded || open.includes(true)) count++;
  }
  return count;
}

const linesOf = (text: string): number => text.split('\n').length - 1;

/** All lines that the port has for one stack, with comments. */
export function oneStackLines(port: string): number {
  const folder = path.join(RUNTIME, 'port', port);
  const whole = WHOLE_FILES.map((name) => path.join(folder, name)).filter((file) => existsSync(file));
  const others = readdirSync(folder).filter((name) => /\.(c|h)$/.test(name) && !WHOLE_FILES.includes(name));
  const read = (file: string) => readFileSync(file, 'utf8');
  return [
    ...whole.map((file) => linesOf(read(file))),
    ...others.map((name) => guardedLines(read(path.join(folder, name)))),
  ].reduce((sum, lines) => sum + lines, 0);
}
