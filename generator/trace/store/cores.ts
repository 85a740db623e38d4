/**
 * The task that runs on each core, as intervals of time.
 *
 *   const cores = new CoreTracker(store);
 *   cores.update();                            // whenever store.version has changed; reads only what is new
 *   cores.runs(0).tagAt(i)                     // the task of the i-th interval on core 0
 *
 * The value of a start and of a switch-in is the core. A gap ends all open intervals, because their
 * continuation is unknown.
 */
import { KIND_COMPLETE, KIND_EVENTS_DROPPED, KIND_GAP, KIND_START, KIND_SWITCH_IN, KIND_SWITCH_OUT } from '../kinds.ts';
import { SpanColumn } from './span-column.ts';
import type { TraceStore } from './store.ts';

const NOWHERE = -1;

export class CoreTracker {
  readonly #store: TraceStore;
  readonly #cores: SpanColumn[] = [];
  /** For each task, its current core. */
  #coreOf: number[] = [];
  #read = 0;
  #segments = 0;
  #storeVersion = -1;
  #seenNs = 0;

  constructor(store: TraceStore) {
    this.#store = store;
  }

  /** One more than the highest number of a core on which a task ran. */
  get count(): number {
    return this.#cores.length;
  }

  /** The tag is the task. */
  runs(core: number): SpanColumn {
    for (let i = this.#cores.length; i <= core; i++) this.#cores.push(new SpanColumn());
    return this.#cores[core] as SpanColumn;
  }

  /** The task that runs on a core at a time; −1: none. An interval does not include its end. */
  taskAt(core: number, timeNs: number): number {
    const runs = this.#cores[core];
    if (runs === undefined) return NOWHERE;
    // If two intervals meet at this time, the later one counts.
    for (let i = runs.firstEndingAfter(timeNs); i < runs.count && runs.fromAt(i) <= timeNs; i++) {
      if (runs.toAt(i) > timeNs || (runs.isOpen && i === runs.count - 1)) return runs.tagAt(i);
    }
    return NOWHERE;
  }

  /** The core on which a task runs at a time; −1: none. */
  coreAt(task: number, timeNs: number): number {
    return this.#cores.findIndex((_, core) => this.taskAt(core, timeNs) === task);
  }

  /** Reads the events since the last call. */
  update(): void {
    const store = this.#store;
    if (store.version === this.#storeVersion) return;
    this.#storeVersion = store.version;
    if (store.end < this.#read) this.#restart();
    if (this.#read < store.first || this.#segments !== store.segments.length) this.#endAll(this.#seenNs);
    this.#segments = store.segments.length;
    store.walk(Math.max(this.#read, store.first), store.end, this.#event);
    this.#read = store.end;
    for (const runs of this.#cores) runs.advance(store.endNs, store.startNs);
  }

  #restart(): void {
    this.#read = 0;
    this.#segments = 0;
    this.#seenNs = 0;
    this.#cores.length = 0;
    this.#coreOf = [];
  }

  #endAll(timeNs: number): void {
    for (const runs of this.#cores) if (runs.isOpen) runs.end(timeNs);
    this.#coreOf = [];
  }

  readonly #event = (_index: number, timeNs: number, kind: number, object: number, value: number): void => {
    if (kind === KIND_START || kind === KIND_SWITCH_IN) this.#begin(object, value, timeNs);
    else if (kind === KIND_SWITCH_OUT || kind === KIND_COMPLETE) this.#end(object, timeNs);
    else if (kind === KIND_GAP || kind === KIND_EVENTS_DROPPED) this.#endAll(this.#seenNs);
    this.#seenNs = timeNs;
  };

  #begin(task: number, core: number, timeNs: number): void {
    this.#end(task, timeNs);
    const runs = this.runs(Math.max(0, core));
    if (runs.isOpen) runs.end(timeNs);
    runs.begin(timeNs, task);
    this.#coreOf[task] = Math.max(0, core);
  }

  #end(task: number, timeNs: number): void {
    const core = this.#coreOf[task] ?? NOWHERE;
    if (core === NOWHERE) return;
    this.#coreOf[task] = NOWHERE;
    const runs = this.runs(core);
    if (runs.isOpen && runs.tagAt(runs.count - 1) === task) runs.end(timeNs);
  }
}
