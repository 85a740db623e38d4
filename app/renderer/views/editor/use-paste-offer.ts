/** Offers to split an Arduino sketch that is pasted into the code editor. Other texts are pasted as usual. */
import { type RefObject, useEffect } from 'react';
import { useSession } from '../../state/session/use-session.ts';
import type { monaco } from './monaco.ts';

type Editor = ReturnType<typeof monaco.editor.create>;

export function usePasteOffer(editor: Editor | null, container: RefObject<HTMLElement | null>, bodyId: string): void {
  const { imports } = useSession();
  useEffect(() => {
    const element = container.current;
    if (editor === null || element === null) return;
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const insert = () => {
        editor.focus();
        editor.trigger('keyboard', 'paste', { text, pasteOnNewLine: false, multicursorText: null });
      };
      if (!imports.takePaste({ bodyId, text, insert })) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // In the capture phase, before the editor reads the clipboard.
    element.addEventListener('paste', onPaste, true);
    return () => element.removeEventListener('paste', onPaste, true);
  }, [editor, container, bodyId, imports]);
}
