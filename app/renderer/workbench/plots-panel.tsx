/** Gives the charts the trace of the last run. They are loaded when the panel is first shown. */
import { lazy, Suspense } from 'react';
import { useTrace } from '../state/run/trace.ts';
import { useRunLanes } from './chart-panels.tsx';

const Plots = lazy(() => import('../charts/plots/plots.tsx'));

export function PlotsPanel() {
  const { store, jobs } = useTrace();
  const { lanes } = useRunLanes();
  return (
    <Suspense fallback={null}>
      <Plots store={store} jobs={jobs} lanes={lanes} />
    </Suspense>
  );
}
