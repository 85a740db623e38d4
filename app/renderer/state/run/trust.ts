/** Asks the user for trust before a sketch runs as a program of the user's account. */
import { createStore } from 'zustand/vanilla';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { RpcError } from '../../../contract/errors.ts';
import { type Untrusted, untrusted } from '../../../contract/runs.ts';
import { storeHook } from '../session/use-session.ts';
import type { DocumentState } from '../sketch/document.ts';
import type { UserSettings } from '../window/settings.ts';

export interface TrustQuestion extends Untrusted {
  /** What would run. The window may show another one by now. */
  readonly sketch: Sketch;
  answer(isTrusted: boolean): void;
}

interface TrustState {
  readonly question: TrustQuestion | null;
}

export type Trust = ReturnType<typeof createTrust>;

export function createTrust({ settings }: { readonly settings: UserSettings }) {
  const store = createStore<TrustState>(() => ({ question: null }));

  /** The document without a file that the user trusts. Another one gets another generation, whatever its name. */
  let trustedGeneration: number | null = null;

  const ask = (about: Untrusted & Pick<TrustQuestion, 'sketch'>): Promise<boolean> =>
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
   * @param document the state of the document from which the program was made
   * @param start `trusted`: the user trusts a sketch without a file
   */
  async function withTrust<T>(
    { generation, file, history }: Pick<DocumentState, 'generation' | 'file' | 'history'>,
    start: (trusted: boolean) => Promise<T>,
  ): Promise<T> {
    try {
      return await start(file.path === null && generation === trustedGeneration);
    } catch (error) {
      const about = untrusted.safeParse(error instanceof RpcError ? error.details : null);
      if (!about.success || !(await ask({ ...about.data, sketch: history.present }))) throw error;
      const { folder } = about.data;
      if (folder === null) {
        trustedGeneration = generation;
        return start(true);
      }
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
