/** Which part of the board's drawing is shown, and how large. It is kept while the session lives. */
import { createStore } from 'zustand/vanilla';
import { storeHook } from '../session/use-session.ts';

/** A point (x, y) of the drawing is shown at (zoom · x + this.x, zoom · y + this.y). */
export interface View {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

interface BoardViewState {
  /**
   * all: the whole drawing. readable: the same, but never so small that names cannot be read. Both
   * follow the size of the panel and the parts.
   */
  readonly view: View | 'all' | 'readable';
}

export type BoardView = ReturnType<typeof createBoardView>;

export function createBoardView() {
  const store = createStore<BoardViewState>(() => ({ view: 'readable' }));
  return {
    store,
    showBoard: (view: View | 'all'): void => store.setState({ view }),
  };
}

export const useBoardViewState = storeHook(({ boardView }) => boardView.store);
