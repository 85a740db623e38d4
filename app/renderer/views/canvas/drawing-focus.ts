/** The focus of the drawing: keys and the clipboard act on the drawing only while it has the focus. */
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { useHasOpened } from '../../state/sketch/document.ts';

export const isInDrawing = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.canvas') !== null;

/**
 * The drawing has the focus when the first sketch is open, and keeps it when the element with the focus is
 * removed from it.
 */
export function useDrawingFocus(drawing: RefObject<HTMLElement | null>) {
  const isInside = useRef(false);
  const opened = useHasOpened();
  useEffect(() => {
    const element = drawing.current;
    if (element === null || !opened) return;
    const take = () => (document.activeElement === document.body ? element.focus({ preventScroll: true }) : undefined);
    take();
    const observer = new MutationObserver(() => (isInside.current ? take() : undefined));
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [drawing, opened]);
  const onFocus = () => {
    isInside.current = true;
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    isInside.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  };
  return { onFocus, onBlur };
}
