/**
 * Connects the charts to the session: the trace of the last run, the predicted schedule, and the
 * bounds of their sketches.
 */

import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Calibrated } from '../../../generator/calibration/record.ts';
import { contextOf } from '../../../generator/judge/context.ts';
import { buildSimulation } from '../../../generator/simulation/build/build.ts';
import { boundsHoldUnder } from '../../../generator/simulation/dispatchers/served.ts';
import type { DispatcherKind, SimulationModel } from '../../../generator/simulation/model.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { tr } from '../../../generator/words/tr.ts';
import {
  type Judged,
  type Lane,
  measuredSource,
  type OpenedJob,
  TimelineChart,
  type TimelineHandle,
} from '../charts/timeline/timeline.tsx';
import { useHealth } from '../state/run/health.ts';
import { useMeasuredMisses } from '../state/run/measured.ts';
import { useMissRequest } from '../state/run/miss-request.ts';
import { useIsPredictionStale, usePredicted, usePrediction, useSimulation } from '../state/run/prediction.ts';
import { useIsLive, useRun } from '../state/run/run.ts';
import type { Simulated, SimulatorState } from '../state/run/schedule-simulator.ts';
import { useTrace } from '../state/run/trace.ts';
import { useSession } from '../state/session/use-session.ts';
import { useVerdictOn } from '../state/sketch/admission.ts';
import { useCalibrations } from '../state/sketch/calibrations.ts';
import { useDocument } from '../state/sketch/document.ts';
import { useSelectedElement } from '../state/sketch/selection.ts';
import { useLayout } from '../state/window/layout.ts';
import { useShowsSection } from '../state/window/use-detail.ts';
import { MissRemedy } from '../views/admission/miss-remedy.tsx';
import { RemedyOffer } from '../views/admission/remedy-offer.tsx';
import { PredictionMenu } from '../views/prediction/prediction-menu.tsx';
import { OutlinesToggle, PinLevelsToggle, Shows } from '../views/prediction/shows.tsx';
import { DroppedEvents } from './run/dropped-events.tsx';
import { EarlierRun } from './run/run-health.tsx';
import { elementLane, groupsOf, laneElement, lanesOf } from './timeline/lanes.ts';
import { usePinRows } from './timeline/use-pin-rows.ts';
import { useScheduleSource } from './timeline/use-schedule-source.ts';

export function TimelinePanel() {
  useSimulation();
  const { document, layout, prediction, traceExport } = useSession();
  const { shown, outlines } = usePrediction();
  const projector = useLayout((layout) => layout.projector);
  const live = useRun(({ phase }) => phase === 'running');
  const { simulated, refusal } = usePredicted(useShallow(shownOfPrediction));
  const stale = useIsPredictionStale();
  const { store, jobs, spans, pins: levels, sketch: ran } = useTrace();
  const calibrations = useCalibrations((state) => state.calibrations);
  const measured = useMemo(
    () => measuredSource(store, jobs, spans, ran === null ? null : modelOfRun(ran, calibrations), levels),
    [store, jobs, spans, ran, levels, calibrations],
  );
  const predicted = useScheduleSource(prediction.predicted);
  const expected = useScheduleSource(prediction.expected);
  const isPredicted = shown === 'predicted' || ran === null;
  const sketch = (isPredicted ? simulated?.question.sketch : ran) ?? document.currentSketch();
  const dispatcher = isPredicted ? dispatcherOf(simulated) : 'priority';
  const lanes = useLanesOf(sketch, dispatcher);
  const judged = useJudged(sketch, dispatcher, isPredicted ? phasesOf(simulated) : 'given');
  const pins = usePinRows(sketch, measured, lanes, isPredicted);
  const model = isPredicted ? simulated?.schedule.model : undefined;
  const groups = useMemo(() => groupsOf(model), [model]);
  const selected = useSelectedElement();
  const steps = useShowsSection('eventSteps') || projector;
  const selectTask = useSelectTask(sketch);
  const measuredHint = useMeasuredHint();
  const savePicture = useCallback(
    (picture: Blob) => void traceExport.exportPicture(picture, 'timeline', sketch.name),
    [traceExport, sketch.name],
  );
  const misses = useMeasuredMisses();
  const chart = useRequestedMiss(!isPredicted);
  const jobActions = (opened: OpenedJob) => (
    <MissRemedy opened={opened} culprit={laneElement(sketch, opened.culprit?.task ?? opened.task)} />
  );
  return (
    <TimelineChart
      ref={chart}
      source={isPredicted ? predicted : measured}
      predicted={isPredicted || !outlines || ran === null ? null : expected}
      lanes={lanes}
      groups={groups}
      pinRows={pins.rows}
      note={pins.note}
      live={live && !isPredicted}
      misses={isPredicted ? null : misses}
      onSelectTask={selectTask}
      selectedTask={selected === null ? null : elementLane(sketch, selected)}
      emptyHint={isPredicted ? predictedHint(refusal, sketch) : measuredHint}
      lead={LEAD}
      judged={judged}
      jobActions={isPredicted ? predictedActions : jobActions}
      tail={isPredicted ? PREDICTED_TAIL : MEASURED_TAIL}
      stale={isPredicted && stale}
      steps={steps}
      kept={layout.timelineViews}
      times={layout.times}
      onPicture={savePicture}
    />
  );
}

/**
 * Opens the miss that another part of the window asks for, as soon as the chart shows the run.
 *
 * @returns the chart's handle
 */
function useRequestedMiss(isMeasured: boolean): RefObject<TimelineHandle | null> {
  const { answered } = useSession().missRequest;
  const asked = useMissRequest((request) => request.asked);
  const chart = useRef<TimelineHandle>(null);
  useEffect(() => {
    if (asked === null || !isMeasured) return;
    chart.current?.firstMiss(asked.task);
    answered();
  }, [asked, isMeasured, answered]);
  return chart;
}

const shownOfPrediction = ({ simulated, refusal }: SimulatorState) => ({ simulated, refusal });

/** The priorities and resources of the program. Null when its policy cannot be simulated. */
function modelOfRun(sketch: Sketch, calibrations: readonly Calibrated[]): SimulationModel | null {
  const built = buildSimulation(sketch, contextOf(sketch, false, calibrations));
  return built.ok ? built.model : null;
}

/** The remedy of a predicted miss is the remedy of the refused sketch. */
const predictedActions = () => <RemedyOffer />;

const LEAD = <Shows />;
const PREDICTED_TAIL = (
  <>
    <PinLevelsToggle />
    <PredictionMenu />
  </>
);
const MEASURED_TAIL = (
  <>
    <EarlierRun />
    <DroppedEvents />
    <OutlinesToggle />
    <PinLevelsToggle />
  </>
);

/** Why there is no predicted schedule. */
export function predictedHint(refusal: string | null, { tasks }: Sketch): string {
  if (refusal !== null) return refusal;
  return tasks.length === 0 ? tr`Add a task to see its predicted schedule here.` : tr`Simulating the schedule…`;
}

/**
 * Explains why a run has no jobs to show. Before the first run, the chart shows its default text.
 */
function useMeasuredHint(): string | undefined {
  const finding = useHealth(({ verdict }) => verdict?.finding ?? null);
  const ran = useTrace(({ sketch }) => sketch !== null);
  const live = useIsLive();
  if (finding !== null) return finding.sentence;
  if (live) return tr`The program runs. Each job appears here as soon as its telemetry arrives.`;
  return ran ? tr`The run ended before any job was measured.` : undefined;
}

/** The schedule of a large sketch is drawn before its bounds are known. */
export function useLanesOf(shown: Sketch, dispatcher: DispatcherKind): readonly Lane[] {
  const { sketch, admission } = useVerdictOn(shown);
  return useMemo(() => lanesOf(sketch, admission, dispatcher), [sketch, admission, dispatcher]);
}

/** The verdict whose bounds hold for the shown jobs; null: none is known yet. */
function useJudged(shown: Sketch, dispatcher: DispatcherKind, phases: Judged['phases']): Judged | null {
  const { sketch, admission } = useVerdictOn(shown);
  return useMemo(
    () => (sketch === shown && boundsHoldUnder(dispatcher, admission.set) ? { sketch, admission, phases } : null),
    [shown, sketch, admission, dispatcher, phases],
  );
}

export const dispatcherOf = (simulated: Simulated | null): DispatcherKind =>
  simulated?.question.options.dispatcher ?? 'priority';

const phasesOf = (simulated: Simulated | null): Judged['phases'] =>
  (simulated?.question.options.phasing?.kind ?? 'drawn') === 'drawn' ? 'given' : 'any';

/**
 * The lanes of the sketch that ran. Before the first run, the lanes of the present sketch, updated
 * when a slider is released.
 */
export function useRunLanes(): { readonly lanes: readonly Lane[]; readonly shown: Sketch } {
  const { document } = useSession();
  const traced = useTrace(({ sketch }) => sketch);
  const settled = useDocument(({ history }) => (history.openKey === null ? history.present : null));
  const last = useRef(settled ?? document.currentSketch());
  if (settled !== null) last.current = settled;
  const shown = traced ?? last.current;
  return { lanes: useLanesOf(shown, 'priority'), shown };
}

/** Selects the task or interrupt of a lane, if the present sketch still contains it. */
export function useSelectTask(shown: Sketch): (index: number) => void {
  const { selectIfThere } = useSession().selection;
  return (index) => {
    const ref = laneElement(shown, index);
    if (ref !== null) selectIfThere(ref);
  };
}
