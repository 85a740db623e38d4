/** Underlines the compiler's messages in this piece of code. */
import { useEffect } from 'react';
import type { Diagnostic } from '../../../contract/builds.ts';
import { elementOf, useProblems } from '../../state/run/problems.ts';
import type { BodyOwner, CodeMember } from '../../state/sketch/bodies.ts';
import { sameRef } from '../../state/sketch/element-ref.ts';
import { monaco } from './monaco.ts';

type Model = ReturnType<typeof monaco.editor.createModel>;

export function useMarkers(model: Model, owner: BodyOwner, member: CodeMember): void {
  const diagnostics = useProblems((problems) => problems.diagnostics);
  useEffect(() => {
    const own = diagnostics.filter((each) => isOf(each, owner, member));
    monaco.editor.setModelMarkers(
      model,
      'compiler',
      own.map((each) => markerOf(model, each)),
    );
  }, [model, owner, member, diagnostics]);
}

function isOf(diagnostic: Diagnostic, owner: BodyOwner, member: CodeMember): boolean {
  if (diagnostic.member !== member || diagnostic.line === null) return false;
  if (owner === null) return diagnostic.element?.kind === 'sketch';
  return sameRef(elementOf(diagnostic), owner);
}

/**
 * Marks the text from the compiler's column to the end of the word, or the whole line when there is
 * no column.
 */
function markerOf(model: Model, { severity, message, line, column }: Diagnostic) {
  const lineNumber = Math.min(model.getLineCount(), Math.max(1, line ?? 1));
  const end = model.getLineMaxColumn(lineNumber);
  const start = Math.min(end, column ?? (model.getLineFirstNonWhitespaceColumn(lineNumber) || 1));
  const word = model.getWordAtPosition({ lineNumber, column: start });
  const severities = monaco.MarkerSeverity;
  return {
    severity: { error: severities.Error, warning: severities.Warning, note: severities.Info }[severity],
    message,
    startLineNumber: lineNumber,
    endLineNumber: lineNumber,
    startColumn: start,
    endColumn: column === null ? end : Math.max(start + 1, word?.endColumn ?? start + 1),
  };
}
