/**
 * Monaco's text models. There is one for each piece of code of an open body, and it exists as long
 * as its tab.
 */
import type * as Monaco from 'monaco-editor/editor/editor.api';
import { CODE_MEMBERS, type CodeMember } from '../../state/sketch/bodies.ts';

/** The URI contains the body's id and not its name, so a renamed task keeps its models. */
export function modelUri(monaco: typeof Monaco, bodyId: string, member: CodeMember): Monaco.Uri {
  return monaco.Uri.from({ scheme: 'inmemory', authority: 'body', path: `/${bodyId.replace(':', '-')}/${member}.cpp` });
}

export function bodyIdOf(model: Monaco.editor.ITextModel): string {
  return (model.uri.path.split('/')[1] ?? '').replace('-', ':');
}

export function memberOf(model: Monaco.editor.ITextModel): CodeMember {
  const name = model.uri.path.split('/')[2]?.replace(/\.cpp$/, '');
  return CODE_MEMBERS.find((member) => member === name) ?? 'body';
}

/**
 * Changes the text of a model with the smallest replacement, so that carets and markers keep their
 * positions.
 */
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
