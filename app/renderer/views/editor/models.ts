/** Monaco's text models: one for each piece of code of an open body, living as long as its tab. */
import type * as Monaco from 'monaco-editor/editor/editor.api';
import type { CodeMember } from '../../state/sketch/bodies.ts';

/** The body's id is part of the address, not its name: a task that is renamed keeps its models. */
export function modelUri(monaco: typeof Monaco, bodyId: string, member: CodeMember): Monaco.Uri {
  return monaco.Uri.from({ scheme: 'inmemory', authority: 'body', path: `/${bodyId.replace(':', '-')}/${member}.cpp` });
}

export function bodyIdOf(model: Monaco.editor.ITextModel): string {
  return (model.uri.path.split('/')[1] ?? '').replace('-', ':');
}

/** Changes a model to another text by the least replacement, so that carets and marks stay where they are. */
export function setModelText(model: Monaco.editor.ITextModel, text: string): void {
  const old = model.getValue();
  if (old === text) return;
  const least = Math.min(old.length, text.length);
  let start = 0;
  while (start < least && old[start] === text[start]) start++;
  let end = 0;
  while (end < least - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(old.length - end)];
  const range = {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
  model.applyEdits([{ range, text: text.slice(start, text.length - end) }]);
}
