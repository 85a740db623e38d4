/**
 * Keeps one played schedule up to date with a sketch that may change many times a second. What was played last is shown until the
 * first piece of the new one is there; a schedule that is being played is cancelled for a newer question as soon as it has shown
 * something, so that one that follows a slider is never starved.
 */
import { type PlayedSchedule, playedSchedule, readOn } from '../../../generator/simulation/schedule.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';
import { pourBatch } from '../workers/event-batch.ts';
import type { PlayOptions, PlayProgress, PlayRequest, PlayResult } from '../workers/simulation-jobs.ts';
import type { RunOptions } from '../workers/worker-client.ts';
import { sketchKey } from './sketch-key.ts';

export interface PlayQuestion {
  readonly sketch: Sketch;
  readonly options: PlayOptions;
  readonly untilNs: number;
  readonly mostEvents: number;
}

export interface Played {
  /** As it was played; a longer one of the same is the same schedule, further. */
  readonly question: PlayQuestion;
  readonly schedule: PlayedSchedule;
  readonly assumptions: readonly string[];
}

export interface PlayerState {
  /** null: nothing was played yet, or it cannot be. */
  readonly played: Played | null;
  /** It is of an older question. */
  readonly stale: boolean;
  /** More of it is coming. */
  readonly growing: boolean;
  /** It ends before the time that was asked for, as there are too many events until then. */
  readonly cut: boolean;
  /** Why it cannot be played; null: it can. */
  readonly refusal: string | null;
}

export const NOTHING_PLAYED: PlayerState = { played: null, stale: false, growing: false, cut: false, refusal: null };

export type PlayFunction = (request: PlayRequest, options: RunOptions<PlayProgress>) => Promise<PlayResult>;

/** A schedule that has shown nothing by then gives way to a newer question. */
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
  /** Asked for while a run has not shown anything. */
  #next: PlayQuestion | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** What is shown was left before its end. */
  #isBroken = false;

  constructor(play: PlayFunction, tell: (state: PlayerState) => void) {
    this.#play = play;
    this.#tell = tell;
  }

  get state(): PlayerState {
    return this.#state;
  }

  /** What is to be shown from now on; null: nothing new, what is shown stays. */
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
    this.#set({ ...NOTHING_PLAYED, refusal: `The schedule could not be played: ${reason}` });
    this.#goOn();
  }

  #set(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell(this.#state);
  }
}

/** Whether what answers `a` answers `b` as well. */
function covers(a: PlayQuestion, b: PlayQuestion): boolean {
  return isSameSchedule(a, b) && a.untilNs === b.untilNs && a.mostEvents >= b.mostEvents;
}

/** Whether what answers `a` is the beginning of what answers `b`. */
function goesOn(a: PlayQuestion, b: PlayQuestion): boolean {
  return isSameSchedule(a, b) && a.untilNs <= b.untilNs;
}

function isSameSchedule(a: PlayQuestion, b: PlayQuestion): boolean {
  return sameOptions(a.options, b.options) && sketchKey(a.sketch) === sketchKey(b.sketch);
}

/** Recorded times are compared by identity: they are read anew for each run. */
function sameOptions({ recorded: a, ...options }: PlayOptions, { recorded: b, ...others }: PlayOptions): boolean {
  return a === b && JSON.stringify(options) === JSON.stringify(others);
}

/** What the worker does not need is not copied for it. */
function withoutCode(sketch: Sketch): Sketch {
  return {
    ...sketch,
    prelude: '',
    tasks: sketch.tasks.map((task) => ({ ...task, body: '', setup: '', deadlineHandler: '', budgetHandler: '' })),
    interrupts: sketch.interrupts.map((interrupt) => ({ ...interrupt, body: '' })),
  };
}
