/**
 * The use of the cores over time: by each task, the idle time, and the time of which there is
 * no record.
 *
 *   const load = new ProcessorLoad(store);
 *   load.update();                               // reads only what is new
 *   load.shares(fromNs, toNs, windowNs).tasks.get(0)
 *
 * A job's time includes the interrupts during it, as everywhere in the trace. Each core is busy or idle by
 * itself. What is neither a task nor idle is the runtime, with its telemetry. Where no idle time is recorded, the two cannot be distinguished.
 */
import {
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_IDLE,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../kinds.ts';
import { IdleCores } from '../store/idle-cores.ts';
import type { TraceStore } from '../store/store.ts';
import { Buckets } from './buckets.ts';

const IDLE = 0;
const UNRECORDED = 1;
const FIRST_TASK = 2;

/** Shares of the recorded time of all cores together, 0…1, in each window. NaN: nothing was recorded in it. */
export interface LoadShares {
  readonly fromNs: number;
  readonly windowNs: number;
  readonly count: number;
  /** Shares by the index of the task. */
  readonly tasks: ReadonlyMap<number, Float64Array>;
  /** null: the trace has no idle time. */
  readonly idle: Float64Array | null;
  /** What neither tasks nor idle time took: the runtime, and without recorded idle time also that. */
  readonly rest: Float64Array;
}

export class ProcessorLoad {
  readonly #store: TraceStore;
  readonly #cores: number;
  readonly #buckets = new Buckets();
  /** For each running task, the time up to which its execution is counted. */
  readonly #running = new Map<number, number>();
  readonly #idle = new IdleCores((fromNs, toNs) => this.#buckets.addSpan(IDLE, fromNs, toNs));
  #read = 0;
  #seenNs = 0;
  #startNs: number | null = null;
  #hasIdle = false;

  constructor(store: TraceStore, cores = 1) {
    this.#store = store;
    this.#cores = cores;
  }

  update(): void {
    const store = this.#store;
    if (store.end < this.#read) this.#restart();
    if (store.end === this.#read) return;
    if (store.first > this.#read) this.#lose(this.#seenNs, store.startNs);
    this.#startNs ??= store.startNs;
    this.#buckets.begin(this.#startNs);
    store.walk(this.#read, store.end, this.#event);
    this.#read = store.end;
    this.#countOpen(store.endNs);
  }

  /** @param windowNs the least length of a window */
  shares(fromNs: number, toNs: number, windowNs: number): LoadShares {
    const found = this.#buckets.windows(fromNs, toNs, windowNs);
    const { sums, count } = found;
    const none = new Float64Array(count);
    const room = Float64Array.from({ length: count }, (_, i) => this.#recorded(found, i, sums[UNRECORDED] ?? none));
    const share = (sum: Float64Array) => sum.map((ns, i) => Math.min(1, ns / room[i]!));
    const tasks = new Map<number, Float64Array>();
    const rest = new Float64Array(count).fill(1);
    for (const [row, sum] of sums.entries()) {
      if (row < FIRST_TASK || sum === undefined) continue;
      tasks.set(row - FIRST_TASK, share(sum));
    }
    const idle = this.#hasIdle ? share(sums[IDLE] ?? none) : null;
    for (let i = 0; i < count; i++) {
      let used = idle?.[i] ?? 0;
      for (const shares of tasks.values()) used += shares[i]!;
      rest[i] = Math.max(0, 1 - used);
    }
    return { fromNs: found.fromNs, windowNs: found.windowNs, count, tasks, idle, rest };
  }

  /** The recorded time of all processors in a window; NaN: none. Unit: ns. */
  #recorded({ fromNs, windowNs }: { fromNs: number; windowNs: number }, i: number, lost: Float64Array): number {
    const start = fromNs + i * windowNs;
    const from = Math.max(start, this.#startNs ?? start);
    const to = Math.min(start + windowNs, this.#seenNs);
    const ns = to - from - lost[i]!;
    return ns > 0 ? ns * this.#cores : Number.NaN;
  }

  #restart(): void {
    this.#buckets.clear();
    this.#running.clear();
    this.#idle.forget();
    this.#startNs = null;
    this.#hasIdle = false;
    this.#read = 0;
    this.#seenNs = 0;
  }

  readonly #event = (_index: number, timeNs: number, kind: number, object: number, value: number): void => {
    const before = this.#seenNs;
    this.#seenNs = timeNs;
    if (kind === KIND_GAP) this.#lose(timeNs, timeNs + Math.max(0, value));
    else if (kind === KIND_EVENTS_DROPPED) this.#lose(before, timeNs);
    else if (kind === KIND_START || kind === KIND_SWITCH_IN) {
      this.#idle.end(value, timeNs);
      this.#running.set(object, timeNs);
    } else if (kind === KIND_SWITCH_OUT || kind === KIND_COMPLETE) {
      const since = this.#running.get(object);
      if (since !== undefined) this.#buckets.addSpan(FIRST_TASK + object, since, timeNs);
      this.#running.delete(object);
    } else if (kind === KIND_IDLE) {
      this.#idle.begin(value, timeNs);
      this.#hasIdle = true;
    }
  };

  /** It is unknown what ran between two times. */
  #lose(fromNs: number, toNs: number): void {
    this.#countOpen(fromNs);
    this.#running.clear();
    this.#idle.forget();
    this.#buckets.addSpan(UNRECORDED, fromNs, toNs);
  }

  /** Counts what lasts on, up to now. */
  #countOpen(nowNs: number): void {
    for (const [task, since] of this.#running) {
      this.#buckets.addSpan(FIRST_TASK + task, since, nowNs);
      this.#running.set(task, Math.max(since, nowNs));
    }
    this.#idle.advance(nowNs);
  }
}
