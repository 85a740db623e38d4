/**
 * The window's end of the contract: typed calls and events over a channel. Every result is
 * validated.
 */
import { tr } from '../../generator/words/tr.ts';
import type { ShownLanguage } from '../words/language.ts';
import type { Channel } from './channel.ts';
import type { ContractSpec, DomainSpec, EventName, EventPayload, MethodSpec, Params, Result } from './define.ts';
import { RpcError } from './errors.ts';
import { type ToClient, type ToServer, toClient } from './messages.ts';

export interface CallOptions {
  /**
   * Aborting this signal cancels the request on the other side. The call rejects with `cancelled`
   * immediately.
   */
  readonly signal?: AbortSignalLike;
  /**
   * After this time the call rejects with `timeout` and the request is cancelled. Without a
   * timeout, a call waits as long as the channel is open.
   */
  readonly timeoutMs?: number;
}

/** The part of the platform's AbortSignal that the client uses. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export type Call<M extends MethodSpec> = (params: Params<M>, options?: CallOptions) => Promise<Result<M>>;

export type DomainClient<D extends DomainSpec> = { readonly [K in keyof D['methods']]: Call<D['methods'][K]> };

export interface ClientEvents<C extends ContractSpec> {
  /** Subscribes to an event. Returns the function that ends the subscription. */
  on<N extends EventName<C>>(name: N, listener: (payload: EventPayload<C, N>) => void): () => void;
  onClose(listener: () => void): void;
  /**
   * Calls `listener` for each message from the other side that violates the contract. Such messages
   * are dropped. Without a listener they are dropped silently.
   */
  onFault(listener: (fault: RpcError) => void): void;
  close(): void;
}

export type Client<C extends ContractSpec> = { readonly [D in keyof C]: DomainClient<C[D]> } & ClientEvents<C>;

declare const setTimeout: (callback: () => void, ms: number) => unknown;
declare const clearTimeout: (timer: never) => void;

interface Pending {
  readonly name: string;
  readonly spec: MethodSpec;
  settle(outcome: { value: unknown } | { error: RpcError }): void;
}

class Connection {
  readonly #channel: Channel;
  readonly #language: { readonly language?: ShownLanguage };
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #open = true;
  fault: (error: RpcError) => void = () => {};
  readonly listeners = new Map<string, Set<(payload: unknown) => void>>();
  readonly #events: ReadonlyMap<string, DomainSpec['events'][string]>;

  constructor(
    channel: Channel,
    events: ReadonlyMap<string, DomainSpec['events'][string]>,
    language: ShownLanguage | undefined,
  ) {
    this.#channel = channel;
    this.#language = language === undefined ? {} : { language };
    this.#events = events;
    channel.onClose(() => {
      this.#open = false;
      const error = new RpcError('disconnected', tr`The connection to the Polyloop host was lost.`);
      for (const pending of [...this.#pending.values()]) pending.settle({ error });
    });
    channel.onMessage((message) => this.#receive(message));
  }

  call(name: string, spec: MethodSpec, params: unknown, options: CallOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (options.signal?.aborted) return reject(new RpcError('cancelled', tr`Cancelled.`));
      if (!this.#open) return reject(new RpcError('disconnected', tr`There is no connection to the Polyloop host.`));
      const id = this.#nextId++;
      const abandon = (code: 'cancelled' | 'timeout', message: string) => {
        this.#post({ type: 'cancel', id });
        settle({ error: new RpcError(code, message) });
      };
      const onAbort = () => abandon('cancelled', tr`Cancelled.`);
      const { timeoutMs } = options;
      const timer =
        timeoutMs === undefined
          ? null
          : setTimeout(() => abandon('timeout', tr`${name} took longer than ${timeoutMs} ms.`), timeoutMs);
      const settle: Pending['settle'] = (outcome) => {
        if (!this.#pending.delete(id)) return;
        options.signal?.removeEventListener('abort', onAbort);
        if (timer !== null) clearTimeout(timer as never);
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value);
      };
      this.#pending.set(id, { name, spec, settle });
      options.signal?.addEventListener('abort', onAbort);
      this.#post({ type: 'request', id, method: name, params, ...this.#language });
    });
  }

  #post(message: ToServer): void {
    this.#channel.post(message);
  }

  #receive(raw: unknown): void {
    const parsed = toClient.safeParse(raw);
    if (!parsed.success) this.fault(new RpcError('invalid-message', parsed.error.message));
    else if (parsed.data.type === 'event') this.#event(parsed.data);
    else this.#answer(parsed.data);
  }

  #event(message: Extract<ToClient, { type: 'event' }>): void {
    const payload = this.#events.get(message.name)?.safeParse(message.payload);
    if (!payload?.success) {
      const reason = payload?.error.message ?? 'there is no such event';
      this.fault(new RpcError('invalid-message', `${message.name}: ${reason}`));
      return;
    }
    for (const listener of [...(this.listeners.get(message.name) ?? [])]) listener(payload.data);
  }

  #answer(message: Extract<ToClient, { type: 'result' | 'error' }>): void {
    // An answer to a request that was cancelled or has timed out has no pending entry.
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if (message.type === 'error') {
      const { code, message: text, details } = message.error;
      pending.settle({ error: new RpcError(code, text, details) });
      return;
    }
    const value = pending.spec.result.safeParse(message.value);
    if (value.success) {
      pending.settle({ value: value.data });
      return;
    }
    const error = new RpcError('invalid-result', unknownAnswer(pending.name, value.error.issues[0]));
    pending.settle({ error });
    this.fault(error);
  }
}

/** Of all problems of an answer, the first one is enough to recognize it in a report. */
function unknownAnswer(method: string, issue: { path: PropertyKey[]; message: string } | undefined): string {
  const place = [method, ...(issue?.path ?? [])].map(String).join('.');
  return tr`The window and the Polyloop host have different versions. Restart Polyloop and reload the window. (${place}: ${issue?.message ?? ''})`;
}

function eventSpecs(contract: ContractSpec): Map<string, DomainSpec['events'][string]> {
  const specs = new Map<string, DomainSpec['events'][string]>();
  for (const [domain, { events }] of Object.entries(contract)) {
    for (const [event, spec] of Object.entries(events)) specs.set(`${domain}.${event}`, spec);
  }
  return specs;
}

/** @param language of the texts in answers and events */
export function createClient<C extends ContractSpec>(
  contract: C,
  channel: Channel,
  language?: ShownLanguage,
): Client<C> {
  const connection = new Connection(channel, eventSpecs(contract), language);
  const domains: Record<string, Record<string, unknown>> = {};
  for (const [domain, { methods }] of Object.entries(contract)) {
    const calls: Record<string, unknown> = {};
    for (const [name, spec] of Object.entries(methods)) {
      calls[name] = (params: unknown, options: CallOptions = {}) =>
        connection.call(`${domain}.${name}`, spec, params, options);
    }
    domains[domain] = calls;
  }
  const events: ClientEvents<C> = {
    on: (name, listener) => {
      const set = connection.listeners.get(name) ?? new Set();
      connection.listeners.set(name, set);
      const entry = (payload: unknown) => listener(payload as never);
      set.add(entry);
      return () => void set.delete(entry);
    },
    onClose: (listener) => channel.onClose(listener),
    onFault: (listener) => {
      connection.fault = listener;
    },
    close: () => channel.close(),
  };
  // The loops above created exactly the members that the type lists.
  return { ...domains, ...events } as Client<C>;
}
