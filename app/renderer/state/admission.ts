/** The admission of the present sketch, judged in the same frame as the edit. */
import { useDeferredValue, useMemo } from 'react';
import { create } from 'zustand';
import { type Admission, admit } from '../../../generator/analysis/admission.ts';
import { boardById } from '../../../generator/boards/index.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { targetById } from '../../../generator/targets/index.ts';
import { useSketch } from './document.ts';

interface JudgementOptions {
  /** Judged as in the textbook, without what the runtime itself takes. */
  readonly ideal: boolean;
}

export const useJudgement = create<JudgementOptions>(() => ({ ideal: false }));

/** The last few judgements; several views ask for the same sketch in one frame. */
const judged = new WeakMap<Sketch, { ideal?: Admission; real?: Admission }>();

/** Judges a sketch for its own target and board. */
export function judge(sketch: Sketch, ideal: boolean): Admission {
  const known = judged.get(sketch) ?? {};
  const which = ideal ? 'ideal' : 'real';
  const admission = known[which] ?? compute(sketch, ideal);
  judged.set(sketch, { ...known, [which]: admission });
  return admission;
}

function compute(sketch: Sketch, ideal: boolean): Admission {
  const overheads = ideal ? null : (boardById(sketch.board)?.overheads[sketch.target] ?? null);
  return admit(sketch, { capabilities: targetById(sketch.target), overheads });
}

/** Up to here an edit is judged before it is painted; above, the window paints first. */
const SYNCHRONOUS_TASKS = 50;

/** The admission to show; `stale` while a large sketch is still being judged. */
export function useAdmission(): { readonly admission: Admission; readonly stale: boolean } {
  const sketch = useSketch();
  const deferred = useDeferredValue(sketch);
  const ideal = useJudgement((options) => options.ideal);
  const judgedSketch = sketch.tasks.length > SYNCHRONOUS_TASKS ? deferred : sketch;
  const admission = useMemo(() => judge(judgedSketch, ideal), [judgedSketch, ideal]);
  return { admission, stale: judgedSketch !== sketch };
}
