/**
 * The limits of the selected task, design help for the whole sketch, and the comparison of targets.
 * Workers search for them, and only while a view shows them.
 */
import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { MeasuredBudgets, MeasuredRemedy } from '../../../../generator/analysis/help/remedy.ts';
import type { ChannelFlow, TargetComparison, TaskHelp } from '../../../../generator/analysis/help/types.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { HelpAndFit, Judged, OfferedRemedy } from '../../workers/analysis-jobs.ts';
import type { AnalysisWorkers } from '../session/analysis-workers.ts';
import { type AskerState, createAsked } from '../session/asker.ts';
import type { Scope } from '../session/scope.ts';
import { useLasting } from '../session/use-lasting.ts';
import { storeHook, useSession } from '../session/use-session.ts';
import { useJudgement } from './admission.ts';
import { useSketch } from './document.ts';
import { sketchKey } from './sketch-key.ts';

type LimitsQuestion = Judged & { readonly task: number };
type MeasuredQuestion = Judged & { readonly measured: MeasuredBudgets };

const sameJudged = (a: Judged, b: Judged): boolean =>
  a.ideal === b.ideal && a.calibrations === b.calibrations && sketchKey(a.sketch) === sketchKey(b.sketch);

/** A long search begins when the sketch has not changed for this long. */
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
    flows: createAsked<Judged, readonly ChannelFlow[]>(
      {
        ask: (question, signal) => analysis.limits.run('flows', question, { signal }),
        same: sameJudged,
        mode: 'finish',
        delayMs: 0,
      },
      scope,
    ),
    remedy: createAsked<Judged, OfferedRemedy | null>(
      {
        ask: (question, signal) => analysis.limits.run('remedy', question, { signal }),
        same: sameJudged,
        mode: 'finish',
        delayMs: SETTLED_MS,
      },
      scope,
    ),
    measuredRemedy: createAsked<MeasuredQuestion, MeasuredRemedy>(
      {
        ask: (question, signal) => analysis.limits.run('measuredRemedy', question, { signal }),
        same: (a, b) => sameJudged(a, b) && JSON.stringify(a.measured) === JSON.stringify(b.measured),
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
const useFlows = storeHook(({ help }) => help.flows.store);
const useRemedied = storeHook(({ help }) => help.remedy.store);
const useMeasuredRemedied = storeHook(({ help }) => help.measuredRemedy.store);
const useDesign = storeHook(({ help }) => help.design.store);
const useCompared = storeHook(({ help }) => help.comparison.store);

/** A result of a search, and how it relates to the present sketch. */
export interface Found<A> {
  readonly value: A | null;
  /** `value` belongs to an earlier version of the sketch. */
  readonly stale: boolean;
  /** Why there is no result. Null when there is one or may still be one. */
  readonly problem: string | null;
  /** The sketch that `value` belongs to. Null while there is no value. */
  readonly sketch: Sketch | null;
}

function foundOf<Q extends Judged, A>({ answer, stale, problem }: AskerState<Q, A | null>): Found<A> {
  return { value: answer?.value ?? null, stale, problem, sketch: answer?.question.sketch ?? null };
}

const isStale = ({ stale }: { readonly stale: boolean }): boolean => stale;
const answered = <Q, A>({ answer, problem }: AskerState<Q, A>) => ({ answer, problem });

/** The limits of one task of the present sketch. They are updated while a slider moves. */
export function useTaskLimits(task: number): Found<TaskHelp> {
  const { limits } = useSession().help;
  const sketch = useSketch();
  const { ideal, calibrations } = useJudgement();
  const { answer, problem } = useLimits(useShallow(answered));
  const stale = useLasting(limits.store, isStale);
  useEffect(() => limits.want({ sketch, ideal, calibrations, task }), [limits, sketch, ideal, calibrations, task]);
  useEffect(() => () => limits.want(null), [limits]);
  // Limits of another task (even of one with the same index in another sketch) are never shown as
  // stale limits of this one.
  const about = answer?.question;
  const isThis = about?.task === task && about.sketch.tasks[task]?.name === sketch.tasks[task]?.name;
  return isThis ? foundOf({ answer, stale, problem }) : { value: null, stale: false, problem, sketch: null };
}

/**
 * Keeps the data ages and fills of the channels up to date while the calling view is mounted. They
 * are updated while a slider moves.
 */
export function useFlowsUpdated(): void {
  const { want } = useSession().help.flows;
  const sketch = useSketch();
  const { ideal, calibrations } = useJudgement();
  useEffect(
    () => want(sketch.channels.length === 0 ? null : { sketch, ideal, calibrations }),
    [want, sketch, ideal, calibrations],
  );
  useEffect(() => () => want(null), [want]);
}

/** What the bounds promise about a channel. Null until that is known. */
export function useChannelFlow(name: string): ChannelFlow | null {
  return useFlows(({ answer }) => answer?.value.find(({ channel }) => channel === name) ?? null);
}

/** Whether the present flows have belonged to an earlier version of the sketch for a while. */
export const useAreFlowsStale = (): boolean => useLasting(useSession().help.flows.store, isStale);

/** The remedy of the present sketch. The search runs only while `wanted`. */
export function useRemedy(wanted: boolean): OfferedRemedy | null {
  const { want } = useSession().help.remedy;
  const sketch = useSketch();
  const { ideal, calibrations } = useJudgement();
  useEffect(() => want(wanted ? { sketch, ideal, calibrations } : null), [want, wanted, sketch, ideal, calibrations]);
  useEffect(() => () => want(null), [want]);
  const { answer, stale } = useRemedied();
  return wanted && !stale && answer !== null && sameJudged(answer.question, { sketch, ideal, calibrations })
    ? answer.value
    : null;
}

/**
 * What to change in the present sketch so that jobs of the measured times meet their deadlines. Null
 * until the search has ended.
 */
export function useMeasuredRemedy(measured: MeasuredBudgets): MeasuredRemedy | null {
  const { want } = useSession().help.measuredRemedy;
  const sketch = useSketch();
  const calibrations = useJudgement((options) => options.calibrations);
  useEffect(() => want({ sketch, ideal: false, calibrations, measured }), [want, sketch, calibrations, measured]);
  useEffect(() => () => want(null), [want]);
  const { answer, stale } = useMeasuredRemedied();
  return stale ? null : (answer?.value ?? null);
}

/**
 * Design help for the present sketch. The search runs while a view that calls this hook is mounted.
 */
export function useDesignHelp(): Found<HelpAndFit> {
  useWanted(useSession().help.design);
  return foundOf(useDesign());
}

/** The verdict for each target. The search runs while a view that calls this hook is mounted. */
export function useComparison(): Found<readonly TargetComparison[]> {
  useWanted(useSession().help.comparison);
  return foundOf(useCompared());
}

function useWanted({ want }: { readonly want: (question: Judged | null) => void }): void {
  const sketch = useSketch();
  const { ideal, calibrations } = useJudgement();
  useEffect(() => want({ sketch, ideal, calibrations }), [want, sketch, ideal, calibrations]);
  useEffect(() => () => want(null), [want]);
}
