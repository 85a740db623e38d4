/**
 * Gives the charts the trace that the timeline shows: of the last run, or of the predicted schedule. They are
 * loaded when the panel is first shown.
 */
import { useMemo } from 'react';
import { tracedChannels } from '../../../generator/profile/channels.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { nsOfUs } from '../../../generator/sketch/time.ts';
import { serverOfInterrupt } from '../../../generator/system/system.ts';
import type { PlottedInterrupt, PlottedSketch } from '../charts/plots/chart-list.ts';
import { Plots } from '../charts/plots/plots.tsx';
import type { Lane } from '../charts/timeline/timeline.tsx';
import { usePlottedValues } from '../state/run/plotted-values.ts';
import { usePredicted, usePrediction, useSimulation } from '../state/run/prediction.ts';
import { useIsLive } from '../state/run/run.ts';
import { useTrace } from '../state/run/trace.ts';
import { useSession } from '../state/session/use-session.ts';
import { useLayout } from '../state/window/layout.ts';
import { Shows } from '../views/prediction/shows.tsx';
import { dispatcherOf, predictedHint, useLanesOf, useRunLanes } from './chart-panels.tsx';
import { DroppedEvents } from './run/dropped-events.tsx';

const PREDICTED_LEAD = <Shows />;
const MEASURED_LEAD = (
  <>
    <Shows />
    <DroppedEvents />
  </>
);

export function PlotsPanel() {
  useSimulation();
  const { document, layout, plottedValues, traceExport } = useSession();
  const settings = usePlottedValues((state) => state.settings);
  const { store, jobs, sketch: ran } = useTrace();
  const shown = usePrediction((state) => state.shown);
  const simulated = usePredicted((state) => state.simulated);
  const refusal = usePredicted((state) => state.refusal);
  const run = useRunLanes();
  const present = simulated?.question.sketch ?? document.currentSketch();
  const predictedLanes = useLanesOf(present, dispatcherOf(simulated));
  const wantsPrediction = shown === 'predicted' || ran === null;
  const isPrediction = wantsPrediction && simulated !== null;
  const sketch = isPrediction ? present : run.shown;
  const lanes = isPrediction ? predictedLanes : run.lanes;
  const trace = isPrediction ? { store: simulated.schedule.trace, jobs: simulated.schedule.jobs } : { store, jobs };
  const plotted = useMemo(() => plottedOf(sketch, lanes), [sketch, lanes]);
  const channels = useMemo(() => tracedChannels(sketch), [sketch]);
  const projector = useLayout((state) => state.projector);
  const live = useIsLive() && !isPrediction;
  return (
    <Plots
      {...trace}
      {...{ channels, isPrediction, live }}
      emptyHint={wantsPrediction ? predictedHint(refusal, present) : null}
      sketch={plotted}
      cores={sketch.cores}
      times={layout.times}
      settings={settings}
      onSettings={plottedValues.change}
      lead={projector ? undefined : isPrediction ? PREDICTED_LEAD : MEASURED_LEAD}
      onPicture={(picture) => void traceExport.exportPicture(picture, 'charts', sketch.name)}
    />
  );
}

function plottedOf(sketch: Sketch, lanes: readonly Lane[]): PlottedSketch {
  return {
    lanes,
    channels: sketch.channels.map(({ name, kind, capacity }) => ({ name, isRing: kind === 'ring-buffer', capacity })),
    interrupts: sketch.interrupts.map((_, index) => plottedInterrupt(sketch, index)),
  };
}

function plottedInterrupt(sketch: Sketch, index: number): PlottedInterrupt {
  const { name = '', topHalfUs = 0, bottomHalfUs = 0 } = sketch.interrupts[index] ?? {};
  const server = serverOfInterrupt(sketch, index);
  const costNs = nsOfUs(topHalfUs + bottomHalfUs);
  const budgetPerSecond = server === null || costNs === 0 ? null : ((server.budgetNs / costNs) * 1e9) / server.periodNs;
  return { name, budgetPerSecond };
}
