/** A trace with what is counted of it while it grows: of a run on a board, or of a simulation. */
import { JobTracker } from '../../generator/trace/jobs.ts';
import { SpanTracker } from '../../generator/trace/spans.ts';
import { TraceStatistics } from '../../generator/trace/statistics.ts';
import { TraceStore } from '../../generator/trace/store.ts';
import { SwitchCounter } from '../../generator/trace/switches.ts';

export class Recording {
  readonly store = new TraceStore();
  readonly jobs = new JobTracker(this.store);
  readonly statistics: TraceStatistics;
  readonly spans = new SpanTracker(this.store);
  readonly switches = new SwitchCounter(this.store);

  /** @param options.isSimulated its trace tells every overrun of a budget */
  constructor({ isSimulated }: { readonly isSimulated: boolean }) {
    this.statistics = new TraceStatistics(this.store, this.jobs, { overrunsAreTold: isSimulated });
  }

  /** To be called often enough that the store never drops what has not been counted. */
  count(): void {
    this.jobs.update();
    this.statistics.update();
    this.spans.update();
    this.switches.update();
  }
}
