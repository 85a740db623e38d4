/** The host's end: answers requests over a channel by handlers, after validating what came. */
import type { Channel } from './channel.ts';
import type { ContractSpec, DomainSpec, EventName, MethodSpec, ReceivedParams, z } from './define.ts';
import { type ErrorBody, RpcError } from './errors.ts';
import { type ToClient, toServer } from './messages.ts';

/** What is used of the platform's AbortController. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Rejects, or throws, with `cancelled` once the request is cancelled or its window gone. */
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
  /** Dropped when the channel is closed. */
  emit<N extends EventName<C>>(name: N, payload: EventInput<C, N>): void;
  onClose(listener: () => void): void;
  close(): void;
}

export interface ServerOptions {
  /** Told of every fault in a handler that is not an RpcError: a mistake in the program, for the log. */
  readonly onInternalError?: (method: string, error: unknown) => void;
}

class Cancel implements CancelSignal {
  aborted = false;
  #listeners: (() => void)[] = [];

  abort(): void {
    this.aborted = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw new RpcError('cancelled', 'Cancelled.');
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

/** Serves one window. Handlers get only parameters that the contract allows, and may answer only what it allows. */
export function createServer<C extends ContractSpec>(
  contract: C,
  channel: Channel,
  handlers: Handlers<C>,
  options: ServerOptions = {},
): Server<C> {
  const table = entries(contract, handlers);
  const running = new Map<number, Cancel>();
  const post = (message: ToClient) => channel.post(message);

  const fail = (id: number, method: string, error: unknown) => {
    if (!(error instanceof RpcError)) options.onInternalError?.(method, error);
    const body: ErrorBody =
      error instanceof RpcError
        ? {
            code: error.code,
            message: error.message,
            ...(error.details === undefined ? {} : { details: error.details }),
          }
        : { code: 'internal', message: `Polyloop failed at ${method}. Please try again; its log has the details.` };
    post({ type: 'error', id, error: body });
  };

  const answer = async (id: number, method: string, params: unknown) => {
    const cancel = new Cancel();
    try {
      const entry = table.get(method);
      if (!entry) throw new RpcError('unknown-method', `There is no method ${method}.`);
      if (running.has(id)) throw new RpcError('invalid-message', `Request ${id} is still being answered.`);
      running.set(id, cancel);
      const parsed = entry.spec.params.safeParse(params);
      if (!parsed.success) throw new RpcError('invalid-params', `${method}: ${issues(parsed.error)}`);
      const value = await entry.handler(parsed.data, { signal: cancel });
      cancel.throwIfAborted();
      post({ type: 'result', id, value: entry.spec.result.parse(value) });
    } catch (error) {
      fail(id, method, error);
    } finally {
      if (running.get(id) === cancel) running.delete(id);
    }
  };

  channel.onMessage((raw) => {
    const parsed = toServer.safeParse(raw);
    // Without an id there is nobody to answer; a client that breaks the protocol is not served on.
    if (!parsed.success) return channel.close();
    if (parsed.data.type === 'cancel') running.get(parsed.data.id)?.abort();
    else void answer(parsed.data.id, parsed.data.method, parsed.data.params);
  });
  channel.onClose(() => {
    for (const cancel of running.values()) cancel.abort();
  });

  return {
    emit: (name, payload) => post({ type: 'event', name, payload }),
    onClose: (listener) => channel.onClose(listener),
    close: () => channel.close(),
  };
}
