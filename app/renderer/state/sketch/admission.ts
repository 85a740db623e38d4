/**
 * The verdict on the present sketch. A small sketch is analysed in the same frame as the edit, a
 * large one in a worker.
 */
import { useEffect, useReducer, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { type Admission, admit } from '../../../../generator/analysis/admission.ts';
import type { Calibrated } from '../../../../generator/calibration/record.ts';
import { contextOf } from '../../../../generator/judge/context.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { AnalysisWorkers } from '../session/analysis-workers.ts';
import { type AskerState, createAsked } from '../session/asker.ts';
import type { Scope } from '../session/scope.ts';
import { useLasting } from '../session/use-lasting.ts';
import { type ReadableStore, storeHook, useSession } from '../session/use-session.ts';
import type { CalibrationsOfUser } from './calibrations.ts';
import type { SketchDocument } from './document.ts';

export interface JudgementOptions {
  /** Analysed without the runtime's overheads, as textbooks do. */
  readonly ideal: boolean;
  /** What was measured on the user's boards. */
  readonly calibrations: readonly Calibrated[];
}

interface Known {
  readonly calibrations: readonly Calibrated[];
  readonly ideal?: Admission;
  readonly real?: Admission;
}

/** Verdicts by sketch: several views ask for the same verdict in one frame. */
const judged = new WeakMap<Sketch, Known>();

function knownOf(sketch: Sketch, { ideal, calibrations }: JudgementOptions): Admission | null {
  const known = judged.get(sketch);
  return known?.calibrations === calibrations ? (known[ideal ? 'ideal' : 'real'] ?? null) : null;
}

function remember(sketch: Sketch, { ideal, calibrations }: JudgementOptions, admission: Admission): void {
  const known = judged.get(sketch);
  const others = known?.calibrations === calibrations ? known : { calibrations };
  judged.set(sketch, { ...others, [ideal ? 'ideal' : 'real']: admission });
}

/** Analyses a sketch for its own target and board. */
export function judge(sketch: Sketch, options: JudgementOptions): Admission {
  const known = knownOf(sketch, options);
  if (known !== null) return known;
  const admission = admit(sketch, contextOf(sketch, options.ideal, options.calibrations));
  remember(sketch, options, admission);
  return admission;
}

/**
 * Sketches with at most this many tasks are analysed before the edit is painted, larger ones in a
 * worker.
 */
export const SYNCHRONOUS_TASKS = 50;

/** While a slider moves, a verdict on a large sketch is shown at most once per this time. */
const VERDICT_MS = 50;

const isLarge = ({ tasks }: Sketch): boolean => tasks.length > SYNCHRONOUS_TASKS;

interface Question extends JudgementOptions {
  readonly sketch: Sketch;
  /**
   * Generation of the document. A verdict on another document is never shown as a stale verdict on
   * this one.
   */
  readonly generation: number;
}

/** The verdict to show. */
export interface Judgement {
  readonly admission: Admission;
  /** True while a large sketch is being analysed and the previous verdict is shown. */
  readonly stale: boolean;
}

interface Needs {
  readonly analysis: AnalysisWorkers;
  readonly calibrations: CalibrationsOfUser;
  readonly document: SketchDocument;
}

export type AdmissionState = ReturnType<typeof createAdmission>;

export function createAdmission({ analysis, calibrations, document }: Needs, scope: Scope) {
  const measured = () => calibrations.store.getState().calibrations;
  const options = createStore<JudgementOptions>(() => ({ ideal: false, calibrations: measured() }));
  scope.own(
    calibrations.store.subscribe(() => {
      if (options.getState().calibrations !== measured()) options.setState({ calibrations: measured() });
    }),
  );
  const setIdeal = (ideal: boolean): void => options.setState({ ideal });
  const askWorker = async (sketch: Sketch, by: JudgementOptions, signal?: AbortSignal): Promise<Admission> => {
    const known = knownOf(sketch, by);
    if (known !== null) return known;
    const { ideal } = by;
    const request = { sketch, ideal, calibrations: by.calibrations };
    const admission = await analysis.verdict.run('judge', request, signal === undefined ? {} : { signal });
    remember(sketch, by, admission);
    return admission;
  };
  /** The verdict on a sketch with too many tasks for one frame. */
  const large = createAsked<Question, Admission>(
    {
      ask: ({ sketch, ...by }, signal) => askWorker(sketch, by, signal),
      same: (a, b) => a.sketch === b.sketch && a.ideal === b.ideal && a.calibrations === b.calibrations,
      mode: 'finish',
      delayMs: 0,
      paceMs: VERDICT_MS,
    },
    scope,
  );
  /** Analyses a sketch in a worker, or here if there is none. */
  const judgeBeside = (sketch: Sketch): Promise<Admission> =>
    askWorker(sketch, calibrations.counted()).catch(() => judge(sketch, calibrations.counted()));
  const shown = createShown({ document, options, large }, scope);
  return { options, setIdeal, large, judgeBeside, shown, settled: createSettled(shown, scope) };
}

interface Sources {
  readonly document: SketchDocument;
  readonly options: ReadableStore<JudgementOptions>;
  readonly large: {
    readonly store: ReadableStore<AskerState<Question, Admission>>;
    readonly want: (question: Question | null) => void;
  };
}

/**
 * The verdict on the present sketch, for views that subscribe to the parts of it that they show. While
 * a view does, each edit is analysed before its frame, or the worker is asked. If the analysis fails,
 * its error is thrown where a view reads the verdict.
 */
function createShown({ document, options, large }: Sources, scope: Scope): ReadableStore<Judgement> {
  type Listener = (now: Judgement, before: Judgement) => void;
  const listeners = new Set<Listener>();
  let stops: readonly (() => void)[] = [];
  let last: (Question & { readonly judgement: Judgement }) | null = null;

  const question = (): Question => {
    const { history, generation } = document.store.getState();
    return { sketch: history.present, ...options.getState(), generation };
  };

  function getState(): Judgement {
    const now = question();
    const { sketch, ideal, calibrations: by, generation } = now;
    const isSame =
      last !== null &&
      last.sketch === sketch &&
      last.ideal === ideal &&
      last.calibrations === by &&
      last.generation === generation;
    if (last !== null && isSame && !last.judgement.stale) return last.judgement;
    const judgement = judgementOf(now);
    const isEqual = last?.judgement.admission === judgement.admission && last.judgement.stale === judgement.stale;
    last = { ...now, judgement: last !== null && isEqual ? last.judgement : judgement };
    return last.judgement;
  }

  function judgementOf({ sketch, generation, ...by }: Question): Judgement {
    const known = knownOf(sketch, by);
    if (known !== null) return { admission: known, stale: false };
    const { answer, problem } = large.store.getState();
    const answered = answer?.question.generation === generation ? answer.value : null;
    const before = last?.generation === generation ? last.judgement.admission : null;
    const old = answered ?? before;
    if (isLarge(sketch) && problem === null && old !== null) return { admission: old, stale: true };
    return { admission: judge(sketch, by), stale: false };
  }

  function ask(): void {
    const now = question();
    large.want(isLarge(now.sketch) ? now : null);
    tell();
  }

  function tell(): void {
    const before = last?.judgement ?? null;
    const now = read();
    if (before === null || now === before) return;
    for (const listener of [...listeners]) listener(now ?? before, before);
  }

  /** Null if the analysis fails. A view that reads the verdict then fails with the same error. */
  function read(): Judgement | null {
    try {
      return getState();
    } catch {
      return null;
    }
  }

  function subscribe(listener: Listener): () => void {
    listeners.add(listener);
    if (listeners.size === 1) {
      stops = [document.store.subscribe(ask), options.subscribe(ask), large.store.subscribe(tell)];
      ask();
    }
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) stop();
    };
  }

  function stop(): void {
    for (const each of stops) each();
    stops = [];
  }

  scope.own(stop);
  return { getState, getInitialState: getState, subscribe };
}

/** A verdict is settled when it has not changed for this long. */
const SETTLED_MS = 300;

/** The verdict that was shown last for a while. A slider that moves does not change it. */
function createSettled(shown: ReadableStore<Judgement>, scope: Scope): ReadableStore<Judgement> {
  const listeners = new Set<(now: Judgement, before: Judgement) => void>();
  let settled: Judgement | null = null;
  let stopFollowing = (): void => {};
  let cancel = (): void => {};
  const getState = (): Judgement => {
    settled ??= shown.getState();
    return settled;
  };
  const settle = (): void => {
    const before = getState();
    settled = shown.getState();
    for (const listener of [...listeners]) listener(settled, before);
  };
  const stop = (): void => {
    cancel();
    stopFollowing();
    settled = null;
  };
  const subscribe = (listener: (now: Judgement, before: Judgement) => void): (() => void) => {
    listeners.add(listener);
    if (listeners.size === 1) {
      stopFollowing = shown.subscribe(() => {
        cancel();
        cancel = scope.after(SETTLED_MS, settle);
      });
    }
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) stop();
    };
  };
  return { getState, getInitialState: getState, subscribe };
}

export const useJudgement = storeHook(({ admission }) => admission.options);

/** The verdict to show, or a part of it. A view is rendered again when that part changes. */
export const useJudged = storeHook(({ admission }) => admission.shown);

const isStale = ({ stale }: Judgement): boolean => stale;

/** Whether the verdict has been that of an earlier version of the sketch for a while. */
export const useIsVerdictStale = (): boolean => useLasting(useSession().admission.shown, isStale);

/** The same, once the verdict has not changed for a moment: for what users do not read while a slider moves. */
export const useSettledVerdict = storeHook(({ admission }) => admission.settled);

interface VerdictOn {
  readonly sketch: Sketch;
  readonly admission: Admission;
}

/**
 * The verdict, with overheads, on a sketch that may not be the present one, such as the sketch of a schedule.
 * While a worker analyses a large sketch, the newest verdict on an earlier version of it.
 */
export function useVerdictOn(sketch: Sketch): VerdictOn {
  const { judgeBeside } = useSession().admission;
  const calibrations = useJudgement((options) => options.calibrations);
  const real = { ideal: false, calibrations };
  const newest = useRef<VerdictOn | null>(null);
  const newestBy = useRef(calibrations);
  const wanted = useRef<Sketch | null>(null);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const known = knownOf(sketch, real);
  const waits =
    known === null && isLarge(sketch) && newest.current !== null && sameTasks(newest.current.sketch, sketch);
  if (!waits && (newest.current?.sketch !== sketch || newestBy.current !== calibrations)) {
    newest.current = { sketch, admission: judge(sketch, real) };
    newestBy.current = calibrations;
  }
  useEffect(() => {
    wanted.current = sketch;
    if (!waits) return;
    void judgeBeside(sketch).then((admission) => {
      if (wanted.current === null) return;
      // Each answer of a moving slider is shown, unless the verdict on a later sketch is known.
      if (knownOf(wanted.current, { ideal: false, calibrations }) === null) newest.current = { sketch, admission };
      refresh();
    });
  }, [calibrations, judgeBeside, sketch, waits]);
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );
  return newest.current ?? { sketch, admission: judge(sketch, real) };
}

const sameTasks = ({ tasks: a }: Sketch, { tasks: b }: Sketch): boolean =>
  a.length === b.length && a.every(({ name }, index) => name === b[index]?.name);
