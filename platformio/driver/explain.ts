/** Brings messages that compilers and linkers give far from the mistake back to the user's code. */
import type { Diagnostic } from './build.ts';
import { mayBeUnbalanced, undefinedName } from './diagnostics.ts';
import { findUnbalanced, findUse, type UserCode, userCodeOf } from './user-code.ts';

function explainUndefined(diagnostic: Diagnostic, pieces: readonly UserCode[]): Diagnostic {
  const name = diagnostic.element === null ? undefinedName(diagnostic) : null;
  const use = name === null ? null : findUse(pieces, name);
  if (use === null) return diagnostic;
  return { ...diagnostic, element: use.element, member: use.member, line: use.line, file: null };
}

function unbalancedDiagnostics(pieces: readonly UserCode[]): Diagnostic[] {
  return findUnbalanced(pieces).map(({ element, member, line, brace }) => ({
    severity: 'error',
    message:
      brace === '{' ? 'This `{` is never closed: a `}` is missing.' : 'This `}` closes nothing: it is one too many.',
    element,
    member,
    line,
    column: null,
    file: null,
  }));
}

/** @param diagnostics of a build that failed */
export async function bringHome(diagnostics: readonly Diagnostic[], projectDir: string): Promise<Diagnostic[]> {
  const suspicious = diagnostics.some(mayBeUnbalanced);
  const undefinedOnes = diagnostics.some((diagnostic) => undefinedName(diagnostic) !== null);
  if (!suspicious && !undefinedOnes) return [...diagnostics];
  const pieces = await userCodeOf(projectDir);
  const explained = diagnostics.map((diagnostic) => explainUndefined(diagnostic, pieces));
  // The mistake itself first; what the compiler made of it stays below.
  return suspicious ? [...unbalancedDiagnostics(pieces), ...explained] : explained;
}
