/** Collects the completion times and the deadline misses of a simulation. */
import { EVENT_KINDS } from '../../generator/trace/events.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';

const COMPLETE = EVENT_KINDS.indexOf('complete');
const MISS = EVENT_KINDS.indexOf('deadline-miss');

export class Completions implements TraceSink {
  /** By task: the completion times of its jobs, in order. */
  readonly done: number[][];
  readonly missed: number[];

  constructor(tasks: number) {
    this.done = Array.from({ length: tasks }, () => []);
    this.missed = new Array<number>(tasks).fill(0);
  }

  metadata(): void {}
  segment(): void {}
  text(): void {}

  event(timeNs: number, kind: number, object: number): void {
    if (kind === COMPLETE) this.done[object]?.push(timeNs);
    if (kind === MISS) this.missed[object] = (this.missed[object] ?? 0) + 1;
  }
}
