/**
 * Copies, cuts and pastes elements through the system's clipboard, as JSON text. Text in a field and
 * selected text are copied as usual. An Arduino sketch that is pasted anywhere in the window is offered as an import.
 */
import { useEffect } from 'react';
import { excerptOf, readExcerpt, writeExcerpt } from '../../../../generator/sketch/copies/excerpt.ts';
import { useSession } from '../../state/session/use-session.ts';
import { isInDrawing } from './drawing-focus.ts';

export function useClipboard(): void {
  const { document: sketchDocument, imports, notices, selection, sketchActions } = useSession();
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const selected = selection.currentSelection();
      if (selected.length === 0 || !isInDrawing(event.target) || isTyping(event)) return;
      event.clipboardData?.setData('text/plain', writeExcerpt(excerptOf(sketchDocument.currentSketch(), selected)));
      event.preventDefault();
      if (event.type === 'cut') sketchActions.removeAll(selected);
    };
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event)) return;
      const isForDrawing = isInDrawing(event.target);
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const read = readExcerpt(text);
      const refuse = () => {
        if (!read.ok && isForDrawing) notices.notify(read.message, 'problem');
      };
      if (read.ok) {
        if (isForDrawing) sketchActions.paste(read.excerpt);
      } else if (!imports.importText(text, refuse)) refuse();
    };
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [sketchDocument, imports, notices, selection, sketchActions]);
}

function isTyping(event: Event): boolean {
  const target = event.target instanceof Element ? event.target : null;
  const marked = (document.getSelection()?.toString() ?? '') !== '';
  return (
    marked || target?.closest('input, textarea, select, [contenteditable], .monaco-editor, [role="dialog"]') != null
  );
}
