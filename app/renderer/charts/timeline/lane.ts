/**
 * The lane of each task and its position: rows of fixed height in priority order. The row for idle
 * time is below the lanes. The rows for marks and for each interrupt are above them.
 */
import type { Pattern } from '../../base/palette.ts';
import type { TimelineSource } from './source/source.ts';

export interface Lane {
  /** The task's index in the trace's metadata and in the sketch. */
  readonly taskIndex: number;
  readonly name: string;
  /** A CSS colour or a token reference, as returned by `taskLook`. */
  readonly colour: string;
  readonly pattern: Pattern;
  /** Period T. Null for a background task. All times are in nanoseconds. */
  readonly periodNs: number | null;
  /** Offset φ. Null when it is unknown or the task is sporadic. */
  readonly offsetNs: number | null;
  /** Deadline D, relative to the arrival. */
  readonly deadlineNs: number | null;
  /** Budget C. */
  readonly budgetNs: number | null;
  /** Predicted worst-case response time R, relative to the arrival. Null when there is none. */
  readonly responseBoundNs: number | null;
}

/**
 * Lanes that are shown together: the tasks of a core, or of several cores that share a ready queue.
 */
export interface LaneGroup {
  /** For example "Core 0" or "Cores 0–3". */
  readonly label: string;
  readonly cores: readonly number[];
  /** Tasks, by their index in the trace. */
  readonly tasks: readonly number[];
}

export const NO_GROUPS: readonly LaneGroup[] = [];

export const LANE_HEIGHT = 36;
/** Additional height below a lane for the outlines of predicted jobs. */
export const PREDICTED_HEIGHT = 14;
export const EVENT_ROW_HEIGHT = 24;
export const INTERRUPT_HEIGHT = 22;
export const IDLE_HEIGHT = 18;
const GROUP_HEIGHT = 22;
export const CORE_HEIGHT = 20;
export const LABEL_WIDTH = 148;
export const AXIS_HEIGHT = 26;

/** Offsets from the top of a lane: top of the arrows, top of the boxes, and the common bottom. */
export const ARROW_TOP = 5;
export const BOX_TOP = 11;
export const BASELINE = 30;
export const BRACKET = 33;

export interface Row {
  readonly kind: 'events' | 'interrupt' | 'group' | 'core' | 'lane' | 'idle';
  /** Index in the lanes. -1 for other rows. */
  readonly lane: number;
  /** Index in the interrupts. -1 for other rows. */
  readonly interrupt: number;
  /** Index in the groups. -1 for rows that are not the header of a group. */
  readonly group: number;
  /** Number of the core. -1 for other rows. */
  readonly core: number;
  readonly top: number;
  readonly height: number;
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly height: number;
  readonly laneHeight: number;
}

/** The content that needs rows. */
export interface RowNeeds {
  readonly lanes: readonly Lane[];
  /** Marks and texts. */
  readonly events: boolean;
  readonly interrupts: number;
  readonly idle: boolean;
  /** Adds space for the outlines of predicted jobs. */
  readonly predicted: boolean;
  /** Empty when all lanes belong to one core. */
  readonly groups: readonly LaneGroup[];
}

export function needsOf(
  source: TimelineSource,
  lanes: readonly Lane[],
  groups: readonly LaneGroup[],
  predicted: boolean,
): RowNeeds {
  const { hasPointEvents, interrupts, idle } = source;
  const isIdleShown = idle.count > 0 && groups.length === 0;
  return { lanes, events: hasPointEvents, interrupts: interrupts.length, idle: isIdleShown, predicted, groups };
}

/** Stacks the rows: each group below its header and its cores, then the lanes without a group. */
export function layOut({ lanes, events, interrupts, idle, predicted, groups }: RowNeeds): Layout {
  const laneHeight = LANE_HEIGHT + (predicted ? PREDICTED_HEIGHT : 0);
  const rows: Row[] = [];
  let top = 0;
  const add = (kind: Row['kind'], height: number, what: Partial<Row> = {}) => {
    rows.push({ kind, lane: -1, interrupt: -1, group: -1, core: -1, ...what, top, height });
    top += height;
  };
  if (events) add('events', EVENT_ROW_HEIGHT);
  for (let interrupt = 0; interrupt < interrupts; interrupt++) add('interrupt', INTERRUPT_HEIGHT, { interrupt });
  const placed = new Set<number>();
  for (const [group, { cores, tasks }] of groups.entries()) {
    add('group', GROUP_HEIGHT, { group });
    for (const core of cores) add('core', CORE_HEIGHT, { core });
    for (const [lane, { taskIndex }] of lanes.entries()) {
      if (placed.has(lane) || !tasks.includes(taskIndex)) continue;
      placed.add(lane);
      add('lane', laneHeight, { lane });
    }
  }
  for (let lane = 0; lane < lanes.length; lane++) if (!placed.has(lane)) add('lane', laneHeight, { lane });
  if (idle) add('idle', IDLE_HEIGHT);
  return { rows, height: top, laneHeight };
}

/** Returns the row at a height below the top of the first row. Null outside the rows. */
export function rowAt(layout: Layout, y: number): Row | null {
  return layout.rows.find((row) => y >= row.top && y < row.top + row.height) ?? null;
}
