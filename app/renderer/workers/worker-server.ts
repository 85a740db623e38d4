/**
 * The worker's side of worker-client.ts:
 *
 *     serveJobs<HelpJobs>({
 *       help: async (sketch, job) => {
 *         for (…) { …at most some 10 ms of work…; job.progress(part); await job.turn(); }
 *         return whole;
 *       },
 *     });
 *
 * A job that never calls `turn` blocks the other jobs of its worker. To cancel such a job, the
 * client replaces the worker.
 */
import { loadLanguage } from '../../words/load-language.ts';
import { SketchReceiver } from './sent-sketch.ts';
import type { FromWorker, JobTable, MessageEnd, ToWorker } from './worker-messages.ts';

export interface RunningJob<Progress> {
  readonly signal: AbortSignal;
  progress(value: Progress, transfer?: Transferable[]): void;
  /**
   * Yields, so that messages can arrive. If one of them cancelled this job, `turn` rejects, which
   * ends the handler.
   */
  turn(): Promise<void>;
}

/** A result with parts that are transferred to the window instead of copied. */
export class Transferred<T> {
  readonly value: T;
  readonly transfer: Transferable[];

  constructor(value: T, transfer: Transferable[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

type Answer<T> = T | Transferred<T>;

export type JobHandlers<Jobs extends JobTable> = {
  readonly [K in keyof Jobs]: (
    request: Jobs[K]['request'],
    job: RunningJob<Jobs[K]['progress']>,
  ) => Answer<Jobs[K]['result']> | Promise<Answer<Jobs[K]['result']>>;
};

/** Starts to serve the client's jobs. */
export function serveJobs<Jobs extends JobTable>(
  handlers: JobHandlers<Jobs>,
  scope: MessageEnd = globalThis as unknown as MessageEnd,
): void {
  const running = new Map<number, AbortController>();
  const post = (message: FromWorker, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

  const sketches = new SketchReceiver();
  const start = async (message: StartMessage): Promise<void> => {
    const { id, kind } = message;
    const { signal, end } = begin(running, id);
    try {
      // Before anything is awaited, because the next sketch builds on this one.
      const request = requestOf(message, sketches);
      const handler = handlers[kind];
      if (handler === undefined) throw new Error(`This worker has no job named ${kind}.`);
      const result = await handler(request, {
        signal,
        progress: (value, transfer) => post({ type: 'progress', id, value }, transfer),
        turn: () => turn(signal),
      });
      if (signal.aborted) post({ type: 'cancelled', id });
      else if (result instanceof Transferred) post({ type: 'done', id, value: result.value }, result.transfer);
      else post({ type: 'done', id, value: result });
    } catch (error) {
      if (signal.aborted) post({ type: 'cancelled', id });
      else post({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    } finally {
      end();
    }
  };

  /** Ends when the texts of the chosen language are here. Undefined while no language was chosen. */
  let loading: Promise<void> | undefined;
  const take = (message: ToWorker): void => {
    if (message.type === 'cancel') running.get(message.id)?.abort();
    else if (message.type === 'start') void start(message);
  };
  scope.addEventListener('message', ({ data }) => {
    const message = data as ToWorker;
    if (message.type === 'language') loading = loadLanguage(message.language);
    else if (loading === undefined) take(message);
    // The order of messages stays.
    else void loading.then(() => take(message));
  });
}

type StartMessage = ToWorker & { readonly type: 'start' };

/** The request with its whole sketch. */
function requestOf({ request, sketch }: StartMessage, sketches: SketchReceiver): unknown {
  return sketch === undefined ? request : { ...(request as object), sketch: sketches.receive(sketch) };
}

function begin(running: Map<number, AbortController>, id: number) {
  const controller = new AbortController();
  running.set(id, controller);
  return { signal: controller.signal, end: () => void running.delete(id) };
}

/** Yields to the end of the message queue. A timer would take at least 4 ms. */
function turn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    port2.postMessage(null);
  });
}
