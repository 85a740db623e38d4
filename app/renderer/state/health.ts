/** Whether the program that runs, or ran last, works: looked at a few times a second, and once more when it has ended. */
import { create } from 'zustand';
import { assess } from '../../../generator/health/assess.ts';
import type { Finding } from '../../../generator/health/finding.ts';
import { observe } from '../../../generator/health/observe.ts';
import { shortfalls } from '../../../generator/health/owed.ts';
import { type RunVerdict, verdictOf } from '../../../generator/health/verdict.ts';
import { addConsoleLine } from './console.ts';
import { useRun } from './run.ts';
import { lineOf, useTrace } from './trace.ts';

interface HealthState {
  readonly findings: readonly Finding[];
  /** null: no run yet, or nothing can be said of it. */
  readonly verdict: RunVerdict | null;
  /** By the number of a task that completed fewer jobs than it owes: how many it owes. */
  readonly owed: ReadonlyMap<number, number>;
  /** The user has read the findings of this run. */
  readonly dismissed: boolean;
}

const NOTHING: HealthState = { findings: [], verdict: null, owed: new Map(), dismissed: false };

export const useHealth = create<HealthState>(() => NOTHING);

export const dismissFindings = (): void => useHealth.setState({ dismissed: true });

const INTERVAL_MS = 200;

function look(): void {
  const { store, jobs, statistics, sketch } = useTrace.getState();
  if (sketch === null) return;
  jobs.update();
  statistics.update();
  const { decoder, line, last } = lineOf();
  const { boardTimeNs, failure, facts } = last;
  const state = isLive() ? 'running' : 'ended';
  const run = observe({ sketch, store, jobs, statistics, decoder, line, state, boardTimeNs, failure, facts });
  const findings = assess(run);
  const misses = statistics.tasks.reduce((sum, task) => sum + task.misses, 0);
  const said = findings.length > 0 || statistics.tasks.some(({ completed }) => completed > 0);
  const verdict = said ? verdictOf(findings, misses) : null;
  useHealth.setState({ findings, verdict, owed: shortfalls(run, findings) });
}

const isLive = (): boolean => {
  const { phase } = useRun.getState();
  return phase === 'running' || phase === 'paused';
};

let timer: ReturnType<typeof setInterval> | null = null;
useRun.subscribe(() => {
  const live = isLive();
  if (live && timer === null) timer = setInterval(look, INTERVAL_MS);
  if (live || timer === null) return;
  clearInterval(timer);
  timer = null;
  look();
  for (const { severity, sentence } of useHealth.getState().findings) {
    if (severity === 'error') addConsoleLine('notice', sentence);
  }
});
useTrace.subscribe(() => useHealth.setState(NOTHING));
