/**
 * Compares the telemetry of each task with the promises. Counts the events as docs/telemetry.md
 * describes them, and does not use the product's reconstruction of jobs.
 */

import {
  KIND_BUDGET_EXHAUSTED,
  KIND_COMPLETE,
  KIND_DEADLINE_MISS,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_IDLE,
  KIND_RELEASE,
  KIND_RELEASE_DROPPED,
} from '../../generator/trace/kinds.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import type { Promised } from './admitted.ts';

export interface Violation {
  /** Short name of the kind, under which violations are counted. */
  readonly kind: string;
  readonly message: string;
}

export interface TaskResult {
  readonly name: string;
  readonly jobs: number;
  readonly worstNs: number;
  readonly boundNs: number;
}

export interface Observation {
  readonly tasks: readonly TaskResult[];
  readonly violations: readonly Violation[];
  /** Number of events that the board dropped because its buffer was full. */
  readonly lostEvents: number;
  /** The printed texts with their times. */
  readonly texts: readonly { readonly timeNs: number; readonly text: string }[];
  readonly endNs: number;
}

/** Longest silence of a working program, which sends a sync event at least once a second. */
const QUIET_NS = 1_200e6;

/**
 * Time stamps are in the order of recording, so a release that is recorded after a later event has
 * that event's time (docs/telemetry.md). This is the longest such delay, while interrupts are
 * disabled.
 */
const LATE_STAMP_NS = 1e6;

const ms = (ns: number): string => `${(ns / 1e6).toFixed(4)} ms`;

class Lane {
  readonly promised: Promised;
  readonly holds: boolean;
  jobs = 0;
  worstNs = 0;
  /** Arrivals of incomplete jobs. */
  open: number[] = [];
  /** Smallest possible number of the next release. Null: unknown, because events were lost. */
  next: number | null = 0;
  /** Whether events were lost. Then the observer ignores its jobs until it knows which ones are open. */
  blind = false;

  constructor(promised: Promised, holds: boolean) {
    this.promised = promised;
    this.holds = holds;
  }

  /** Whether all earlier jobs have ended at a release, if the promises hold. */
  get endsBeforeRelease(): boolean {
    const { kind, boundNs, periodNs } = this.promised;
    return this.holds && kind === 'periodic' && boundNs <= periodNs;
  }

  lookAgain(): void {
    this.blind = false;
    this.open = [];
    this.next = null;
  }
}

export class Observer {
  readonly #lanes = new Map<number, Lane>();
  readonly #violations: Violation[] = [];
  readonly #texts: { timeNs: number; text: string }[] = [];
  readonly #decoder: TelemetryDecoder;
  #startNs: number | null = null;
  #segments = 0;
  #lost = 0;
  /** Whether events were ever lost. Then a task that waited for its budget meanwhile may end a job with a lost release. */
  #wasBlind = false;
  #lastNs = 0;

  /** @param misbehaving names of tasks with promises that are not checked */
  constructor(promised: readonly Promised[], misbehaving: readonly string[]) {
    for (const one of promised) this.#lanes.set(one.index, new Lane(one, !misbehaving.includes(one.name)));
    this.#decoder = new TelemetryDecoder({
      metadata() {},
      segment: () => {
        this.#segments += 1;
      },
      text: (timeNs, text) => {
        this.#texts.push({ timeNs, text });
      },
      event: (timeNs, kind, object, value) => this.#event(timeNs, kind, object, value),
    });
  }

  push(bytes: Uint8Array): void {
    this.#decoder.push(bytes);
  }

  /** @param runNs length of the run */
  finish(runNs: number): Observation {
    this.#decoder.end();
    const { badFrames, malformedFrames, lostFrames } = this.#decoder.statistics;
    const faults = badFrames + malformedFrames + lostFrames;
    if (faults > 0) this.#report('line', `${faults} frames were damaged or lost on a line that loses nothing.`);
    if (this.#segments > 1) this.#report('reset', `The program began ${this.#segments} times.`);
    const quietNs = runNs - this.#lastNs;
    if (quietNs > QUIET_NS) this.#report('silent', `No event was recorded in the last ${ms(quietNs)} of the run.`);
    for (const lane of this.#lanes.values()) this.#close(lane);
    const tasks = [...this.#lanes.values()]
      .filter(({ holds }) => holds)
      .map(({ promised: { name, boundNs }, jobs, worstNs }) => ({ name, jobs, worstNs, boundNs }));
    const lostEvents = this.#lost + this.#decoder.discarded;
    return { tasks, violations: this.#violations, lostEvents, texts: this.#texts, endNs: this.#lastNs };
  }

  #report(kind: string, message: string): void {
    this.#violations.push({ kind, message });
  }

  #event(timeNs: number, kind: number, object: number, value: number): void {
    this.#lastNs = Math.max(this.#lastNs, timeNs);
    if (kind === KIND_EVENTS_DROPPED || kind === KIND_GAP) {
      this.#lost += kind === KIND_EVENTS_DROPPED ? value : 0;
      this.#wasBlind = true;
      for (const lane of this.#lanes.values()) lane.blind = true;
      return;
    }
    if (kind === KIND_IDLE) {
      for (const lane of this.#lanes.values()) if (lane.blind) lane.lookAgain();
      return;
    }
    const lane = this.#lanes.get(object);
    if (lane === undefined) return;
    // A task that never ends can keep the processor from being idle.
    if (lane.blind && kind === KIND_RELEASE && lane.endsBeforeRelease) lane.lookAgain();
    if (!lane.blind) this.#taskEvent(lane, timeNs, kind, value);
  }

  #taskEvent(lane: Lane, timeNs: number, kind: number, value: number): void {
    const { name, kind: sort } = lane.promised;
    if (kind === KIND_RELEASE) this.#release(lane, timeNs);
    else if (kind === KIND_COMPLETE) this.#complete(lane, timeNs);
    else if (!lane.holds) return;
    else if (kind === KIND_DEADLINE_MISS) this.#report('miss', `${name} missed a deadline at ${ms(timeNs)}.`);
    else if (kind === KIND_BUDGET_EXHAUSTED) {
      this.#report('exhausted', `${name} has used its budget up at ${ms(timeNs)}, by a body within it.`);
    } else if (kind === KIND_RELEASE_DROPPED && sort === 'periodic') {
      this.#report('dropped', `${value} releases of ${name} were dropped at ${ms(timeNs)}.`);
    }
  }

  #release(lane: Lane, timeNs: number): void {
    const { kind, periodNs, offsetNs, name } = lane.promised;
    if (kind !== 'periodic') {
      lane.open.push(timeNs);
      return;
    }
    this.#startNs ??= timeNs - offsetNs;
    const number = Math.round((timeNs - this.#startNs - offsetNs) / periodNs);
    const offNs = timeNs - this.#startNs - offsetNs - number * periodNs;
    if (lane.holds && Math.abs(offNs) > LATE_STAMP_NS) {
      this.#report('release', `${name} was released at ${ms(timeNs)}, ${ms(offNs)} off its time.`);
    }
    // The time stamp of the first release was late.
    if (offNs < 0) this.#startNs += offNs;
    if (lane.holds && lane.next !== null && number !== lane.next) {
      this.#report('lost', `Job ${number} of ${name} came after job ${lane.next - 1}.`);
    }
    lane.next = number + 1;
    lane.open.push(this.#startNs + offsetNs + number * periodNs);
  }

  #complete(lane: Lane, timeNs: number): void {
    const arrivalNs = lane.open.shift();
    if (arrivalNs === undefined) {
      const isKnown = lane.next !== null && (lane.holds || !this.#wasBlind);
      if (isKnown) this.#report('order', `${lane.promised.name} ends a job that was not released.`);
      return;
    }
    lane.jobs += 1;
    this.#respond(lane, timeNs - arrivalNs, `ended at ${ms(timeNs)}`);
  }

  #respond(lane: Lane, responseNs: number, what: string): void {
    const { name, boundNs } = lane.promised;
    lane.worstNs = Math.max(lane.worstNs, responseNs);
    if (!lane.holds || responseNs <= boundNs) return;
    this.#report('bound', `${name} ${what}, ${ms(responseNs)} after its arrival; its bound is ${ms(boundNs)}.`);
  }

  /** Checks the jobs that are incomplete at the end of the record. */
  #close(lane: Lane): void {
    const { kind, name, periodNs, offsetNs, boundNs } = lane.promised;
    if (!lane.holds || lane.blind) return;
    const [oldest] = lane.open;
    if (oldest !== undefined) this.#respond(lane, this.#lastNs - oldest, `had not ended at ${ms(this.#lastNs)}`);
    if (kind !== 'periodic' || lane.next === null) return;
    const dueNs = (this.#startNs ?? 0) + offsetNs + lane.next * periodNs;
    if (dueNs + boundNs < this.#lastNs) {
      this.#report('lost', `Job ${lane.next} of ${name} was due at ${ms(dueNs)} and was never released.`);
    }
  }
}
