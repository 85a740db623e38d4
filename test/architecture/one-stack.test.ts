/** A port to a new processor needs little for preemption on one stack. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { guardedLines, ONE_STACK_PORTS, oneStackLines } from '../../bench/preemptive/port-lines.ts';

const MOST_LINES = 200;
const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/bench-preemptive.md'), 'utf8');

it.each(ONE_STACK_PORTS)('the port %s adds few lines to those of the super-loop, as the page says', (port) => {
  const lines = oneStackLines(port);
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThan(MOST_LINES);
  expect(page).toContain(`| ${port} | ${lines} |`);
});

it('counts a branch that needs one stack, with its directives', () => {
  expect(guardedLines('a\n#if PL_ONE_STACK\nb\n#endif\nc\n')).toBe(3);
  expect(guardedLines('#if PL_PREEMPTIVE || PL_ONE_STACK\na\n#if X\nb\n#endif\n#else\nc\n#endif\n')).toBe(6);
  expect(guardedLines('#if !PL_PREEMPTIVE && !PL_ONE_STACK\na\n#endif\n')).toBe(0);
});
