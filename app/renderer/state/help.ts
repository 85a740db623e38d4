/**
 * What the analysis finds beside the verdict: the limits of the chosen task, design help for the whole, and the targets
 * compared. Searched in workers, off the main thread, and only while somebody looks at it.
 */
import { useEffect } from 'react';
import type { TargetComparison, TaskHelp } from '../../../generator/analysis/help/types.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import type { HelpAndFit, Judged } from '../workers/analysis-jobs.ts';
import { useJudgement } from './admission.ts';
import type { AnalysisWorkers } from './analysis-workers.ts';
import { type AskerState, createAsked } from './asker.ts';
import { useSketch } from './document.ts';
import type { Scope } from './scope.ts';
import { sketchKey } from './sketch-key.ts';
import { storeHook, useSession } from './use-session.ts';

type LimitsQuestion = Judged & { readonly task: number };

const sameJudged = (a: Judged, b: Judged): boolean =>
  a.ideal === b.ideal && sketchKey(a.sketch) === sketchKey(b.sketch);

/** After the last change of the sketch, before a long search begins. */
const SETTLED_MS = 200;

export type Help = ReturnType<typeof createHelp>;

export function createHelp({ analysis }: { readonly analysis: AnalysisWorkers }, scope: Scope) {
  return {
    limits: createAsked<LimitsQuestion, TaskHelp | null>(
      {
        ask: (question, signal) => analysis.limits.run('limits', question, { signal }),
        same: (a, b) => a.task === b.task && sameJudged(a, b),
        mode: 'finish',
        delayMs: 0,
      },
      scope,
    ),
    design: createAsked<Judged, HelpAndFit>(
      {
        ask: (question, signal) => analysis.slow.run('help', question, { signal }),
        same: sameJudged,
        mode: 'restart',
        delayMs: SETTLED_MS,
      },
      scope,
    ),
    comparison: createAsked<Judged, readonly TargetComparison[]>(
      {
        ask: (question, signal) => analysis.slow.run('compare', question, { signal }),
        same: sameJudged,
        mode: 'restart',
        delayMs: SETTLED_MS,
      },
      scope,
    ),
  };
}

const useLimits = storeHook(({ help }) => help.limits.store);
const useDesign = storeHook(({ help }) => help.design.store);
const useCompared = storeHook(({ help }) => help.comparison.store);

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
  const { limits } = useSession().help;
  const sketch = useSketch();
  const ideal = useJudgement((options) => options.ideal);
  const state = useLimits();
  useEffect(() => limits.want({ sketch, ideal, task }), [limits, sketch, ideal, task]);
  useEffect(() => () => limits.want(null), [limits]);
  // Another task's limits, or those of the task of another sketch at the same place, are not old ones of this.
  const about = state.answer?.question;
  const isThis = about?.task === task && about.sketch.tasks[task]?.name === sketch.tasks[task]?.name;
  return isThis ? foundOf(state) : { value: null, stale: false, problem: state.problem, sketch: null };
}

/** Design help for the present sketch; searched while a view that calls it is shown. */
export function useDesignHelp(): Found<HelpAndFit> {
  useWanted(useSession().help.design);
  return foundOf(useDesign());
}

/** The present sketch for each target; searched while a view that calls it is shown. */
export function useComparison(): Found<readonly TargetComparison[]> {
  useWanted(useSession().help.comparison);
  return foundOf(useCompared());
}

function useWanted({ want }: { readonly want: (question: Judged | null) => void }): void {
  const sketch = useSketch();
  const ideal = useJudgement((options) => options.ideal);
  useEffect(() => want({ sketch, ideal }), [want, sketch, ideal]);
  useEffect(() => () => want(null), [want]);
}
