/** Brings messages that linkers give far from the mistake back to the user's code. */
import type { Diagnostic } from './build.ts';
import { undefinedName } from './diagnostics.ts';
import { wordsFor } from './taken.ts';
import { findUse, type UserCode, userCodeOf } from './user-code.ts';

/** The words by which the user's code may have caused the message; none where it says its place, or has none to find. */
function causes(diagnostic: Diagnostic): readonly string[] {
  if (diagnostic.element !== null) return [];
  const name = undefinedName(diagnostic);
  return name === null ? wordsFor(diagnostic.message) : [name];
}

function atItsCause(diagnostic: Diagnostic, pieces: readonly UserCode[]): Diagnostic {
  for (const word of causes(diagnostic)) {
    const use = findUse(pieces, word);
    if (use !== null) return { ...diagnostic, element: use.element, member: use.member, line: use.line, file: null };
  }
  return diagnostic;
}

/** @param diagnostics of a build that failed */
export async function bringHome(diagnostics: readonly Diagnostic[], projectDir: string): Promise<Diagnostic[]> {
  if (diagnostics.every((diagnostic) => causes(diagnostic).length === 0)) return [...diagnostics];
  const pieces = await userCodeOf(projectDir);
  return diagnostics.map((diagnostic) => atItsCause(diagnostic, pieces));
}
