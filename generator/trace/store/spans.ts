/**
 * Time intervals other than jobs: interrupts and their masking, held resources, exhausted budgets,
 * and idle time.
 *
 *   const spans = new SpanTracker(store);
 *   spans.update();                            // whenever store.version has changed; reads only what is new
 *   spans.interrupts.get(0)?.runs              // SpanColumn
 *
 * A gap ends all open intervals, because their continuation is unknown. A program with other names
 * starts with empty columns.
 */
import type { TraceMetadata } from '../events.ts';
import {
  KIND_BUDGET_EXHAUSTED,
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_IDLE,
  KIND_INTERRUPT_ENTER,
  KIND_INTERRUPT_EXIT,
  KIND_INTERRUPT_MASK,
  KIND_LOCK_ACQUIRE,
  KIND_LOCK_EXCEEDED,
  KIND_LOCK_RELEASE,
  KIND_REPLENISH,
  KIND_START,
  KIND_SWITCH_IN,
} from '../kinds.ts';
import { MOST_DELIVERIES, MOST_MASKINGS, SampleWindow } from '../sample-window.ts';
import { IdleCores } from './idle-cores.ts';
import { SpanColumn } from './span-column.ts';
import type { TraceSegment, TraceStore } from './store.ts';

export interface InterruptSpans {
  /** Executions of an interrupt, each from entry to exit, with top and bottom half. */
  readonly runs: SpanColumn;
  /** Not delivered, because its I/O budget is exhausted or the program disabled it. */
  readonly masked: SpanColumn;
}

/** Tags of the intervals with an exhausted budget: how they ended. */
export const ENDED_BY_COMPLETION = 0;
export const ENDED_BY_REPLENISHMENT = 1;

export class SpanTracker {
  /** Intervals of each interrupt, by its index. */
  readonly interrupts = new Map<number, InterruptSpans>();
  /** Intervals in which a resource is held, by its index. The tag is the task that holds the resource. */
  readonly held = new Map<number, SpanColumn>();
  /**
   * By the task's index: from the exhaustion of its budget to the replenishment or the end of the
   * job.
   */
  readonly exhausted = new Map<number, SpanColumn>();
  /** Intervals in which no core has a job, until a job runs. They include interrupts. */
  idle = new SpanColumn();
  /** The idle time of all cores together. Null: the trace has none. Unit: ns. */
  idleNs: number | null = null;
  readonly #idleCores = new IdleCores((fromNs, toNs) => {
    this.idleNs = (this.idleNs ?? 0) + toNs - fromNs;
  });
  /** The cores on which a job has run since they were idle. */
  readonly #busyCores = new Set<number>();
  /** Whether a board that recorded this may have left out deliveries, or maskings. Counts are then the least. */
  isSampleOfDeliveries = false;
  isSampleOfMaskings = false;
  readonly #store: TraceStore;
  #deliveries = new SampleWindow(MOST_DELIVERIES);
  #maskings = new SampleWindow(MOST_MASKINGS);
  #read = 0;
  #storeVersion = -1;
  #segment: TraceSegment | null = null;
  #metadata: TraceMetadata | null = null;
  #seenNs = 0;

  constructor(store: TraceStore) {
    this.#store = store;
  }

  /** Reads the events since the last call. */
  update(): void {
    const store = this.#store;
    if (store.version === this.#storeVersion) return;
    this.#storeVersion = store.version;
    if (store.end < this.#read) this.#restart();
    if (this.#read < store.first) this.#endAll(store.startNs);
    this.#read = Math.max(this.#read, store.first);
    const known = this.#segment === null ? -1 : store.segments.indexOf(this.#segment);
    for (const segment of store.segments.slice(known + 1)) {
      this.#readTo(segment.first);
      this.#begin(segment);
    }
    this.#readTo(store.end);
    for (const column of this.#columns()) column.advance(store.endNs, store.startNs);
    this.#idleCores.advance(store.endNs);
  }

  /** The store was cleared. */
  #restart(): void {
    this.#read = 0;
    this.#segment = null;
    this.#metadata = null;
    this.#seenNs = 0;
    this.#forget();
  }

  #forget(): void {
    this.interrupts.clear();
    this.held.clear();
    this.exhausted.clear();
    this.idle = new SpanColumn();
    this.idleNs = null;
    this.isSampleOfDeliveries = false;
    this.isSampleOfMaskings = false;
    this.#deliveries = new SampleWindow(MOST_DELIVERIES);
    this.#maskings = new SampleWindow(MOST_MASKINGS);
  }

  #begin(segment: TraceSegment): void {
    this.#segment = segment;
    this.#endAll(segment.originNs);
    // The numbers may have another meaning now.
    if (this.#metadata !== null && segment.metadata !== this.#metadata) this.#forget();
    this.#metadata = segment.metadata;
  }

  #readTo(end: number): void {
    this.#store.walk(this.#read, end, this.#event);
    this.#read = Math.max(this.#read, end);
  }

  *#columns(): Generator<SpanColumn> {
    for (const { runs, masked } of this.interrupts.values()) yield* [runs, masked];
    yield* this.held.values();
    yield* this.exhausted.values();
    yield this.idle;
  }

  #endAll(timeNs: number): void {
    this.#idleCores.advance(timeNs);
    this.#idleCores.forget();
    this.#busyCores.clear();
    for (const column of this.#columns()) {
      if (column.isOpen) column.end(Math.max(timeNs, column.fromAt(column.count - 1)));
    }
  }

  readonly #event = (_index: number, timeNs: number, kind: number, object: number, value: number): void => {
    const before = this.#seenNs;
    this.#seenNs = timeNs;
    switch (kind) {
      case KIND_GAP:
      case KIND_EVENTS_DROPPED:
        this.#endAll(before);
        break;
      case KIND_INTERRUPT_ENTER:
      case KIND_INTERRUPT_EXIT:
      case KIND_INTERRUPT_MASK:
        this.#interrupt(kind, timeNs, object, value);
        break;
      case KIND_LOCK_ACQUIRE:
        columnOf(this.held, object).begin(timeNs, value);
        break;
      case KIND_LOCK_RELEASE:
      case KIND_LOCK_EXCEEDED:
        this.held.get(object)?.end(timeNs);
        break;
      case KIND_IDLE:
        this.#idle(timeNs, value);
        break;
      case KIND_START:
      case KIND_SWITCH_IN:
        this.#busyCores.add(value);
        this.#idleCores.end(value, timeNs);
        this.idle.end(timeNs);
        break;
      case KIND_BUDGET_EXHAUSTED:
      case KIND_REPLENISH:
      case KIND_COMPLETE:
        this.#budget(kind, timeNs, object);
    }
  };

  #idle(timeNs: number, core: number): void {
    this.idleNs ??= 0;
    this.#idleCores.begin(core, timeNs);
    this.#busyCores.delete(core);
    if (this.#busyCores.size === 0) this.idle.begin(timeNs);
  }

  #interrupt(kind: number, timeNs: number, object: number, value: number): void {
    let spans = this.interrupts.get(object);
    if (!spans) {
      spans = { runs: new SpanColumn(), masked: new SpanColumn() };
      this.interrupts.set(object, spans);
    }
    if (kind === KIND_INTERRUPT_ENTER) this.isSampleOfDeliveries ||= this.#deliveries.isFullAt(timeNs);
    else if (kind === KIND_INTERRUPT_MASK && value === 1) this.isSampleOfMaskings ||= this.#maskings.isFullAt(timeNs);
    if (kind === KIND_INTERRUPT_ENTER) spans.runs.begin(timeNs);
    else if (kind === KIND_INTERRUPT_EXIT) spans.runs.end(timeNs);
    else if (value === 1) spans.masked.begin(timeNs);
    else spans.masked.end(timeNs);
  }

  /**
   * If budgets are only monitored, there is no replenishment, so the end of the job ends the
   * interval. If budgets are enforced, the following replenishment shows that it lasted longer.
   */
  #budget(kind: number, timeNs: number, task: number): void {
    if (kind === KIND_BUDGET_EXHAUSTED) {
      columnOf(this.exhausted, task).begin(timeNs, ENDED_BY_COMPLETION);
      return;
    }
    const column = this.exhausted.get(task);
    if (!column || column.count === 0) return;
    const last = column.count - 1;
    if (column.isOpen) column.end(timeNs);
    else if (kind === KIND_REPLENISH && column.tagAt(last) === ENDED_BY_COMPLETION) column.prolong(timeNs);
    else return;
    if (kind === KIND_REPLENISH) column.setTag(ENDED_BY_REPLENISHMENT);
  }
}

function columnOf(columns: Map<number, SpanColumn>, index: number): SpanColumn {
  let column = columns.get(index);
  if (!column) {
    column = new SpanColumn();
    columns.set(index, column);
  }
  return column;
}
