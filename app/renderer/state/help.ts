/**
 * What the analysis finds beside the verdict: the limits of the chosen task, design help for the whole, and the targets
 * compared. Searched in workers, off the main thread, and only while somebody looks at it.
 */
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { TargetComparison, TaskHelp } from '../../../generator/analysis/help/types.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import type { HelpAndFit, Judged } from '../workers/analysis-jobs.ts';
import { useJudgement } from './admission.ts';
import { limitsAnalysis, slowAnalysis } from './analysis-client.ts';
import { Asker, type AskerState } from './asker.ts';
import { useSketch } from './document.ts';
import { sketchKey } from './sketch-key.ts';

type LimitsQuestion = Judged & { readonly task: number };

const sameJudged = (a: Judged, b: Judged): boolean =>
  a.ideal === b.ideal && sketchKey(a.sketch) === sketchKey(b.sketch);

/** After the last change of the sketch, before a long search begins. */
const SETTLED_MS = 200;

const none = <Q, A>(): AskerState<Q, A> => ({ answer: null, stale: false, problem: null });
const useLimits = create<AskerState<LimitsQuestion, TaskHelp | null>>(none);
const useHelp = create<AskerState<Judged, HelpAndFit>>(none);
const useCompared = create<AskerState<Judged, readonly TargetComparison[]>>(none);

const limitsAsker = new Asker<LimitsQuestion, TaskHelp | null>({
  ask: (question, signal) => limitsAnalysis.run('limits', question, { signal }),
  same: (a, b) => a.task === b.task && sameJudged(a, b),
  mode: 'finish',
  delayMs: 0,
  tell: (state) => useLimits.setState(state),
});
const helpAsker = new Asker<Judged, HelpAndFit>({
  ask: (question, signal) => slowAnalysis.run('help', question, { signal }),
  same: sameJudged,
  mode: 'restart',
  delayMs: SETTLED_MS,
  tell: (state) => useHelp.setState(state),
});
const comparedAsker = new Asker<Judged, readonly TargetComparison[]>({
  ask: (question, signal) => slowAnalysis.run('compare', question, { signal }),
  same: sameJudged,
  mode: 'restart',
  delayMs: SETTLED_MS,
  tell: (state) => useCompared.setState(state),
});

/** What is known of the present sketch, as far as it is. */
export interface Found<A> {
  readonly value: A | null;
  /** Of the sketch of a moment ago. */
  readonly stale: boolean;
  /** Why nothing is found; null while it may be. */
  readonly problem: string | null;
  /** The sketch that `value` is about; null while there is none. */
  readonly sketch: Sketch | null;
}

function foundOf<Q extends Judged, A>({ answer, stale, problem }: AskerState<Q, A | null>): Found<A> {
  return { value: answer?.value ?? null, stale, problem, sketch: answer?.question.sketch ?? null };
}

/** The limits of one task of the present sketch, searched anew while its sliders move. */
export function useTaskLimits(task: number): Found<TaskHelp> {
  const sketch = useSketch();
  const ideal = useJudgement((options) => options.ideal);
  const state = useLimits();
  useEffect(() => limitsAsker.want({ sketch, ideal, task }), [sketch, ideal, task]);
  useEffect(() => () => limitsAsker.want(null), []);
  // Another task's limits, or those of the task of another sketch at the same place, are not old ones of this.
  const about = state.answer?.question;
  const isThis = about?.task === task && about.sketch.tasks[task]?.name === sketch.tasks[task]?.name;
  return isThis ? foundOf(state) : { value: null, stale: false, problem: state.problem, sketch: null };
}

/** Design help for the present sketch; while it is shown. */
export function useDesignHelp(): Found<HelpAndFit> {
  const question = useQuestion();
  useEffect(() => helpAsker.want(question), [question]);
  useEffect(() => () => helpAsker.want(null), []);
  return foundOf(useHelp());
}

/** The present sketch for each target; while it is shown. */
export function useComparison(): Found<readonly TargetComparison[]> {
  const question = useQuestion();
  useEffect(() => comparedAsker.want(question), [question]);
  useEffect(() => () => comparedAsker.want(null), []);
  return foundOf(useCompared());
}

function useQuestion(): Judged {
  const sketch = useSketch();
  const ideal = useJudgement((options) => options.ideal);
  return useMemo(() => ({ sketch, ideal }), [sketch, ideal]);
}
