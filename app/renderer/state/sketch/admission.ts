/**
 * The verdict on the present sketch. A small sketch is analysed in the same frame as the edit, a
 * large one in a worker.
 */
import { useDeferredValue, useEffect, useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import { type Admission, admit } from '../../../../generator/analysis/admission.ts';
import { contextOf } from '../../../../generator/judge/context.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { AnalysisWorkers } from '../session/analysis-workers.ts';
import { createAsked } from '../session/asker.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook, useSession } from '../session/use-session.ts';
import { useDocument, useSketch } from './document.ts';

interface JudgementOptions {
  /** Analysed without the runtime's overheads, as textbooks do. */
  readonly ideal: boolean;
}

/** Verdicts by sketch: several views ask for the same verdict in one frame. */
const judged = new WeakMap<Sketch, { ideal?: Admission; real?: Admission }>();

const knownOf = (sketch: Sketch, ideal: boolean): Admission | null =>
  judged.get(sketch)?.[ideal ? 'ideal' : 'real'] ?? null;

function remember(sketch: Sketch, ideal: boolean, admission: Admission): void {
  judged.set(sketch, { ...judged.get(sketch), [ideal ? 'ideal' : 'real']: admission });
}

/** Analyses a sketch for its own target and board. */
export function judge(sketch: Sketch, ideal: boolean): Admission {
  const known = knownOf(sketch, ideal);
  if (known !== null) return known;
  const admission = admit(sketch, contextOf(sketch, ideal));
  remember(sketch, ideal, admission);
  return admission;
}

/**
 * Sketches with at most this many tasks are analysed before the edit is painted, larger ones in a
 * worker.
 */
export const SYNCHRONOUS_TASKS = 50;

interface Question {
  readonly sketch: Sketch;
  readonly ideal: boolean;
  /**
   * Generation of the document. A verdict on another document is never shown as a stale verdict on
   * this one.
   */
  readonly generation: number;
}

export type AdmissionState = ReturnType<typeof createAdmission>;

export function createAdmission({ analysis }: { readonly analysis: AnalysisWorkers }, scope: Scope) {
  const options = createStore<JudgementOptions>(() => ({ ideal: false }));
  const setIdeal = (ideal: boolean): void => options.setState({ ideal });
  /** The verdict on a sketch with too many tasks for one frame. */
  const large = createAsked<Question, Admission>(
    {
      ask: async ({ sketch, ideal }, signal) => {
        const admission = await analysis.verdict.run('judge', { sketch, ideal }, { signal });
        remember(sketch, ideal, admission);
        return admission;
      },
      same: (a, b) => a.sketch === b.sketch && a.ideal === b.ideal,
      mode: 'finish',
      delayMs: 0,
    },
    scope,
  );
  return { options, setIdeal, large };
}

export const useJudgement = storeHook(({ admission }) => admission.options);
const useLarge = storeHook(({ admission }) => admission.large.store);

/** The verdict to show. It is `stale` while a large sketch is being analysed. */
export function useAdmission(): { readonly admission: Admission; readonly stale: boolean } {
  const { large } = useSession().admission;
  const sketch = useSketch();
  const generation = useDocument((state) => state.generation);
  const ideal = useJudgement((options) => options.ideal);
  const isLarge = sketch.tasks.length > SYNCHRONOUS_TASKS;
  const { answer, problem } = useLarge();
  useEffect(
    () => large.want(isLarge ? { sketch, ideal, generation } : null),
    [large, isLarge, sketch, ideal, generation],
  );
  const old = answer?.question.generation === generation ? answer.value : null;
  const beside = isLarge && problem === null ? (knownOf(sketch, ideal) ?? old) : null;
  // Before the worker's first answer, and if there is no worker, the window analyses the sketch
  // after it has painted.
  const deferred = useDeferredValue(sketch);
  const here = isLarge ? deferred : sketch;
  const admission = useMemo(() => beside ?? judge(here, ideal), [beside, here, ideal]);
  return { admission, stale: admission !== knownOf(sketch, ideal) };
}
