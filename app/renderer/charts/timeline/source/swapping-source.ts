/**
 * A source with content that is replaced many times per second while a slider moves. The chart
 * keeps its view and draws the new content.
 */
import type { TimeSpan } from '../../../base/time.ts';
import { ns } from '../../../base/time.ts';
import {
  type InterruptLane,
  type JobColumn,
  type JobReasons,
  NO_SPANS,
  type ResourceSpans,
  type ScheduleFacts,
  type SpanList,
  type TimedEvent,
  type TimelineSource,
} from './source.ts';
import { NO_JOBS } from './trace-source.ts';

const NOWHERE: TimeSpan = { from: ns(0), to: ns(0) };
const NONE: readonly never[] = [];

export class SwappingSource implements TimelineSource {
  readonly isPrediction: boolean;
  home: TimeSpan | null = null;
  #inner: TimelineSource | null = null;
  /** Sum of the versions of earlier content, so that the version always grows. */
  #versions = 0;
  readonly #listeners = new Set<() => void>();

  constructor(isPrediction: boolean) {
    this.isPrediction = isPrediction;
  }

  /** @param home initial view of a chart that the user has not moved yet */
  exchange(inner: TimelineSource | null, home: TimeSpan | null): void {
    if (inner === this.#inner) return;
    this.#versions += (this.#inner?.version ?? 0) + 1;
    this.#inner = inner;
    this.home = home;
    for (const listener of this.#listeners) listener();
  }

  /** The current content has grown. */
  grown(): void {
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  refresh(): void {
    this.#inner?.refresh();
  }

  get version(): number {
    return this.#versions + (this.#inner?.version ?? 0);
  }

  get span(): TimeSpan {
    return this.#inner?.span ?? NOWHERE;
  }

  get eventCount(): number {
    return this.#inner?.eventCount ?? 0;
  }

  column(taskIndex: number): JobColumn {
    return this.#inner?.column(taskIndex) ?? NO_JOBS;
  }

  get interrupts(): readonly InterruptLane[] {
    return this.#inner?.interrupts ?? NONE;
  }

  get resources(): readonly ResourceSpans[] {
    return this.#inner?.resources ?? NONE;
  }

  get idle(): SpanList {
    return this.#inner?.idle ?? NO_SPANS;
  }

  get facts(): ScheduleFacts | null {
    return this.#inner?.facts ?? null;
  }

  get reasons(): JobReasons | null {
    return this.#inner?.reasons ?? null;
  }

  get cores(): readonly SpanList[] {
    return this.#inner?.cores ?? NONE;
  }

  exhausted(taskIndex: number): SpanList {
    return this.#inner?.exhausted(taskIndex) ?? NO_SPANS;
  }

  get hasPointEvents(): boolean {
    return this.#inner?.hasPointEvents ?? false;
  }

  eachPoint(view: TimeSpan, limit: number, visit: (event: TimedEvent) => void): boolean {
    return this.#inner?.eachPoint(view, limit, visit) ?? true;
  }

  countPoints(view: TimeSpan, counts: Uint32Array): void {
    this.#inner?.countPoints(view, counts);
  }

  eachBreak(view: TimeSpan, visit: (event: TimedEvent) => void): void {
    this.#inner?.eachBreak(view, visit);
  }
}
