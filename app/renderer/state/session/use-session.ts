/** Gives views access to the session: one context, and one hook for each of its stores. */
import { createContext, useContext } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

/** Returns the session of this window. It is the same object in every render. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('A view was rendered outside of <SessionContext value={session}>.');
  return session;
}

export type ReadableStore<S> = Pick<StoreApi<S>, 'getState' | 'getInitialState' | 'subscribe'>;

interface StoreHook<S> {
  (): S;
  <T>(select: (state: S) => T): T;
}

/** Creates the hook of one store: `const useRun = storeHook(({ run }) => run.store)`. */
export function storeHook<S>(storeOf: (session: Session) => ReadableStore<S>): StoreHook<S> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each store, when its module is loaded
  return function useStoreOf<T>(select?: (state: S) => T): S | T {
    return useStore<ReadableStore<S>, S | T>(storeOf(useSession()), select ?? ((state) => state));
  };
}
