/** The connection to the host. A lost connection is opened again automatically. */

import { createStore } from 'zustand/vanilla';
import { tr } from '../../../../generator/words/tr.ts';
import type { Channel } from '../../../contract/channel.ts';
import { connectHost, type HostClient } from '../../../contract/contract.ts';
import type { Environment } from './environment.ts';
import type { Scope } from './scope.ts';
import { storeHook } from './use-session.ts';

interface ConnectionState {
  readonly status: 'connecting' | 'connected' | 'lost';
  readonly host: HostClient | null;
  /** Why the connection was lost, in words for the user. */
  readonly message: string;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 8000;

export type Connection = ReturnType<typeof createConnection>;

export function createConnection(
  { openChannel, language }: Pick<Environment, 'openChannel' | 'language'>,
  scope: Scope,
) {
  const store = createStore<ConnectionState>(() => ({ status: 'connecting', host: null, message: '' }));
  let retryMs = FIRST_RETRY_MS;
  let cancelRetry = (): void => {};
  let attempt = 0;

  /** Connects. After a failure it tries again, with growing pauses. */
  function connect(): void {
    const current = ++attempt;
    openChannel().then(
      (channel) => (current === attempt ? established(channel) : channel.close()),
      (error: unknown) =>
        current === attempt ? lost(error instanceof Error ? error.message : String(error)) : undefined,
    );
  }

  /** Tries again immediately, without waiting for the next automatic attempt. */
  function reconnect(): void {
    cancelRetry();
    connect();
  }

  function established(channel: Channel): void {
    retryMs = FIRST_RETRY_MS;
    const host = connectHost(channel, language);
    host.onFault((fault) => console.warn('The host sent a message that violates the contract:', fault.message));
    host.onClose(() => {
      if (store.getState().host === host) lost(tr`The connection to the Polyloop host was lost.`);
    });
    store.setState({ status: 'connected', host, message: '' });
  }

  function lost(message: string): void {
    store.setState({ status: 'lost', host: null, message });
    cancelRetry = scope.after(retryMs, connect);
    retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
  }

  /** Resolves with the host, or rejects with words for the user. */
  function requireHost(): Promise<HostClient> {
    const { host } = store.getState();
    if (host !== null) return Promise.resolve(host);
    return Promise.reject(
      new Error(tr`There is no connection to the Polyloop host, which opens, saves and runs sketches.`),
    );
  }

  /** Runs `attach` with each host that is connected, now and later. */
  function withEachHost(attach: (host: HostClient) => void): void {
    const { host } = store.getState();
    if (host !== null) attach(host);
    scope.own(
      store.subscribe((now, before) => {
        if (now.host !== null && now.host !== before.host) attach(now.host);
      }),
    );
  }

  scope.own(() => {
    // A channel that is still being opened is closed once it is open.
    attempt++;
    const { host } = store.getState();
    store.setState({ status: 'lost', host: null, message: '' });
    host?.close();
  });

  return { store, connect, reconnect, requireHost, withEachHost };
}

export const useConnection = storeHook(({ connection }) => connection.store);
