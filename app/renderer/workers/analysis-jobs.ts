/** What the window asks of its analysis worker; see worker-messages.ts. */
import type { DesignHelp, TargetComparison, TaskHelp } from '../../../generator/analysis/help/types.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';

export interface Judged {
  readonly sketch: Sketch;
  /** As in the textbook, without what the runtime itself takes. */
  readonly ideal: boolean;
}

export type AnalysisJobs = {
  /** The limits of one task; null: it is a background task, or there is none such. */
  readonly limits: {
    readonly request: Judged & { readonly task: number };
    readonly progress: never;
    readonly result: TaskHelp | null;
  };
  readonly help: { readonly request: Judged; readonly progress: never; readonly result: DesignHelp };
  readonly compare: {
    readonly request: Judged;
    readonly progress: never;
    readonly result: readonly TargetComparison[];
  };
};
