/** The requests of the window to its analysis worker. See worker-messages.ts. */
import type { Admission } from '../../../generator/analysis/admission.ts';
import type { MeasuredBudgets, MeasuredRemedy, Remedy } from '../../../generator/analysis/help/remedy.ts';
import type {
  ChannelFlow,
  DesignHelp,
  StaticFit,
  TargetComparison,
  TaskHelp,
} from '../../../generator/analysis/help/types.ts';
import type { Calibrated } from '../../../generator/calibration/record.ts';
import type { TargetRemedy } from '../../../generator/judge/target-remedy.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';

export interface Judged {
  readonly sketch: Sketch;
  /** Ignores the runtime's overheads, as textbooks do. */
  readonly ideal: boolean;
  /** What was measured on the user's boards. */
  readonly calibrations: readonly Calibrated[];
}

export interface HelpAndFit {
  readonly help: DesignHelp;
  /**
   * Null when this target has no code generator for this board, or no memory measurements there.
   */
  readonly fit: StaticFit | null;
}

/** A change with which a refused sketch is admitted: another target, or another time of one task. */
export type OfferedRemedy = TargetRemedy | Remedy;

export type AnalysisJobs = {
  /** The verdict on a sketch with too many tasks for one frame. */
  readonly judge: { readonly request: Judged; readonly progress: never; readonly result: Admission };
  /** The limits of one task. Null for a background task or when the task does not exist. */
  readonly limits: {
    readonly request: Judged & { readonly task: number };
    readonly progress: never;
    readonly result: TaskHelp | null;
  };
  /** Data ages and fill of all channels. */
  readonly flows: { readonly request: Judged; readonly progress: never; readonly result: readonly ChannelFlow[] };
  /** Another target with which the sketch is admitted as it is; else the cheapest change of a time. */
  readonly remedy: { readonly request: Judged; readonly progress: never; readonly result: OfferedRemedy | null };
  /** The same for jobs that take the measured times. */
  readonly measuredRemedy: {
    readonly request: Judged & { readonly measured: MeasuredBudgets };
    readonly progress: never;
    readonly result: MeasuredRemedy;
  };
  readonly help: { readonly request: Judged; readonly progress: never; readonly result: HelpAndFit };
  readonly compare: {
    readonly request: Judged;
    readonly progress: never;
    readonly result: readonly TargetComparison[];
  };
};
