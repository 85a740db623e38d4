/**
 * Compares the decoded events of a damaged stream with the real ones. Each segment must be a part
 * of one run: the same events in the same order, with the same times and tasks. If a segment omits
 * events of the run, a gap must cover them.
 */

import type { TraceMetadata } from '../../../generator/trace/events.ts';
import { KIND_GAP } from '../../../generator/trace/kinds.ts';
import type { TraceSink } from '../../../generator/trace/sink.ts';
import { TelemetryDecoder } from '../../../generator/trace/wire/decoder.ts';
import type { Damaged } from './damage.ts';
import { eventKey, type RecordedRun, textKey } from './recorded-runs.ts';

/** A run that the segment may be a part of, and the position in that run. */
interface Candidate {
  readonly run: RecordedRun;
  at: number;
}

const nameLists = new WeakMap<TraceMetadata, string>();

function namesOf(metadata: TraceMetadata): string {
  const known = nameLists.get(metadata);
  if (known !== undefined) return known;
  const text = JSON.stringify([metadata.clockHz, metadata.fingerprint, metadata.objects]);
  nameLists.set(metadata, text);
  return text;
}

class Judge implements TraceSink {
  /** The first error. Null if there is none. */
  wrong: string | null = null;
  events = 0;
  readonly #runs: readonly RecordedRun[];
  #names = '';
  #candidates: Candidate[] = [];
  #fresh = true;
  /** End of a gap after the last event. -1: no gap. Unit: ns. */
  #gapEndNs = -1;
  #lastNs = 0;

  constructor(runs: readonly RecordedRun[]) {
    this.#runs = runs;
  }

  metadata(metadata: TraceMetadata): void {
    this.#names = namesOf(metadata);
    if (!this.#runs.some((run) => namesOf(run.metadata) === this.#names)) this.#blame('an unknown program');
    this.#candidates = [];
  }

  segment(): void {
    this.#candidates = this.#runs
      .filter((run) => namesOf(run.metadata) === this.#names)
      .map((run): Candidate => ({ run, at: 0 }));
    this.#fresh = true;
    this.#gapEndNs = -1;
    this.#lastNs = 0;
  }

  event(timeNs: number, kind: number, object: number, value: number): void {
    if (timeNs < this.#lastNs) this.#blame(`time runs backwards to ${timeNs}`);
    this.#lastNs = timeNs;
    if (kind === KIND_GAP) this.#gapEndNs = Math.max(this.#gapEndNs, value < 0 ? Infinity : timeNs + value);
    else this.#match(timeNs, eventKey(kind, object, value), kind);
  }

  text(timeNs: number, text: string): void {
    this.#match(timeNs, textKey(text), -1);
  }

  #match(timeNs: number, key: number, kind: number): void {
    this.events++;
    const alive = this.#candidates.filter((candidate) => this.#takes(candidate, timeNs, key));
    if (alive.length === 0) this.#blame(`event of kind ${kind} at ${timeNs} ns did not happen then, or hides a loss`);
    this.#candidates = alive;
    this.#fresh = false;
    this.#gapEndNs = -1;
  }

  /** Whether the event is the next one of the run, or follows a gap that covers the missing events. */
  #takes(candidate: Candidate, timeNs: number, key: number): boolean {
    const { timesNs, keys } = candidate.run.truth;
    let at = this.#fresh ? lowerBound(timesNs, timeNs) : candidate.at;
    const first = at;
    while (at < timesNs.length && ((timesNs[at] as number) < timeNs || keys[at] !== key)) {
      if ((timesNs[at] as number) > timeNs) return false;
      at++;
    }
    if (at >= timesNs.length || timesNs[at] !== timeNs) return false;
    if (at > first && !this.#fresh && !((timesNs[at - 1] as number) <= this.#gapEndNs)) return false;
    candidate.at = at + 1;
    return true;
  }

  #blame(why: string): void {
    this.wrong ??= why;
  }
}

/** Index of the first time at or after `timeNs`. */
function lowerBound(timesNs: readonly number[], timeNs: number): number {
  let low = 0;
  let high = timesNs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesNs[middle] as number) < timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `wrong`: the first error of the product's decoder in the stream. Null if there is none. */
export function judged({ bytes, runs }: Damaged): { readonly wrong: string | null; readonly events: number } {
  const judge = new Judge(runs);
  const decoder = new TelemetryDecoder(judge);
  decoder.push(bytes);
  decoder.end();
  return judge;
}
