/** The charts, given the trace of the run and the judged sketch. */
import { ChartNoAxesGantt } from 'lucide-react';

function Nothing() {
  return (
    <div className="empty">
      <ChartNoAxesGantt />
      <strong>Nothing has run yet</strong>
      <span>Press Run: each job appears here beside its predicted bound.</span>
    </div>
  );
}

export function TimelinePanel() {
  return <Nothing />;
}

export function StatisticsPanel() {
  return <Nothing />;
}
