/**
 * Keeps one simulated schedule up to date with a sketch that may change many times per second. The
 * previous schedule is shown until the first piece of the new one arrives. A newer question cancels
 * a simulation only after that simulation has shown something, so that a moving slider never
 * starves the view.
 */

import { playedSchedule, readOn, type SimulatedSchedule } from '../../../../generator/simulation/schedule/schedule.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { TraceStore } from '../../../../generator/trace/store/store.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { pourBatch } from '../../workers/event-batch.ts';
import type {
  SimulationProgress,
  SimulationRequest,
  SimulationResult,
  SimulationSettings,
} from '../../workers/simulation-jobs.ts';
import type { RunOptions } from '../../workers/worker-client.ts';
import { sketchKey } from '../sketch/sketch-key.ts';

export interface SimulationQuestion {
  readonly sketch: Sketch;
  readonly options: SimulationSettings;
  readonly untilNs: number;
  readonly mostEvents: number;
}

export interface Simulated {
  /**
   * The question that was simulated. A longer simulation of the same question continues this
   * schedule.
   */
  readonly question: SimulationQuestion;
  readonly schedule: SimulatedSchedule;
  readonly assumptions: readonly string[];
}

export interface SimulatorState {
  /** Null when nothing was simulated yet, or when the sketch cannot be simulated. */
  readonly simulated: Simulated | null;
  /** `simulated` belongs to an older question. */
  readonly stale: boolean;
  /** The simulation still runs, and the schedule grows. */
  readonly growing: boolean;
  /** The schedule ends before the requested time, because there are too many events. */
  readonly cut: boolean;
  /** Why the sketch cannot be simulated. Null when it can. */
  readonly refusal: string | null;
}

export const NOTHING_SIMULATED: SimulatorState = {
  simulated: null,
  stale: false,
  growing: false,
  cut: false,
  refusal: null,
};

export type SimulateFunction = (
  request: SimulationRequest,
  options: RunOptions<SimulationProgress>,
) => Promise<SimulationResult>;

/** A simulation that has shown nothing after this time is replaced by a newer question. */
const PATIENCE_MS = 150;

/**
 * The schedule of a sketch with more tasks is simulated at most once per `PACE_MS`: its jobs take the
 * window several milliseconds, and a moving slider needs every frame.
 */
const PACED_TASKS = 50;
const PACE_MS = 100;

interface Run {
  readonly question: SimulationQuestion;
  readonly abort: AbortController;
  simulated: Simulated | null;
  hasShown: boolean;
}

export class ScheduleSimulator {
  readonly #simulate: SimulateFunction;
  readonly #report: (state: SimulatorState) => void;
  #state: SimulatorState = NOTHING_SIMULATED;
  #run: Run | null = null;
  /** The newest question, until it may start. */
  #next: SimulationQuestion | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** When the last simulation began. */
  #begunMs = Number.NEGATIVE_INFINITY;
  /** The simulation of the shown schedule was cancelled before its end. */
  #isBroken = false;

  constructor(simulate: SimulateFunction, report: (state: SimulatorState) => void) {
    this.#simulate = simulate;
    this.#report = report;
  }

  get state(): SimulatorState {
    return this.#state;
  }

  /** Sets the question. Null stops simulating. The shown schedule is kept. */
  want(question: SimulationQuestion | null): void {
    if (question === null) {
      this.#stop();
      return;
    }
    const running = this.#next ?? this.#run?.question;
    const newest = running ?? (this.#isBroken ? null : this.#state.simulated?.question) ?? null;
    if (newest !== null && covers(newest, question)) return;
    this.#next = question;
    if (this.#goOn()) return;
    this.#set({ stale: this.#state.simulated !== null || this.#run !== null });
  }

  /** Starts the newest question, or waits until it may start. Returns whether it has started. */
  #goOn(): boolean {
    const next = this.#next;
    if (next === null) return false;
    const restMs = this.#restMs(next);
    if (restMs <= 0) {
      this.#start(next);
      return true;
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#goOn(), restMs);
    return false;
  }

  #restMs({ sketch }: SimulationQuestion): number {
    const run = this.#run;
    const isPaced = sketch.tasks.length > PACED_TASKS;
    const leastMs = run !== null && !run.hasShown ? PATIENCE_MS : isPaced ? PACE_MS : 0;
    return this.#begunMs + leastMs - performance.now();
  }

  #stop(): void {
    this.#next = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isBroken ||= this.#run !== null;
    this.#run?.abort.abort();
    this.#run = null;
    this.#set({ growing: false });
  }

  #start(question: SimulationQuestion): void {
    this.#stop();
    const before = this.#state.simulated;
    const further = before !== null && goesOn(before.question, question) ? before : null;
    const run: Run = {
      question,
      abort: new AbortController(),
      simulated: further === null ? null : { ...further, question },
      hasShown: further !== null,
    };
    this.#run = run;
    this.#begunMs = performance.now();
    this.#set({
      stale: further === null && before !== null,
      growing: true,
      ...(further === null ? {} : { simulated: run.simulated }),
    });
    const knownEvents = further?.schedule.trace.end ?? 0;
    this.#simulate(
      { ...question, knownEvents },
      { signal: run.abort.signal, onProgress: (progress) => this.#take(run, progress) },
    ).then(
      (result) => this.#end(run, result),
      (error: unknown) => this.#fail(run, error),
    );
  }

  #take(run: Run, progress: SimulationProgress): void {
    if (run !== this.#run) return;
    if (progress.kind === 'model') {
      const store = new TraceStore();
      store.metadata(progress.model.metadata);
      store.segment(true);
      const schedule = playedSchedule(progress.model, store);
      run.simulated = { question: run.question, schedule, assumptions: progress.assumptions };
      return;
    }
    if (run.simulated === null) return;
    pourBatch(progress.batch, run.simulated.schedule.trace);
    readOn(run.simulated.schedule);
    if (run.hasShown) return;
    run.hasShown = true;
    this.#set({ simulated: run.simulated, stale: this.#next !== null, cut: false, refusal: null });
    this.#goOn();
  }

  #end(run: Run, result: SimulationResult): void {
    if (run !== this.#run) return;
    this.#run = null;
    this.#isBroken = false;
    if (result.ok) this.#set({ growing: false, stale: this.#next !== null, cut: !result.complete });
    else this.#set({ ...NOTHING_SIMULATED, refusal: result.reason });
    this.#goOn();
  }

  #fail(run: Run, error: unknown): void {
    if (run !== this.#run) return;
    this.#run = null;
    const reason = error instanceof Error ? error.message : String(error);
    this.#set({ ...NOTHING_SIMULATED, refusal: tr`The schedule could not be simulated: ${reason}` });
    this.#goOn();
  }

  #set(change: Partial<SimulatorState>): void {
    this.#state = { ...this.#state, ...change };
    this.#report(this.#state);
  }
}

/** Whether the schedule of `a` is also a schedule of `b`. */
function covers(a: SimulationQuestion, b: SimulationQuestion): boolean {
  return isSameSchedule(a, b) && a.untilNs === b.untilNs && a.mostEvents >= b.mostEvents;
}

/** Whether the schedule of `a` is the beginning of the schedule of `b`. */
function goesOn(a: SimulationQuestion, b: SimulationQuestion): boolean {
  return isSameSchedule(a, b) && a.untilNs <= b.untilNs;
}

function isSameSchedule(a: SimulationQuestion, b: SimulationQuestion): boolean {
  return sameOptions(a.options, b.options) && sketchKey(a.sketch) === sketchKey(b.sketch);
}

/** Recorded times are compared by identity: each run has its own object. */
function sameOptions(
  { recorded: a, ...options }: SimulationSettings,
  { recorded: b, ...others }: SimulationSettings,
): boolean {
  return a === b && JSON.stringify(options) === JSON.stringify(others);
}
