/** What the owner of a timeline's controller passes to it, and hears from it. */

import type { InputElements } from './input.ts';
import type { Lane, LaneGroup, PinRow } from './lane.ts';
import type { JobHit } from './pointer/hit.ts';
import type { PointerReadout } from './pointer/pointer-readout.ts';
import type { Shown } from './shown.ts';
import type { Opened, TimelineSource } from './source/source.ts';
import type { ViewState } from './view.ts';

export interface TimelineElements extends InputElements {
  readonly canvas: HTMLCanvasElement;
  readonly overviewCanvas: HTMLCanvasElement;
}

export interface TimelineEvents {
  /** Called after each frame with the content of the frame. */
  painted(state: ViewState, shown: Shown): void;
  /** The pointer moved or left, or the content under it changed. */
  pointed(readout: PointerReadout | null): void;
  /** The user clicked a job box or an empty place of a lane. */
  clicked(hit: JobHit): void;
  /** The user clicked a late job, or went to a missed deadline. */
  opened(job: Opened): void;
  /** Playback of a schedule started or stopped. */
  playing(playing: boolean): void;
  /** The playhead moved or was removed. */
  stood(playhead: number | null): void;
}

export interface TimelineData {
  readonly source: TimelineSource;
  readonly predicted: TimelineSource | null;
  readonly lanes: readonly Lane[];
  readonly groups: readonly LaneGroup[];
  readonly pinRows: readonly PinRow[];
  /** Index of the task in the trace. Null when no task is selected. */
  readonly selectedTask: number | null;
}
