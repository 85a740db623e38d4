/** Offers to split an Arduino sketch that is pasted into a body. Other texts are pasted as usual. */
import { type RefObject, useEffect } from 'react';
import { useSession } from '../../state/session/use-session.ts';
import type { monaco } from './monaco.ts';

type Editor = ReturnType<typeof monaco.editor.create>;

export function usePasteOffer(editor: Editor | null, container: RefObject<HTMLElement | null>, bodyId: string): void {
  const { imports } = useSession();
  useEffect(() => {
    if (editor === null) return;
    return onPaste(container.current, (text) =>
      imports.takePaste({
        bodyId,
        text,
        insert: () => {
          editor.focus();
          editor.trigger('keyboard', 'paste', { text, pasteOnNewLine: false, multicursorText: null });
        },
      }),
    );
  }, [editor, container, bodyId, imports]);
}

/** The same for blocks, which take no text. */
export function useBlocksPasteOffer(container: RefObject<HTMLElement | null>, bodyId: string): void {
  const { imports } = useSession();
  useEffect(
    () => onPaste(container.current, (text) => imports.takePaste({ bodyId, text, insert: null })),
    [container, bodyId, imports],
  );
}

function onPaste(element: HTMLElement | null, take: (text: string) => boolean): (() => void) | undefined {
  if (element === null) return undefined;
  const listener = (event: ClipboardEvent) => {
    if (!take(event.clipboardData?.getData('text/plain') ?? '')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // In the capture phase, before the editor reads the clipboard.
  element.addEventListener('paste', listener, true);
  return () => element.removeEventListener('paste', listener, true);
}
