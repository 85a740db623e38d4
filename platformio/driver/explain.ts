/** Maps linker messages to the places in the user's code that cause them. */
import type { Diagnostic } from './build.ts';
import { undefinedName } from './diagnostics.ts';
import { wordsFor } from './taken.ts';
import { findUse, type UserCode, userCodeOf } from './user-code.ts';

/**
 * The words in the user's code that may have caused the message; empty if the message has a place,
 * or none can be found.
 */
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

/** @param diagnostics of a failed build */
export async function bringHome(diagnostics: readonly Diagnostic[], projectDir: string): Promise<Diagnostic[]> {
  if (diagnostics.every((diagnostic) => causes(diagnostic).length === 0)) return [...diagnostics];
  const pieces = await userCodeOf(projectDir);
  return diagnostics.map((diagnostic) => atItsCause(diagnostic, pieces));
}
