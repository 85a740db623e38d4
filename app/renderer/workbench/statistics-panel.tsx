/** Connects the statistics to the session, as chart-panels.tsx connects the timeline. Loaded when first shown. */

import { useMemo } from 'react';
import { TraceStatistics } from '../../../generator/trace/jobs/statistics.ts';
import { StatisticsTable } from '../charts/statistics/statistics-table.tsx';
import { useHealth } from '../state/run/health.ts';
import { usePredicted, usePrediction, useSimulation } from '../state/run/prediction.ts';
import type { Simulated } from '../state/run/schedule-simulator.ts';
import { useTrace } from '../state/run/trace.ts';
import { Shows } from '../views/prediction/shows.tsx';
import { dispatcherOf, useLanesOf, useRunLanes, useSelectTask } from './chart-panels.tsx';
import { EarlierRun } from './run/run-health.tsx';

export function StatisticsPanel() {
  useSimulation();
  const shown = usePrediction((state) => state.shown);
  const simulated = usePredicted((state) => state.simulated);
  return shown === 'predicted' && simulated !== null ? (
    <PredictedStatistics simulated={simulated} />
  ) : (
    <MeasuredStatistics />
  );
}

function MeasuredStatistics() {
  const { store, jobs, statistics, spans } = useTrace();
  const { owed, countedEdges } = useHealth();
  const { lanes, shown } = useRunLanes();
  const selectTask = useSelectTask(shown);
  return (
    <StatisticsTable
      store={store}
      jobs={jobs}
      statistics={statistics}
      spans={spans}
      countedEdges={countedEdges}
      lanes={lanes}
      owed={owed}
      onSelectTask={selectTask}
      lead={MEASURED_LEAD}
    />
  );
}

function PredictedStatistics({ simulated }: { readonly simulated: Simulated }) {
  const { sketch } = simulated.question;
  const { trace, jobs, spans } = simulated.schedule;
  const lanes = useLanesOf(sketch, dispatcherOf(simulated));
  const selectTask = useSelectTask(sketch);
  // Runtime overhead is part of the jobs' measured times, but it does not count as an overrun.
  const statistics = useMemo(() => new TraceStatistics(trace, jobs), [trace, jobs]);
  return (
    <StatisticsTable
      store={trace}
      jobs={jobs}
      statistics={statistics}
      spans={spans}
      lanes={lanes}
      onSelectTask={selectTask}
      lead={STATISTICS_LEAD}
      isPrediction
    />
  );
}

const STATISTICS_LEAD = (
  <div className="pl-timeline-toolbar">
    <Shows />
  </div>
);

const MEASURED_LEAD = (
  <div className="pl-timeline-toolbar">
    <Shows />
    <EarlierRun />
  </div>
);
