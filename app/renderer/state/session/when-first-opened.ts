/** Delays the first drawing of the window until there is a sketch to draw. */
import { hasOpened } from '../sketch/document.ts';
import type { Session } from './session.ts';

/** The window is drawn after this time even if the host has not answered. */
export const LONGEST_WAIT_MS = 200;

/**
 * Calls `draw` once, when the session has opened its first sketch. To draw the panels without a sketch
 * and then with it takes longer than the answer of the host. Returns the function that stops waiting.
 */
export function whenFirstOpened({ document: { store } }: Pick<Session, 'document'>, draw: () => void): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    unsubscribe();
  };
  const now = (): void => {
    stop();
    draw();
  };
  const timer = setTimeout(now, LONGEST_WAIT_MS);
  const unsubscribe = store.subscribe((state) => {
    if (hasOpened(state)) now();
  });
  return stop;
}
