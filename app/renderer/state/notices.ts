/** Short messages at the window's lower edge: what was refused and why, what was done elsewhere. */
import { create } from 'zustand';

export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'problem';
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

interface NoticeState {
  readonly notices: readonly Notice[];
}

const MAX_NOTICES = 4;
const SHOWN_MS = 7000;

export const useNotices = create<NoticeState>(() => ({ notices: [] }));

let nextId = 1;

/** Shows a message; the same text is not shown twice at once. */
export function notify(text: string, tone: Notice['tone'] = 'info', action: Notice['action'] = null): void {
  const id = nextId++;
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((notice) => notice.text !== text), { id, tone, text, action }].slice(-MAX_NOTICES),
  }));
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

/** For rejected requests: the host's messages are written for the user. */
export function notifyError(error: unknown): void {
  notify(error instanceof Error ? error.message : String(error), 'problem');
}
