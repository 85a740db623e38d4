/**
 * Keeps one simulated schedule up to date with a sketch that may change many times per second. The
 * previous schedule is shown until the first piece of the new one arrives. A newer question cancels
 * a simulation only after that simulation has shown something, so that a moving slider never
 * starves the view.
 */
import { type PlayedSchedule, playedSchedule, readOn } from '../../../../generator/simulation/schedule/schedule.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { TraceStore } from '../../../../generator/trace/store/store.ts';
import { pourBatch } from '../../workers/event-batch.ts';
import type { PlayOptions, PlayProgress, PlayRequest, PlayResult } from '../../workers/simulation-jobs.ts';
import type { RunOptions } from '../../workers/worker-client.ts';
import { sketchKey } from '../sketch/sketch-key.ts';

export interface PlayQuestion {
  readonly sketch: Sketch;
  readonly options: PlayOptions;
  readonly untilNs: number;
  readonly mostEvents: number;
}

export interface Played {
  /**
   * The question that was simulated. A longer simulation of the same question continues this
   * schedule.
   */
  readonly question: PlayQuestion;
  readonly schedule: PlayedSchedule;
  readonly assumptions: readonly string[];
}

export interface PlayerState {
  /** Null when nothing was simulated yet, or when the sketch cannot be simulated. */
  readonly played: Played | null;
  /** `played` belongs to an older question. */
  readonly stale: boolean;
  /** The simulation still runs, and the schedule grows. */
  readonly growing: boolean;
  /** The schedule ends before the requested time, because there are too many events. */
  readonly cut: boolean;
  /** Why the sketch cannot be simulated. Null when it can. */
  readonly refusal: string | null;
}

export const NOTHING_PLAYED: PlayerState = { played: null, stale: false, growing: false, cut: false, refusal: null };

export type PlayFunction = (request: PlayRequest, options: RunOptions<PlayProgress>) => Promise<PlayResult>;

/** A simulation that has shown nothing after this time is replaced by a newer question. */
const PATIENCE_MS = 150;

interface Run {
  readonly question: PlayQuestion;
  readonly abort: AbortController;
  readonly begunMs: number;
  played: Played | null;
  hasShown: boolean;
}

export class SchedulePlayer {
  readonly #play: PlayFunction;
  readonly #tell: (state: PlayerState) => void;
  #state: PlayerState = NOTHING_PLAYED;
  #run: Run | null = null;
  /** The newest question, while the running simulation has not shown anything. */
  #next: PlayQuestion | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** The simulation of the shown schedule was cancelled before its end. */
  #isBroken = false;

  constructor(play: PlayFunction, tell: (state: PlayerState) => void) {
    this.#play = play;
    this.#tell = tell;
  }

  get state(): PlayerState {
    return this.#state;
  }

  /** Sets the question. Null stops simulating. The shown schedule is kept. */
  want(question: PlayQuestion | null): void {
    if (question === null) {
      this.#stop();
      return;
    }
    const playing = this.#next ?? this.#run?.question;
    const newest = playing ?? (this.#isBroken ? null : this.#state.played?.question) ?? null;
    if (newest !== null && covers(newest, question)) return;
    const run = this.#run;
    if (run === null || run.hasShown) {
      this.#start(question);
      return;
    }
    this.#next = question;
    this.#set({ stale: true });
    const restMs = Math.max(0, PATIENCE_MS - (performance.now() - run.begunMs));
    this.#timer ??= setTimeout(() => this.#goOn(), restMs);
  }

  #goOn(): void {
    const next = this.#next;
    if (next !== null) this.#start(next);
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

  #start(question: PlayQuestion): void {
    this.#stop();
    const before = this.#state.played;
    const further = before !== null && goesOn(before.question, question) ? before : null;
    const run: Run = {
      question,
      abort: new AbortController(),
      begunMs: performance.now(),
      played: further === null ? null : { ...further, question },
      hasShown: further !== null,
    };
    this.#run = run;
    this.#set({
      stale: further === null && before !== null,
      growing: true,
      ...(further === null ? {} : { played: run.played }),
    });
    const knownEvents = further?.schedule.trace.end ?? 0;
    this.#play(
      { ...question, sketch: withoutCode(question.sketch), knownEvents },
      { signal: run.abort.signal, onProgress: (progress) => this.#take(run, progress) },
    ).then(
      (result) => this.#end(run, result),
      (error: unknown) => this.#fail(run, error),
    );
  }

  #take(run: Run, progress: PlayProgress): void {
    if (run !== this.#run) return;
    if (progress.kind === 'model') {
      const store = new TraceStore();
      store.metadata(progress.model.metadata);
      store.segment(true);
      const schedule = playedSchedule(progress.model, store);
      run.played = { question: run.question, schedule, assumptions: progress.assumptions };
      return;
    }
    if (run.played === null) return;
    pourBatch(progress.batch, run.played.schedule.trace);
    readOn(run.played.schedule);
    if (run.hasShown) return;
    run.hasShown = true;
    this.#set({ played: run.played, stale: false, cut: false, refusal: null });
    this.#goOn();
  }

  #end(run: Run, result: PlayResult): void {
    if (run !== this.#run) return;
    this.#run = null;
    this.#isBroken = false;
    if (result.ok) this.#set({ growing: false, stale: false, cut: !result.complete });
    else this.#set({ ...NOTHING_PLAYED, refusal: result.reason });
    this.#goOn();
  }

  #fail(run: Run, error: unknown): void {
    if (run !== this.#run) return;
    this.#run = null;
    const reason = error instanceof Error ? error.message : String(error);
    this.#set({ ...NOTHING_PLAYED, refusal: `The schedule could not be simulated: ${reason}` });
    this.#goOn();
  }

  #set(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell(this.#state);
  }
}

/** Whether the schedule of `a` is also a schedule of `b`. */
function covers(a: PlayQuestion, b: PlayQuestion): boolean {
  return isSameSchedule(a, b) && a.untilNs === b.untilNs && a.mostEvents >= b.mostEvents;
}

/** Whether the schedule of `a` is the beginning of the schedule of `b`. */
function goesOn(a: PlayQuestion, b: PlayQuestion): boolean {
  return isSameSchedule(a, b) && a.untilNs <= b.untilNs;
}

function isSameSchedule(a: PlayQuestion, b: PlayQuestion): boolean {
  return sameOptions(a.options, b.options) && sketchKey(a.sketch) === sketchKey(b.sketch);
}

/** Recorded times are compared by identity: each run has its own object. */
function sameOptions({ recorded: a, ...options }: PlayOptions, { recorded: b, ...others }: PlayOptions): boolean {
  return a === b && JSON.stringify(options) === JSON.stringify(others);
}

/** The worker does not need the code, so it is not copied. */
function withoutCode(sketch: Sketch): Sketch {
  return {
    ...sketch,
    prelude: '',
    tasks: sketch.tasks.map((task) => ({ ...task, body: '', setup: '', deadlineHandler: '', budgetHandler: '' })),
    interrupts: sketch.interrupts.map((interrupt) => ({ ...interrupt, body: '' })),
  };
}
