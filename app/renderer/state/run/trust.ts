/** Asks the user for trust before a sketch runs as a program of the user's account. */
import { createStore } from 'zustand/vanilla';
import { RpcError } from '../../../contract/errors.ts';
import { type Untrusted, untrusted } from '../../../contract/runs.ts';
import { storeHook } from '../session/use-session.ts';
import type { UserSettings } from '../window/settings.ts';

export interface TrustQuestion extends Untrusted {
  answer(isTrusted: boolean): void;
}

interface TrustState {
  readonly question: TrustQuestion | null;
}

export type Trust = ReturnType<typeof createTrust>;

export function createTrust({ settings }: { readonly settings: UserSettings }) {
  const store = createStore<TrustState>(() => ({ question: null }));

  const ask = (about: Untrusted): Promise<boolean> =>
    new Promise((resolve) => {
      store.getState().question?.answer(false);
      const answer = (isTrusted: boolean) => {
        store.setState({ question: null });
        resolve(isTrusted);
      };
      store.setState({ question: { ...about, answer } });
    });

  /**
   * Starts a run. If the host refuses it because the user has not trusted the sketch, asks the user and starts it
   * again. Rejects with the host's refusal if the user does not trust it.
   * @param start `trusted`: the user trusts a sketch without a file
   */
  async function withTrust<T>(start: (trusted: boolean) => Promise<T>): Promise<T> {
    try {
      return await start(false);
    } catch (error) {
      const about = untrusted.safeParse(error instanceof RpcError ? error.details : null);
      if (!about.success || !(await ask(about.data))) throw error;
      const { folder } = about.data;
      if (folder === null) return start(true);
      const { trustedFolders } = settings.store.getState().settings;
      await settings.saveSettings({ trustedFolders: [...trustedFolders, folder] });
      return start(false);
    }
  }

  const forget = (folder: string): void => {
    const { trustedFolders } = settings.store.getState().settings;
    settings.changeSettings({ trustedFolders: trustedFolders.filter((other) => other !== folder) });
  };

  return { store, withTrust, forget };
}

export const useTrust = storeHook(({ trust }) => trust.store);
