/** Short messages at the bottom of the window, for example the reason why an edit was refused. */
import { createStore } from 'zustand/vanilla';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'problem';
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
  /** Stays until its cause has ended. */
  readonly isLasting?: true;
}

interface NoticeState {
  readonly notices: readonly Notice[];
}

const MAX_NOTICES = 4;
const SHOWN_MS = 7000;

export type Notices = ReturnType<typeof createNotices>;

export function createNotices(scope: Scope) {
  const store = createStore<NoticeState>(() => ({ notices: [] }));
  let nextId = 1;

  /** Shows a message, unless the same text is already visible. */
  function notify(text: string, tone: Notice['tone'] = 'info', action: Notice['action'] = null): void {
    const id = nextId++;
    store.setState(({ notices }) => ({
      notices: [
        ...notices.filter(({ isLasting }) => isLasting),
        ...[...notices.filter((notice) => !notice.isLasting && notice.text !== text), { id, tone, text, action }].slice(
          -MAX_NOTICES,
        ),
      ],
    }));
    scope.after(SHOWN_MS, () => dismiss(id));
  }

  /** Shows a problem until the returned function is called. Other messages do not replace it. */
  function notifyUntil(text: string): () => void {
    const id = nextId++;
    const notice: Notice = { id, tone: 'problem', text, action: null, isLasting: true };
    store.setState(({ notices }) => ({ notices: [notice, ...notices] }));
    return () => dismiss(id);
  }

  function dismiss(id: number): void {
    store.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
  }

  /** Shows why a request failed. The host's messages are written for the user. */
  function notifyError(error: unknown): void {
    notify(error instanceof Error ? error.message : String(error), 'problem');
  }

  return { store, notify, notifyUntil, dismiss, notifyError };
}

export const useNotices = storeHook(({ notices }) => notices.store);
