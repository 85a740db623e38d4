/**
 * Runs jobs in a module worker, so that long computations do not block frames:
 *
 *     const url = new URL('./help-worker.ts', import.meta.url);
 *     const client = new WorkerClient<HelpJobs>(() => new Worker(url, { type: 'module' }));
 *     const help = await client.run('help', sketch, { signal, onProgress: (part) => show(part) });
 *
 * The worker is created for the first job. A cancelled job rejects immediately with the signal's
 * reason, and the worker is asked to stop it. If the worker does not stop the job within
 * `patienceMs`, because it is inside one long call, the worker is replaced and its other jobs start
 * again in the new one. If no worker can be created, `run` rejects with WorkerUnavailable, and the
 * caller must do without the result.
 */
import { tr } from '../../../generator/words/tr.ts';
import { SketchSender } from './sent-sketch.ts';
import { type FromWorker, hasSketch, type JobTable, type MessageEnd, type ToWorker } from './worker-messages.ts';

/** The worker could not be created or loaded. */
export class WorkerUnavailable extends Error {
  override readonly name = 'WorkerUnavailable';
}

/** The part of a Worker that the client uses. */
export interface WorkerEnd extends MessageEnd {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  /** `message` is missing when the script could not be loaded. */
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
  terminate(): void;
}

export interface RunOptions<Progress> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (value: Progress) => void;
  /**
   * Objects to transfer instead of copying. A job with such objects cannot start again, so it fails
   * when the worker is replaced.
   */
  readonly transfer?: Transferable[];
}

interface Pending {
  readonly message: ToWorker & { readonly type: 'start' };
  readonly canRepeat: boolean;
  readonly progress: (value: unknown) => void;
  readonly settle: (how: { readonly value: unknown } | { readonly error: unknown }) => void;
}

/** A worker that yields between slices of work stops within this time. */
const PATIENCE_MS = 400;

export class WorkerClient<Jobs extends JobTable> {
  readonly #make: () => WorkerEnd;
  readonly #patienceMs: number;
  readonly #pending = new Map<number, Pending>();
  /** Cancelled jobs for which the worker has not confirmed the stop. */
  readonly #stopping = new Map<number, ReturnType<typeof setTimeout>>();
  #worker: WorkerEnd | null = null;
  #sketches = new SketchSender();
  #unavailable: WorkerUnavailable | null = null;
  #nextId = 1;

  constructor(make: () => WorkerEnd, options: { readonly patienceMs?: number } = {}) {
    this.#make = make;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
  }

  /** Rejects with the signal's reason, with WorkerUnavailable, or with the error of the job. */
  run<K extends keyof Jobs & string>(
    kind: K,
    request: Jobs[K]['request'],
    options: RunOptions<Jobs[K]['progress']> = {},
  ): Promise<Jobs[K]['result']> {
    const { signal, onProgress, transfer = [] } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const id = this.#nextId++;
      const cancel = () => this.#cancel(id, signal?.reason);
      signal?.addEventListener('abort', cancel, { once: true });
      this.#pending.set(id, {
        message: { type: 'start', id, kind, request },
        canRepeat: transfer.length === 0,
        progress: (value) => onProgress?.(value),
        settle: (how) => {
          this.#pending.delete(id);
          signal?.removeEventListener('abort', cancel);
          if ('error' in how) reject(how.error);
          else resolve(how.value);
        },
      });
      this.#start(id, transfer);
    });
  }

  /** Ends the worker and rejects running jobs. The next job creates a new worker. */
  dispose(): void {
    this.#drop();
    const error = new WorkerUnavailable(tr`The worker was closed.`);
    for (const { settle } of [...this.#pending.values()]) settle({ error });
  }

  #start(id: number, transfer: Transferable[]): void {
    const job = this.#pending.get(id);
    if (job === undefined) return;
    try {
      const worker = this.#ensure();
      worker.postMessage(sent(job.message, this.#sketches), transfer);
    } catch (error) {
      this.#sketches.forget();
      job.settle({ error });
    }
  }

  #ensure(): WorkerEnd {
    if (this.#unavailable !== null) throw this.#unavailable;
    if (this.#worker !== null) return this.#worker;
    let worker: WorkerEnd;
    try {
      worker = this.#make();
    } catch (error) {
      throw this.#giveUp(error instanceof Error ? error.message : String(error));
    }
    worker.addEventListener('message', ({ data }) => this.#receive(worker, data as FromWorker));
    worker.addEventListener('error', ({ message }) => {
      if (worker === this.#worker) this.#fail(this.#giveUp(message ?? tr`Its script could not be loaded.`));
    });
    this.#worker = worker;
    return worker;
  }

  #giveUp(reason: string): WorkerUnavailable {
    this.#unavailable = new WorkerUnavailable(tr`A worker of the window could not be started: ${reason}`);
    return this.#unavailable;
  }

  #fail(error: Error): void {
    this.#drop();
    for (const { settle } of [...this.#pending.values()]) settle({ error });
  }

  #receive(from: WorkerEnd, message: FromWorker): void {
    if (from !== this.#worker) return;
    if (message.type !== 'progress') {
      clearTimeout(this.#stopping.get(message.id));
      this.#stopping.delete(message.id);
    }
    const job = this.#pending.get(message.id);
    if (message.type === 'progress') job?.progress(message.value);
    else if (message.type === 'done') job?.settle({ value: message.value });
    else if (message.type === 'failed') job?.settle({ error: new Error(message.message) });
  }

  #cancel(id: number, reason: unknown): void {
    const job = this.#pending.get(id);
    if (job === undefined) return;
    job.settle({ error: reason });
    if (this.#worker === null) return;
    this.#worker.postMessage({ type: 'cancel', id } satisfies ToWorker, []);
    this.#stopping.set(
      id,
      setTimeout(() => this.#replace(), this.#patienceMs),
    );
  }

  #replace(): void {
    this.#drop();
    for (const [id, { canRepeat, settle }] of [...this.#pending]) {
      if (canRepeat) this.#start(id, []);
      else settle({ error: new WorkerUnavailable('The worker was replaced while this job ran.') });
    }
  }

  #drop(): void {
    for (const timer of this.#stopping.values()) clearTimeout(timer);
    this.#stopping.clear();
    this.#worker?.terminate();
    this.#worker = null;
    this.#sketches = new SketchSender();
  }
}

/** The message as it is sent: its sketch without the elements that the worker has. */
function sent(message: ToWorker & { readonly type: 'start' }, sketches: SketchSender): ToWorker {
  const { request } = message;
  if (!hasSketch(request)) return message;
  const { sketch, ...rest } = request;
  return { ...message, request: rest, sketch: sketches.send(sketch) };
}
