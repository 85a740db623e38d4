/** What the window asks of its analysis worker; see worker-messages.ts. */
import type { Admission } from '../../../generator/analysis/admission.ts';
import type { DesignHelp, StaticFit, TargetComparison, TaskHelp } from '../../../generator/analysis/help/types.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';

export interface Judged {
  readonly sketch: Sketch;
  /** As in the textbook, without what the runtime itself takes. */
  readonly ideal: boolean;
}

export interface HelpAndFit {
  readonly help: DesignHelp;
  /** null: no code is generated for this target on this board, or what it takes there was not measured. */
  readonly fit: StaticFit | null;
}

export type AnalysisJobs = {
  /** The verdict on a sketch with too many tasks for one frame. */
  readonly judge: { readonly request: Judged; readonly progress: never; readonly result: Admission };
  /** The limits of one task; null: it is a background task, or there is none such. */
  readonly limits: {
    readonly request: Judged & { readonly task: number };
    readonly progress: never;
    readonly result: TaskHelp | null;
  };
  readonly help: { readonly request: Judged; readonly progress: never; readonly result: HelpAndFit };
  readonly compare: {
    readonly request: Judged;
    readonly progress: never;
    readonly result: readonly TargetComparison[];
  };
};
