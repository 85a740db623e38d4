/**
 * The predicted schedule of the present sketch, live while a slider moves; and that of the sketch that ran, to lie under what was
 * measured. Played only while somebody looks.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Phasing } from '../../../generator/simulation/build-phases.ts';
import { schedulesBy } from '../../../generator/simulation/build-refusals.ts';
import type { DispatcherKind, ResourceProtocol } from '../../../generator/simulation/model.ts';
import { RecordedTimes, type TimesByTask } from '../../../generator/simulation/recorded-times.ts';
import type { Policy, Sketch } from '../../../generator/sketch/model.ts';
import { playSketch } from '../workers/simulation-client.ts';
import type { PlayOptions } from '../workers/simulation-jobs.ts';
import { useJudgement } from './admission.ts';
import { useDocument } from './document.ts';
import { predictionLength } from './prediction-length.ts';
import { useRun } from './run.ts';
import { NOTHING_PLAYED, type PlayerState, type PlayQuestion, SchedulePlayer } from './schedule-player.ts';
import { currentSelection, useSelection } from './selection.ts';
import { sketchKey } from './sketch-key.ts';
import { useTrace } from './trace.ts';

/** Where execution times come from. */
export type ExecutionChoice = 'sketch' | 'budget' | 'measured';

export interface PredictionOptions {
  /** null: what shows all of the schedule, see prediction-length.ts. */
  readonly lengthNs: number | null;
  readonly seed: number;
  readonly phasing: Phasing['kind'];
  readonly protocol: ResourceProtocol;
  readonly dispatcher: DispatcherKind;
  readonly execution: ExecutionChoice;
}

export const DEFAULT_OPTIONS: PredictionOptions = {
  lengthNs: null,
  seed: 1,
  phasing: 'drawn',
  protocol: 'ceiling',
  dispatcher: 'priority',
  execution: 'sketch',
};

interface PredictionState {
  readonly options: PredictionOptions;
  /** Which of the two the timeline shows. */
  readonly shown: 'predicted' | 'measured';
  /** Whether predicted jobs lie below the measured ones. */
  readonly outlines: boolean;
}

export const usePrediction = create<PredictionState>(() => ({
  options: DEFAULT_OPTIONS,
  shown: 'predicted',
  outlines: true,
}));
/** The schedule of the present sketch. */
export const usePredicted = create<PlayerState>(() => NOTHING_PLAYED);
/** The schedule of the sketch that ran. */
export const useExpected = create<PlayerState>(() => NOTHING_PLAYED);

export const changePrediction = (change: Partial<PredictionOptions>): void =>
  usePrediction.setState(({ options }) => ({ options: { ...options, ...change } }));

export const showTimelineOf = (shown: PredictionState['shown']): void => usePrediction.setState({ shown });

export const toggleOutlines = (): void => usePrediction.setState(({ outlines }) => ({ outlines: !outlines }));

/** While a thumb is held: what a frame can take. */
const LIVE_EVENTS = 6_000;
const MOST_EVENTS = 300_000;

const predictedPlayer = new SchedulePlayer(playSketch, (state) => usePredicted.setState(state));
const expectedPlayer = new SchedulePlayer(playSketch, (state) => useExpected.setState(state));

function questionOf(sketch: Sketch, options: PredictionOptions, untilNs: number, mostEvents: number): PlayQuestion {
  return { sketch: sketchFor(sketch, options), options: playOptions(sketch, options), untilNs, mostEvents };
}

/** The scheduler that was chosen, unless it orders tasks in another way than the policy. */
export const dispatcherFor = (policy: Policy, { dispatcher }: PredictionOptions): DispatcherKind =>
  schedulesBy(policy, dispatcher) ? dispatcher : 'priority';

function playOptions(sketch: Sketch, options: PredictionOptions): PlayOptions {
  const { seed, phasing, protocol, execution } = options;
  const { ideal } = useJudgement.getState();
  const recorded = execution === 'measured' ? measuredTimes() : null;
  return {
    seed,
    ideal,
    phasing: phasing === 'critical' ? { kind: phasing, task: chosenTask(sketch) } : { kind: phasing },
    protocol,
    dispatcher: dispatcherFor(sketch.policy, options),
    ...(recorded === null ? {} : { recorded }),
  };
}

/** Whose worst case is played. */
function chosenTask({ tasks }: Sketch): number | null {
  const chosen = currentSelection().find(({ kind }) => kind === 'tasks');
  const index = tasks.findIndex(({ name }) => name === chosen?.name);
  return index === -1 ? null : index;
}

const wholeBudgets = new WeakMap<Sketch, Sketch>();

/** Where all jobs take their budgets, nobody's own times count. */
function sketchFor(sketch: Sketch, { execution }: PredictionOptions): Sketch {
  if (execution !== 'budget' || sketch.tasks.every((task) => task.execution === null)) return sketch;
  const known = wholeBudgets.get(sketch);
  const whole = known ?? { ...sketch, tasks: sketch.tasks.map((task) => ({ ...task, execution: null })) };
  wholeBudgets.set(sketch, whole);
  return whole;
}

let measured: { readonly trace: object; readonly end: number; readonly times: TimesByTask } | null = null;

/** What each task's jobs took in the last run, by its name; null: nothing was measured. A run that goes on is not read anew. */
function measuredTimes(): TimesByTask | null {
  const { store, jobs } = useTrace.getState();
  const isLive = useRun.getState().phase !== 'idle';
  if (measured?.trace === store && (isLive || measured.end === store.end)) return measured.times;
  jobs.update();
  const recorded = new RecordedTimes(jobs);
  recorded.update();
  const times = recorded.byTask;
  if (times.size === 0) return null;
  measured = { trace: store, end: store.end, times };
  return times;
}

let lookers = 0;

function playPresent(): void {
  if (lookers === 0) return;
  const { history } = useDocument.getState();
  const sketch = history.present;
  const { options } = usePrediction.getState();
  const untilNs = options.lengthNs ?? predictionLength(sketch).playedNs;
  predictedPlayer.want(questionOf(sketch, options, untilNs, history.openKey === null ? MOST_EVENTS : LIVE_EVENTS));
}

/** At least this much of what ran is played at once, then as much again as there is. */
const LEAST_EXPECTED_NS = 2_000_000_000;

function playRun(): void {
  const { sketch, store } = useTrace.getState();
  const { options, shown, outlines } = usePrediction.getState();
  if (lookers === 0 || sketch === null || shown !== 'measured' || !outlines) return;
  let untilNs = LEAST_EXPECTED_NS;
  while (untilNs < store.endNs) untilNs *= 2;
  // As the program ran, whatever is tried out beside it.
  const asRun = { ...DEFAULT_OPTIONS, seed: options.seed, execution: options.execution };
  expectedPlayer.want(questionOf(sketch, asRun, untilNs, MOST_EVENTS));
}

/** How often a run is looked at for what it has measured beyond what was played. */
const RUN_LOOK_MS = 500;

/** While it is called, both are kept up to date. */
export function usePredictionPlayed(): void {
  useEffect(() => {
    lookers++;
    playPresent();
    playRun();
    const timer = setInterval(() => useRun.getState().phase !== 'idle' && playRun(), RUN_LOOK_MS);
    return () => {
      clearInterval(timer);
      if (--lookers > 0) return;
      predictedPlayer.want(null);
      expectedPlayer.want(null);
    };
  }, []);
}

useDocument.subscribe((now, before) => {
  const [sketch, old] = [now.history.present, before.history.present];
  const isEdited = sketch !== old && sketchKey(sketch) !== sketchKey(old);
  // What is changed is what one wants to see; a program that runs is not changed by it.
  if (isEdited && useRun.getState().phase === 'idle') showTimelineOf('predicted');
  if (isEdited || now.history.openKey !== before.history.openKey) playPresent();
});
usePrediction.subscribe((now, before) => {
  if (now.options !== before.options) playPresent();
  playRun();
});
useJudgement.subscribe(() => {
  playPresent();
  playRun();
});
useSelection.subscribe(() => {
  if (usePrediction.getState().options.phasing === 'critical') playPresent();
});
useTrace.subscribe(({ sketch }) => {
  if (sketch === null) return;
  showTimelineOf('measured');
  useExpected.setState(NOTHING_PLAYED);
  playRun();
});
