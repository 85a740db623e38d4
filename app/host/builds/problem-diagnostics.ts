/**
 * Converts the problems of a sketch file into build diagnostics. A JSON pointer becomes the element
 * and the field that it points to.
 */

import type { Sketch } from '../../../generator/sketch/model.ts';
import type { Problem } from '../../../generator/sketch/problem.ts';
import type { Diagnostic, DiagnosticElement } from '../../contract/builds.ts';

const KINDS = {
  tasks: 'task',
  interrupts: 'interrupt',
  channels: 'channel',
  resources: 'resource',
  parts: 'part',
} as const satisfies Partial<Record<keyof Sketch, DiagnosticElement['kind']>>;

const SKETCH: DiagnosticElement = { kind: 'sketch', name: '' };

function isList(token: string): token is keyof typeof KINDS {
  return Object.hasOwn(KINDS, token);
}

/** `sketch` is null when the text did not parse as a sketch. */
export function elementOf(
  pointer: string,
  sketch: Sketch | null,
): { element: DiagnosticElement; member: string | null } {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [list = '', index = '', ...rest] = tokens;
  const named = isList(list) && /^\d+$/.test(index) ? sketch?.[list][Number(index)] : undefined;
  if (!isList(list) || named === undefined) return { element: SKETCH, member: tokens.join('.') || null };
  return { element: { kind: KINDS[list], name: named.name }, member: rest.join('.') || null };
}

/**
 * Line and column are left out: a problem counts them in the file, but a diagnostic counts them in
 * one piece of code.
 */
export function diagnosticsOf(problems: readonly Problem[], sketch: Sketch | null): Diagnostic[] {
  return problems.map((problem) => {
    const { element, member } = elementOf(problem.pointer, sketch);
    const { severity, message } = problem;
    return { severity, message, element, member: problem.member ?? member, line: null, column: null, file: null };
  });
}
