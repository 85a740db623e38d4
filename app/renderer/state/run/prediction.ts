/**
 * The predicted schedule of the present sketch, which follows a moving slider, and the predicted
 * schedule of the sketch that ran, which is drawn below the measured one. Both are simulated only
 * while a view shows them.
 */
import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Phasing } from '../../../../generator/simulation/build/phases.ts';
import { schedulesBy } from '../../../../generator/simulation/build/refusals.ts';
import type { DispatcherKind, ResourceProtocol } from '../../../../generator/simulation/model.ts';
import { RecordedTimes, type TimesByTask } from '../../../../generator/simulation/schedule/recorded-times.ts';
import type { Policy, Sketch } from '../../../../generator/sketch/model.ts';
import type { SimulationSettings } from '../../workers/simulation-jobs.ts';
import type { Scope } from '../session/scope.ts';
import { useLasting } from '../session/use-lasting.ts';
import { storeHook, useSession } from '../session/use-session.ts';
import type { AdmissionState } from '../sketch/admission.ts';
import type { SketchDocument } from '../sketch/document.ts';
import type { ElementRef } from '../sketch/element-ref.ts';
import type { Selection } from '../sketch/selection.ts';
import { sketchKey } from '../sketch/sketch-key.ts';
import { predictionLength } from './prediction-length.ts';
import type { Run } from './run.ts';
import {
  NOTHING_SIMULATED,
  ScheduleSimulator,
  type SimulateFunction,
  type SimulationQuestion,
  type SimulatorState,
} from './schedule-simulator.ts';
import type { Trace } from './trace.ts';

/** Where execution times come from. */
export type ExecutionChoice = 'sketch' | 'budget' | 'measured';

export interface PredictionOptions {
  /** Null selects the default of prediction-length.ts. */
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
  /** Which schedule the timeline shows. */
  readonly shown: 'predicted' | 'measured';
  /** Whether predicted jobs are drawn below the measured ones. */
  readonly outlines: boolean;
  /** Whether the levels of the pins that a task drives are drawn below its lane. */
  readonly pinLevels: boolean;
}

/** Event limit while the user holds a slider, so that a simulation fits into a frame. */
const LIVE_EVENTS = 6_000;
const MOST_EVENTS = 300_000;
/**
 * The initial length of the schedule of the sketch that ran. The length doubles whenever the run
 * exceeds it.
 */
const LEAST_EXPECTED_NS = 2_000_000_000;
/** How often the run's length is compared with the length of its predicted schedule. */
const RUN_LOOK_MS = 500;

interface Needs {
  readonly admission: AdmissionState;
  readonly document: SketchDocument;
  readonly run: Run;
  readonly selection: Selection;
  readonly trace: Trace;
  readonly simulate: SimulateFunction;
}

export type Prediction = ReturnType<typeof createPrediction>;

export function createPrediction({ admission, document, run, selection, trace, simulate }: Needs, scope: Scope) {
  const store = createStore<PredictionState>(() => ({
    options: DEFAULT_OPTIONS,
    shown: 'predicted',
    outlines: true,
    pinLevels: false,
  }));
  /** The schedule of the present sketch. */
  const predicted = createSimulated(simulate, scope);
  /** The schedule of the sketch that ran. */
  const expected = createSimulated(simulate, scope);
  const measuredTimes = createMeasuredTimes({ run, trace });
  /** How many views show a schedule. */
  let watchers = 0;

  const changePrediction = (change: Partial<PredictionOptions>): void =>
    store.setState(({ options }) => ({ options: { ...options, ...change } }));
  const showTimelineOf = (shown: PredictionState['shown']): void => store.setState({ shown });
  const toggleOutlines = (): void => store.setState(({ outlines }) => ({ outlines: !outlines }));

  const togglePinLevels = (): void => store.setState(({ pinLevels }) => ({ pinLevels: !pinLevels }));

  const isIdle = (): boolean => run.store.getState().phase === 'idle';

  function questionOf(
    sketch: Sketch,
    options: PredictionOptions,
    untilNs: number,
    mostEvents: number,
  ): SimulationQuestion {
    return { sketch: sketchFor(sketch, options), options: simulationSettings(sketch, options), untilNs, mostEvents };
  }

  function simulationSettings(sketch: Sketch, options: PredictionOptions): SimulationSettings {
    const { seed, phasing, protocol, execution } = options;
    const { ideal, calibrations } = admission.options.getState();
    const recorded = execution === 'measured' ? measuredTimes() : null;
    const chosen = chosenTask(sketch, selection.currentSelection());
    return {
      seed,
      ideal,
      calibrations,
      phasing: phasing === 'critical' ? { kind: phasing, task: chosen } : { kind: phasing },
      protocol,
      dispatcher: dispatcherFor(sketch.policy, options),
      ...(recorded === null ? {} : { recorded }),
    };
  }

  function playPresent(): void {
    if (watchers === 0) return;
    const { history } = document.store.getState();
    const sketch = history.present;
    const { options } = store.getState();
    const untilNs = options.lengthNs ?? predictionLength(sketch).playedNs;
    predicted.want(questionOf(sketch, options, untilNs, history.openKey === null ? MOST_EVENTS : LIVE_EVENTS));
  }

  function playRun(): void {
    const { sketch, store: events } = trace.store.getState();
    const { options, shown, outlines } = store.getState();
    if (watchers === 0 || sketch === null || shown !== 'measured' || !outlines) return;
    let untilNs = LEAST_EXPECTED_NS;
    while (untilNs < events.endNs) untilNs *= 2;
    // The program ran with the default options, whatever options the user has selected for the
    // prediction.
    const asRun = { ...DEFAULT_OPTIONS, seed: options.seed, execution: options.execution };
    expected.want(questionOf(sketch, asRun, untilNs, MOST_EVENTS));
  }

  /** Keeps both schedules up to date until the returned function is called. */
  function watch(): () => void {
    watchers++;
    playPresent();
    playRun();
    const stopLooking = scope.every(RUN_LOOK_MS, () => (isIdle() ? undefined : playRun()));
    return () => {
      stopLooking();
      if (--watchers > 0) return;
      predicted.want(null);
      expected.want(null);
    };
  }

  scope.own(
    document.store.subscribe((now, before) => {
      const [sketch, old] = [now.history.present, before.history.present];
      const isEdited = sketch !== old && sketchKey(sketch) !== sketchKey(old);
      // The user wants to see the effect of an edit. While a program runs, the edit has no effect
      // on it.
      if (isEdited && isIdle()) showTimelineOf('predicted');
      if (isEdited || now.history.openKey !== before.history.openKey) playPresent();
    }),
  );
  scope.own(
    store.subscribe((now, before) => {
      if (now.options !== before.options) playPresent();
      playRun();
    }),
  );
  scope.own(
    admission.options.subscribe(() => {
      playPresent();
      playRun();
    }),
  );
  scope.own(
    selection.store.subscribe(() => {
      if (store.getState().options.phasing === 'critical') playPresent();
    }),
  );
  scope.own(
    trace.store.subscribe(({ sketch }) => {
      if (sketch === null) return;
      showTimelineOf('measured');
      expected.clear();
      playRun();
    }),
  );

  return {
    store,
    predicted: predicted.store,
    expected: expected.store,
    changePrediction,
    showTimelineOf,
    toggleOutlines,
    togglePinLevels,
    watch,
  };
}

export const usePrediction = storeHook(({ prediction }) => prediction.store);
export const usePredicted = storeHook(({ prediction }) => prediction.predicted);

const isStale = ({ stale }: SimulatorState): boolean => stale;

/** Whether the predicted schedule has been that of an earlier version of the sketch for a while. */
export const useIsPredictionStale = (): boolean => useLasting(useSession().prediction.predicted, isStale);

/** Keeps both schedules up to date while the view that calls this hook is mounted. */
export function useSimulation(): void {
  const { watch } = useSession().prediction;
  useEffect(() => watch(), [watch]);
}

/** A store that a simulator keeps up to date. It stops playing when the scope is disposed. */
function createSimulated(simulate: SimulateFunction, scope: Scope) {
  const store = createStore<SimulatorState>(() => NOTHING_SIMULATED);
  const simulator = new ScheduleSimulator(simulate, (state) => store.setState(state));
  scope.own(() => simulator.want(null));
  return {
    store,
    want: (question: SimulationQuestion | null): void => simulator.want(question),
    clear: (): void => store.setState(NOTHING_SIMULATED),
  };
}

/** The selected dispatcher, unless it does not implement the policy. */
export const dispatcherFor = (policy: Policy, { dispatcher }: PredictionOptions): DispatcherKind =>
  schedulesBy(policy, dispatcher) ? dispatcher : 'priority';

/** Returns the task for which the critical instant is simulated. */
function chosenTask({ tasks }: Sketch, selected: readonly ElementRef[]): number | null {
  const chosen = selected.find(({ kind }) => kind === 'tasks');
  const index = tasks.findIndex(({ name }) => name === chosen?.name);
  return index === -1 ? null : index;
}

const wholeBudgets = new WeakMap<Sketch, Sketch>();

/** Returns the sketch without declared execution times if every job is to use its whole budget. */
function sketchFor(sketch: Sketch, { execution }: PredictionOptions): Sketch {
  if (execution !== 'budget' || sketch.tasks.every((task) => task.execution === null)) return sketch;
  const known = wholeBudgets.get(sketch);
  const whole = known ?? { ...sketch, tasks: sketch.tasks.map((task) => ({ ...task, execution: null })) };
  wholeBudgets.set(sketch, whole);
  return whole;
}

/**
 * Returns the execution times of each task's jobs in the last run, by the task's name. Null when
 * nothing was measured. The times of an active run are read once.
 */
function createMeasuredTimes({ run, trace }: Pick<Needs, 'run' | 'trace'>): () => TimesByTask | null {
  let measured: { readonly trace: object; readonly end: number; readonly times: TimesByTask } | null = null;
  return () => {
    const { store, jobs } = trace.store.getState();
    const isLive = run.store.getState().phase !== 'idle';
    if (measured?.trace === store && (isLive || measured.end === store.end)) return measured.times;
    jobs.update();
    const recorded = new RecordedTimes(jobs);
    recorded.update();
    const times = recorded.byTask;
    if (times.size === 0) return null;
    measured = { trace: store, end: store.end, times };
    return times;
  };
}
