/** The admission of the present sketch: judged in the same frame as the edit, or beside the window where that takes longer. */
import { useDeferredValue, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { type Admission, admit } from '../../../generator/analysis/admission.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { verdictAnalysis } from './analysis-client.ts';
import { Asker, type AskerState } from './asker.ts';
import { useDocument, useSketch } from './document.ts';

interface JudgementOptions {
  /** Judged as in the textbook, without what the runtime itself takes. */
  readonly ideal: boolean;
}

export const useJudgement = create<JudgementOptions>(() => ({ ideal: false }));

/** The last few judgements; several views ask for the same sketch in one frame. */
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
  /** Of the document: the verdict on another one is no old verdict on this. */
  readonly generation: number;
}

const useLarge = create<AskerState<Question, Admission>>(() => ({ answer: null, stale: false, problem: null }));

const largeAsker = new Asker<Question, Admission>({
  ask: ({ sketch, ideal }, signal) => verdictAnalysis.run('judge', { sketch, ideal }, { signal }),
  same: (a, b) => a.sketch === b.sketch && a.ideal === b.ideal,
  mode: 'finish',
  delayMs: 0,
  tell: (state) => {
    if (state.answer !== null) remember(state.answer.question.sketch, state.answer.question.ideal, state.answer.value);
    useLarge.setState(state);
  },
});

/** The admission to show; `stale` while a large sketch is still being judged. */
export function useAdmission(): { readonly admission: Admission; readonly stale: boolean } {
  const sketch = useSketch();
  const generation = useDocument((state) => state.generation);
  const ideal = useJudgement((options) => options.ideal);
  const isLarge = sketch.tasks.length > SYNCHRONOUS_TASKS;
  const { answer, problem } = useLarge();
  useEffect(
    () => largeAsker.want(isLarge ? { sketch, ideal, generation } : null),
    [isLarge, sketch, ideal, generation],
  );
  const old = answer?.question.generation === generation ? answer.value : null;
  const beside = isLarge && problem === null ? (knownOf(sketch, ideal) ?? old) : null;
  // Before the first answer and without a worker the window judges, and paints first.
  const deferred = useDeferredValue(sketch);
  const here = isLarge ? deferred : sketch;
  const admission = useMemo(() => beside ?? judge(here, ideal), [beside, here, ideal]);
  return { admission, stale: admission !== knownOf(sketch, ideal) };
}
