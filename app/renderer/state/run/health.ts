/**
 * Whether the last program works. It is assessed several times per second while it runs, and once
 * after its end.
 */
import { createStore } from 'zustand/vanilla';
import { assess } from '../../../../generator/health/assess.ts';
import type { Finding } from '../../../../generator/health/finding.ts';
import { observe } from '../../../../generator/health/observe.ts';
import { shortfalls } from '../../../../generator/health/owed.ts';
import { type BrokenPromise, brokenPromises } from '../../../../generator/health/promises.ts';
import { type RunVerdict, verdictOf } from '../../../../generator/health/verdict.ts';
import { type CountedEdges, countedByInterrupt } from '../../../../generator/profile/counted-edges.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import { judge } from '../sketch/admission.ts';
import type { CalibrationsOfUser } from '../sketch/calibrations.ts';
import type { Console } from './console.ts';
import type { Measured } from './measured.ts';
import { isLivePhase, type Run } from './run.ts';
import type { Trace } from './trace.ts';

interface HealthState {
  readonly findings: readonly Finding[];
  /** Null when there was no run, or when it has given no evidence yet. */
  readonly verdict: RunVerdict | null;
  /**
   * For each task that completed fewer jobs than it should have: the expected number, by the task's
   * index.
   */
  readonly owed: ReadonlyMap<number, number>;
  /** What the device counted of each interrupt. */
  readonly countedEdges: readonly CountedEdges[];
  /** Budgets and deadlines that the run broke, the cause first. */
  readonly broken: readonly BrokenPromise[];
  /** The user has read the findings of this run. */
  readonly dismissed: boolean;
}

const NOTHING: HealthState = {
  findings: [],
  verdict: null,
  owed: new Map(),
  countedEdges: [],
  broken: [],
  dismissed: false,
};

const INTERVAL_MS = 200;

interface Needs {
  readonly calibrations: CalibrationsOfUser;
  readonly console: Console;
  readonly measured: Measured;
  readonly run: Run;
  readonly trace: Trace;
}

export type Health = ReturnType<typeof createHealth>;

export function createHealth({ calibrations, console, measured, run, trace }: Needs, scope: Scope) {
  const store = createStore<HealthState>(() => NOTHING);
  let stop: (() => void) | null = null;

  const isLive = (): boolean => isLivePhase(run.store.getState().phase);

  function look(): void {
    const { store: events, jobs, statistics, sketch } = trace.store.getState();
    if (sketch === null) return;
    measured.measure();
    const { decoder, line, last } = trace.lineOf();
    const { boardTimeNs, failure, facts } = last;
    const state = isLive() ? 'running' : 'ended';
    const observed = observe({
      sketch,
      store: events,
      jobs,
      statistics,
      decoder,
      line,
      state,
      boardTimeNs,
      failure,
      facts,
    });
    const findings = assess(observed);
    const { misses } = measured.store.getState();
    const said = findings.length > 0 || statistics.tasks.some(({ completed }) => completed > 0);
    const broken = brokenPromises(observed, misses > 0 && judge(sketch, calibrations.counted()).admitted);
    const verdict = said || broken.length > 0 ? verdictOf(findings, misses, broken) : null;
    const countedEdges = countedByInterrupt(sketch, facts);
    store.setState({ findings, verdict, owed: shortfalls(observed, findings), countedEdges, broken });
  }

  scope.own(
    run.store.subscribe(() => {
      const live = isLive();
      if (live) stop ??= scope.every(INTERVAL_MS, look);
      if (live || stop === null) return;
      stop();
      stop = null;
      look();
      // The last events of the board may be decoded after the end of the run was reported.
      scope.after(INTERVAL_MS, look);
      for (const { severity, sentence } of store.getState().findings) {
        if (severity === 'error') console.addConsoleLine('notice', sentence);
      }
    }),
  );
  scope.own(trace.store.subscribe(() => store.setState(NOTHING)));

  /** The user has read the findings. */
  const dismissFindings = (): void => store.setState({ dismissed: true });

  return { store, dismissFindings };
}

export const useHealth = storeHook(({ health }) => health.store);
