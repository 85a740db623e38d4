/**
 * Keeps the answer to a changing question up to date when each answer takes a while. Until the
 * newest question is answered, the previous answer is shown and marked as stale.
 */
import { createStore } from 'zustand/vanilla';
import type { Scope } from './scope.ts';

export interface Answer<Q, A> {
  readonly question: Q;
  readonly value: A;
}

export interface AskerState<Q, A> {
  /** The newest answer. Null before the first one. */
  readonly answer: Answer<Q, A> | null;
  /** `answer` belongs to an older question than the current one. */
  readonly stale: boolean;
  /** Why the newest question has no answer. Null when it has one or may still get one. */
  readonly problem: string | null;
}

interface Options<Q, A> {
  readonly ask: (question: Q, signal: AbortSignal) => Promise<A>;
  readonly same: (a: Q, b: Q) => boolean;
  /**
   * `finish`: the running search ends and its answer is shown, then the newest question is asked.
   * Use it for short searches. If they were restarted, none would end while a slider moves.
   * `restart`: the newest question replaces the running search.
   */
  readonly mode: 'finish' | 'restart';
  /** The search begins when no new question has arrived for this long. 0 begins immediately. */
  readonly delayMs: number;
  /** The least time between the beginnings of two searches. Default: 0. */
  readonly paceMs?: number;
  readonly tell: (state: AskerState<Q, A>) => void;
}

const nothingAsked = <Q, A>(): AskerState<Q, A> => ({ answer: null, stale: false, problem: null });

/** A store that an asker keeps up to date. It stops asking when the scope is disposed. */
export function createAsked<Q, A>(options: Omit<Options<Q, A>, 'tell'>, scope: Scope) {
  const store = createStore<AskerState<Q, A>>(nothingAsked);
  const asker = new Asker<Q, A>({ ...options, tell: (state) => store.setState(state) });
  scope.own(() => asker.want(null));
  return { store, want: (question: Q | null): void => asker.want(question) };
}

export class Asker<Q, A> {
  readonly #options: Options<Q, A>;
  #state: AskerState<Q, A> = nothingAsked();
  #wanted: Q | null = null;
  #running: { readonly question: Q; readonly abort: AbortController } | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** When the last search began. */
  #begunMs = Number.NEGATIVE_INFINITY;

  constructor(options: Options<Q, A>) {
    this.#options = options;
  }

  /** Sets the question. Null stops searching. The last answer is kept. */
  want(question: Q | null): void {
    const { same, mode, delayMs } = this.#options;
    if (question !== null && this.#wanted !== null && same(question, this.#wanted)) return;
    this.#wanted = question;
    this.#cancelTimer();
    const known = this.#state.answer;
    const isKnown = question !== null && known !== null && same(question, known.question);
    const isComing = question !== null && this.#running !== null && same(question, this.#running.question);
    if (this.#running !== null && !isComing && (mode === 'restart' || question === null)) this.#stop();
    this.#set({ stale: question !== null && known !== null && !isKnown, problem: null });
    if (question === null || isKnown || this.#running !== null) return;
    this.#startAfter(delayMs, question);
  }

  #startAfter(delayMs: number, question: Q): void {
    const restMs = Math.max(delayMs, this.#begunMs + (this.#options.paceMs ?? 0) - performance.now());
    if (restMs <= 0) this.#start(question);
    else this.#timer = setTimeout(() => this.#start(question), restMs);
  }

  #start(question: Q): void {
    this.#timer = null;
    this.#begunMs = performance.now();
    const abort = new AbortController();
    const running = { question, abort };
    this.#running = running;
    const isCurrent = () => this.#running === running;
    this.#options.ask(question, abort.signal).then(
      (value) => (isCurrent() ? this.#answered({ question, value }) : undefined),
      (error: unknown) => (isCurrent() ? this.#failed(question, error) : undefined),
    );
  }

  #answered(answer: Answer<Q, A>): void {
    this.#running = null;
    const next = this.#next(answer.question);
    this.#set({ answer, stale: next !== null, problem: null });
    if (next !== null) this.#startAfter(0, next);
  }

  #failed(question: Q, error: unknown): void {
    this.#running = null;
    const next = this.#next(question);
    if (next !== null) this.#startAfter(0, next);
    else this.#set({ problem: error instanceof Error ? error.message : String(error) });
  }

  /** Returns the question to ask after the answer to `question`, or null. */
  #next(question: Q): Q | null {
    const wanted = this.#wanted;
    return wanted === null || this.#options.same(wanted, question) ? null : wanted;
  }

  #stop(): void {
    this.#running?.abort.abort(new Error('A newer question replaced it.'));
    this.#running = null;
  }

  #cancelTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #set(change: Partial<AskerState<Q, A>>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.tell(this.#state);
  }
}
