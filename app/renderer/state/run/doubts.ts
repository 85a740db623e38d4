/** The question whether a program is written into a real board although something speaks against it. */
import { createStore } from 'zustand/vanilla';
import { RpcError } from '../../../contract/errors.ts';
import { type DeviceInfo, stackTooSmall } from '../../../contract/runs.ts';
import { storeHook } from '../session/use-session.ts';

export interface DoubtQuestion {
  /** The device, as the user knows it. */
  readonly device: string;
  readonly doubts: readonly string[];
  answer(isUploaded: boolean): void;
}

interface DoubtState {
  readonly question: DoubtQuestion | null;
}

export type Doubts = ReturnType<typeof createDoubts>;

export function createDoubts() {
  const store = createStore<DoubtState>(() => ({ question: null }));

  /** Resolves to true if nothing speaks against it, or if the user uploads anyway. */
  async function overcome({ label }: Pick<DeviceInfo, 'label'>, doubts: readonly string[]): Promise<boolean> {
    if (doubts.length === 0) return true;
    store.getState().question?.answer(false);
    return new Promise((resolve) => {
      const answer = (isUploaded: boolean) => {
        store.setState({ question: null });
        resolve(isUploaded);
      };
      store.setState({ question: { device: label, doubts, answer } });
    });
  }

  /**
   * Starts a run. If the host refuses it because a stack does not suffice, asks the user and starts it again. Rejects
   * with the host's refusal if the user does not upload the program.
   */
  async function withStack<T>(
    device: Pick<DeviceInfo, 'label'>,
    start: (ignoreStack: boolean) => Promise<T>,
  ): Promise<T> {
    try {
      return await start(false);
    } catch (error) {
      const isStack = error instanceof RpcError && stackTooSmall.safeParse(error.details).success;
      if (!isStack || !(await overcome(device, [error.message]))) throw error;
      return start(true);
    }
  }

  return { store, overcome, withStack };
}

export const useDoubts = storeHook(({ doubts }) => doubts.store);
