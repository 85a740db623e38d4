/**
 * Counts how often each task was preempted, and how often it migrated: started or resumed on
 * another core than its last one.
 *
 *   const switches = new SwitchCounter(store);
 *   switches.update();                         // whenever store.version has changed; reads only what is new
 *   switches.of(0).preemptions
 *
 * A task that stops because it waits for a resource, or because its budget is exhausted, is not
 * preempted. The value of a start and of a switch-in is the core.
 */
import { KIND_BUDGET_EXHAUSTED, KIND_LOCK_WAIT, KIND_START, KIND_SWITCH_IN, KIND_SWITCH_OUT } from '../kinds.ts';
import type { TraceStore } from '../store/store.ts';

export interface Switches {
  readonly preemptions: number;
  readonly migrations: number;
}

interface Count {
  preemptions: number;
  migrations: number;
  /** Its last core; −1: none yet. */
  core: number;
  /** When it last stopped for a reason of its own. Unit: ns. */
  stoppedNs: number;
}

const NONE: Switches = { preemptions: 0, migrations: 0 };

export class SwitchCounter {
  readonly #store: TraceStore;
  readonly #counts = new Map<number, Count>();
  #read = 0;
  #storeVersion = -1;

  constructor(store: TraceStore) {
    this.#store = store;
  }

  /** The context switches of the task with this index. */
  of(task: number): Switches {
    return this.#counts.get(task) ?? NONE;
  }

  get total(): Switches {
    let [preemptions, migrations] = [0, 0];
    for (const count of this.#counts.values()) {
      preemptions += count.preemptions;
      migrations += count.migrations;
    }
    return { preemptions, migrations };
  }

  /** Reads the events since the last call. */
  update(): void {
    const store = this.#store;
    if (store.version === this.#storeVersion) return;
    this.#storeVersion = store.version;
    if (store.end < this.#read) {
      this.#counts.clear();
      this.#read = 0;
    }
    store.walk(Math.max(this.#read, store.first), store.end, this.#event);
    this.#read = store.end;
  }

  readonly #event = (_index: number, timeNs: number, kind: number, object: number, value: number): void => {
    if (kind === KIND_START || kind === KIND_SWITCH_IN) {
      const count = this.#countOf(object);
      const core = Math.max(0, value);
      if (count.core !== -1 && count.core !== core) count.migrations++;
      count.core = core;
    } else if (kind === KIND_SWITCH_OUT) {
      const count = this.#countOf(object);
      if (count.stoppedNs !== timeNs) count.preemptions++;
    } else if (kind === KIND_BUDGET_EXHAUSTED) this.#countOf(object).stoppedNs = timeNs;
    // A lock's events refer to the resource, and their value is the task.
    else if (kind === KIND_LOCK_WAIT) this.#countOf(value).stoppedNs = timeNs;
  };

  #countOf(task: number): Count {
    let count = this.#counts.get(task);
    if (count === undefined) {
      count = { preemptions: 0, migrations: 0, core: -1, stoppedNs: -1 };
      this.#counts.set(task, count);
    }
    return count;
  }
}
