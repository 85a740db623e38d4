/** The admission of the present sketch: judged in the same frame as the edit, or by a worker where that takes longer. */
import { useDeferredValue, useEffect, useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import { type Admission, admit } from '../../../generator/analysis/admission.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import type { AnalysisWorkers } from './analysis-workers.ts';
import { createAsked } from './asker.ts';
import { useDocument, useSketch } from './document.ts';
import type { Scope } from './scope.ts';
import { storeHook, useSession } from './use-session.ts';

interface JudgementOptions {
  /** Judged as in the textbook, without the runtime's own time. */
  readonly ideal: boolean;
}

/** Judgements of sketches that are still in use; several views ask for the same one in one frame. */
const judged = new WeakMap<Sketch, { ideal?: Admission; real?: Admission }>();

const knownOf = (sketch: Sketch, ideal: boolean): Admission | null =>
  judged.get(sketch)?.[ideal ? 'ideal' : 'real'] ?? null;

function remember(sketch: Sketch, ideal: boolean, admission: Admission): void {
  judged.set(sketch, { ...judged.get(sketch), [ideal ? 'ideal' : 'real']: admission });
}

/** Judges a sketch for its own target and board. */
export function judge(sketch: Sketch, ideal: boolean): Admission {
  const known = knownOf(sketch, ideal);
  if (known !== null) return known;
  const admission = admit(sketch, contextOf(sketch, ideal));
  remember(sketch, ideal, admission);
  return admission;
}

/** Up to here an edit is judged before it is painted; above, a worker judges it. */
export const SYNCHRONOUS_TASKS = 50;

interface Question {
  readonly sketch: Sketch;
  readonly ideal: boolean;
  /** Of the document: the verdict on another document is not shown as an old verdict on this one. */
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

/** The admission to show; `stale` while a large sketch is still being judged. */
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
  // Before the first answer and without a worker the window judges, and paints first.
  const deferred = useDeferredValue(sketch);
  const here = isLarge ? deferred : sketch;
  const admission = useMemo(() => beside ?? judge(here, ideal), [beside, here, ideal]);
  return { admission, stale: admission !== knownOf(sketch, ideal) };
}
