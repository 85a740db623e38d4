/** The host's end of the contract: it validates each request and answers it with a handler. */
import { tr } from '../../generator/words/tr.ts';
import type { ShownLanguage } from '../words/language.ts';
import type { Channel } from './channel.ts';
import type { ContractSpec, DomainSpec, EventName, MethodSpec, ReceivedParams } from './define.ts';
import { type ErrorBody, RpcError } from './errors.ts';
import { type ToClient, type ToServer, toServer } from './messages.ts';
import type * as z from './zod.ts';

/** The part of the platform's AbortController that the server uses. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Throws `cancelled` once the request is cancelled or its window has disconnected. */
  throwIfAborted(): void;
  onAbort(listener: () => void): void;
}

export interface CallContext {
  readonly signal: CancelSignal;
}

type Reply<M extends MethodSpec> = z.input<M['result']> | Promise<z.input<M['result']>>;

export type DomainHandlers<D extends DomainSpec> = {
  readonly [K in keyof D['methods']]: (
    params: ReceivedParams<D['methods'][K]>,
    context: CallContext,
  ) => Reply<D['methods'][K]>;
};

export type Handlers<C extends ContractSpec> = { readonly [D in keyof C]: DomainHandlers<C[D]> };

type EventInput<C extends ContractSpec, N extends string> = N extends `${infer D}.${infer E}`
  ? D extends keyof C
    ? z.input<C[D]['events'][E]>
    : never
  : never;

export interface Server<C extends ContractSpec> {
  /** Does nothing once the channel is closed. */
  emit<N extends EventName<C>>(name: N, payload: EventInput<C, N>): void;
  onClose(listener: () => void): void;
  close(): void;
}

export interface ServerOptions {
  /**
   * Called for each error in a handler that is not an RpcError. Such an error is a bug and belongs
   * in the log.
   */
  readonly onInternalError?: (method: string, error: unknown) => void;
  /** Answers a request with texts in the language of its window. */
  readonly inLanguage?: (language: ShownLanguage, answer: () => Promise<void>) => Promise<void>;
}

class Cancel implements CancelSignal {
  aborted = false;
  #listeners: (() => void)[] = [];

  abort(): void {
    this.aborted = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw new RpcError('cancelled', tr`Cancelled.`);
  }

  onAbort(listener: () => void): void {
    if (this.aborted) listener();
    else this.#listeners.push(listener);
  }
}

type Handler = (params: unknown, context: CallContext) => unknown;
interface Entry {
  readonly spec: MethodSpec;
  readonly handler: Handler;
}

function entries(contract: ContractSpec, handlers: Record<string, Record<string, unknown>>): Map<string, Entry> {
  const table = new Map<string, Entry>();
  for (const [domain, { methods }] of Object.entries(contract)) {
    for (const [name, spec] of Object.entries(methods)) {
      const handler = handlers[domain]?.[name];
      if (typeof handler !== 'function') throw new Error(`${domain}.${name} has no handler`);
      table.set(`${domain}.${name}`, { spec, handler: handler as Handler });
    }
  }
  return table;
}

function issues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'parameters'}: ${issue.message}`).join('; ');
}

/**
 * The error that the window receives. The text of an unexpected error is withheld, because it may
 * contain data that the window must not see.
 */
function bodyOf(method: string, error: unknown): ErrorBody {
  if (!(error instanceof RpcError)) {
    return { code: 'internal', message: tr`Polyloop failed at ${method}. Please try again. Details are in its log.` };
  }
  const { code, message, details } = error;
  return details === undefined ? { code, message } : { code, message, details };
}

type Request = Extract<ToServer, { type: 'request' }>;

/** The requests of one window that are in progress. */
class Desk {
  readonly #table: ReadonlyMap<string, Entry>;
  readonly #post: (message: ToClient) => void;
  readonly #onInternalError: ServerOptions['onInternalError'];
  readonly #running = new Map<number, Cancel>();

  constructor(table: ReadonlyMap<string, Entry>, post: (message: ToClient) => void, options: ServerOptions) {
    this.#table = table;
    this.#post = post;
    this.#onInternalError = options.onInternalError;
  }

  async answer(id: number, method: string, params: unknown): Promise<void> {
    const cancel = new Cancel();
    try {
      if (this.#running.has(id)) throw new RpcError('invalid-message', `Request ${id} is still being answered.`);
      this.#running.set(id, cancel);
      this.#post({ type: 'result', id, value: await this.#call(method, params, cancel) });
    } catch (error) {
      if (!(error instanceof RpcError)) this.#onInternalError?.(method, error);
      this.#post({ type: 'error', id, error: bodyOf(method, error) });
    } finally {
      if (this.#running.get(id) === cancel) this.#running.delete(id);
    }
  }

  async #call(method: string, params: unknown, signal: Cancel): Promise<unknown> {
    const entry = this.#table.get(method);
    if (!entry) throw new RpcError('unknown-method', `There is no method ${method}.`);
    const parsed = entry.spec.params.safeParse(params);
    if (!parsed.success) throw new RpcError('invalid-params', `${method}: ${issues(parsed.error)}`);
    const value = await entry.handler(parsed.data, { signal });
    signal.throwIfAborted();
    return entry.spec.result.parse(value);
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort();
  }

  cancelAll(): void {
    for (const cancel of this.#running.values()) cancel.abort();
  }
}

/**
 * Serves one window. Handlers receive only parameters that the contract allows, and their results
 * are checked against the contract.
 */
export function createServer<C extends ContractSpec>(
  contract: C,
  channel: Channel,
  handlers: Handlers<C>,
  options: ServerOptions = {},
): Server<C> {
  const post = (message: ToClient) => channel.post(message);
  const desk = new Desk(entries(contract, handlers), post, options);
  const answer = ({ id, method, params, language }: Request): Promise<void> => {
    const work = () => desk.answer(id, method, params);
    return language === undefined || options.inLanguage === undefined ? work() : options.inLanguage(language, work);
  };
  channel.onMessage((raw) => {
    const parsed = toServer.safeParse(raw);
    // A message without an id cannot be answered. The server disconnects a client that violates the
    // protocol.
    if (!parsed.success) channel.close();
    else if (parsed.data.type === 'cancel') desk.cancel(parsed.data.id);
    else void answer(parsed.data);
  });
  channel.onClose(() => desk.cancelAll());
  return {
    emit: (name, payload) => post({ type: 'event', name, payload }),
    onClose: (listener) => channel.onClose(listener),
    close: () => channel.close(),
  };
}
