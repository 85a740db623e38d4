/** Brings messages that linkers give far from the mistake back to the user's code. */
import type { Diagnostic } from './build.ts';
import { undefinedName } from './diagnostics.ts';
import { findUse, type UserCode, userCodeOf } from './user-code.ts';

function explainUndefined(diagnostic: Diagnostic, pieces: readonly UserCode[]): Diagnostic {
  const name = diagnostic.element === null ? undefinedName(diagnostic) : null;
  const use = name === null ? null : findUse(pieces, name);
  if (use === null) return diagnostic;
  return { ...diagnostic, element: use.element, member: use.member, line: use.line, file: null };
}

/** @param diagnostics of a build that failed */
export async function bringHome(diagnostics: readonly Diagnostic[], projectDir: string): Promise<Diagnostic[]> {
  if (diagnostics.every((diagnostic) => undefinedName(diagnostic) === null)) return [...diagnostics];
  const pieces = await userCodeOf(projectDir);
  return diagnostics.map((diagnostic) => explainUndefined(diagnostic, pieces));
}
