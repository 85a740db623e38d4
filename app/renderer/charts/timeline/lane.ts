/**
 * The lane of each task and its position: rows in priority order. The row for idle time is below the
 * lanes. The rows for marks and for each interrupt are above them. Lanes grow to fill the plot and
 * shrink to fit into it, and all other rows have a fixed height.
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

/** A row below a lane with the levels of a pin that the task drives. */
export interface PinRow {
  readonly taskIndex: number;
  /** The pin's name on the board. */
  readonly pin: string;
  /** The name of the part on the pin, or the pin. */
  readonly label: string;
  /** A CSS colour or a token reference. */
  readonly colour: string;
}

export const NO_PIN_ROWS: readonly PinRow[] = [];

export const NO_GROUPS: readonly LaneGroup[] = [];

/** The usual height of a lane. */
export const LANE_HEIGHT = 36;
/** The least height of a lane, at which its name and its boxes are still legible. */
export const LEAST_LANE_HEIGHT = 24;
/** The most height of a lane. Boxes that are higher than this make few lanes hard to compare. */
const MOST_LANE_HEIGHT = 120;
/** Additional height below a lane for the outlines of predicted jobs, and the least of it. */
const PREDICTED_HEIGHT = 14;
const LEAST_PREDICTED_HEIGHT = 10;
export const EVENT_ROW_HEIGHT = 24;
export const INTERRUPT_HEIGHT = 22;
export const IDLE_HEIGHT = 18;
const INSTANTS_HEIGHT = 18;
export const PIN_HEIGHT = 24;
const GROUP_HEIGHT = 22;
export const CORE_HEIGHT = 20;
export const LABEL_WIDTH = 148;
export const AXIS_HEIGHT = 26;

/** Offsets from the top of a lane: top of the arrows, and top of the boxes. A low lane has less space above them. */
const ARROW_TOP = 5;
const BOX_TOP = 11;
const LEAST_ARROW_TOP = 2;
const LEAST_BOX_TOP = 7;
/** Space below the common bottom of arrows and boxes. */
const FOOT = 6;
/** Offset of the bracket of the predicted bound from the bottom of the boxes. */
export const BRACKET_DROP = 3;

export interface Row {
  readonly kind: 'events' | 'interrupt' | 'group' | 'core' | 'lane' | 'pin' | 'idle' | 'instants';
  /** Index in the lanes. -1 for other rows. */
  readonly lane: number;
  /** Index in the interrupts. -1 for other rows. */
  readonly interrupt: number;
  /** Index in the groups. -1 for rows that are not the header of a group. */
  readonly group: number;
  /** Number of the core. -1 for other rows. */
  readonly core: number;
  /** Index in the pin rows. -1 for other rows. */
  readonly pin: number;
  readonly top: number;
  readonly height: number;
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly height: number;
  /** Height of a lane without the outlines of predicted jobs. */
  readonly laneHeight: number;
  /** Height of the outlines of predicted jobs, with the space around them. 0 without outlines. */
  readonly predictedHeight: number;
  /** Offsets from the top of a lane: top of the arrows, top of the boxes, and the bottom of both. */
  readonly arrowTop: number;
  readonly boxTop: number;
  readonly baseline: number;
}

/** The content that needs rows. */
export interface RowNeeds {
  readonly lanes: readonly Lane[];
  /** Marks and texts. */
  readonly events: boolean;
  readonly interrupts: number;
  readonly idle: boolean;
  /** The names of the critical instants of the selected task. */
  readonly instants: boolean;
  /** Adds space for the outlines of predicted jobs. */
  readonly predicted: boolean;
  /** Empty when all lanes belong to one core. */
  readonly groups: readonly LaneGroup[];
  readonly pins: readonly PinRow[];
}

export function needsOf(
  source: TimelineSource,
  lanes: readonly Lane[],
  groups: readonly LaneGroup[],
  predicted: boolean,
  pins: readonly PinRow[],
  selectedTask: number | null,
): RowNeeds {
  const { hasPointEvents, interrupts, idle, facts } = source;
  return {
    lanes,
    events: hasPointEvents,
    interrupts: interrupts.length,
    // Without a lane, idle time would be all there is.
    idle: idle.count > 0 && groups.length === 0 && lanes.length > 0,
    instants: facts != null && lanes.some(({ taskIndex }) => taskIndex === selectedTask),
    predicted,
    groups,
    pins,
  };
}

/**
 * Stacks the rows: each group below its header and its cores, then the lanes without a group.
 *
 * @param space the height that the rows may fill, in CSS pixels. Lanes grow to fill it, and shrink to
 * fit into it. 0 if it is not known
 */
export function layOut(needs: RowNeeds, space = 0): Layout {
  const predicted = needs.predicted ? PREDICTED_HEIGHT : 0;
  const usual = stack(needs, LANE_HEIGHT, predicted);
  if (space <= 0) return usual;
  const lanes = Math.max(1, needs.lanes.length);
  if (usual.height <= space) {
    const grown = LANE_HEIGHT + Math.floor((space - usual.height) / lanes);
    return stack(needs, Math.min(grown, MOST_LANE_HEIGHT - predicted), predicted);
  }
  // The outlines shrink first, because the jobs themselves say more.
  const lower = needs.predicted ? LEAST_PREDICTED_HEIGHT : 0;
  const least = stack(needs, LEAST_LANE_HEIGHT, lower);
  const spare = Math.max(0, Math.floor((space - least.height) / lanes));
  const laneHeight = Math.min(LANE_HEIGHT, LEAST_LANE_HEIGHT + spare);
  const outlines = Math.min(predicted, lower + LEAST_LANE_HEIGHT + spare - laneHeight);
  return stack(needs, laneHeight, outlines);
}

/** The value at a lane height: `usual` in a lane of the usual height or more, `least` in the lowest lane. */
function between(least: number, usual: number, laneHeight: number): number {
  const share = (laneHeight - LEAST_LANE_HEIGHT) / (LANE_HEIGHT - LEAST_LANE_HEIGHT);
  return Math.round(least + (usual - least) * Math.min(1, share));
}

function stack(needs: RowNeeds, laneHeight: number, predictedHeight: number): Layout {
  const { lanes, events, interrupts, idle, instants, groups, pins } = needs;
  const rowHeight = laneHeight + predictedHeight;
  const rows: Row[] = [];
  let top = 0;
  const add = (kind: Row['kind'], height: number, what: Partial<Row> = {}) => {
    rows.push({ kind, lane: -1, interrupt: -1, group: -1, core: -1, pin: -1, ...what, top, height });
    top += height;
  };
  if (events) add('events', EVENT_ROW_HEIGHT);
  for (let interrupt = 0; interrupt < interrupts; interrupt++) add('interrupt', INTERRUPT_HEIGHT, { interrupt });
  const addLane = (lane: number) => {
    add('lane', rowHeight, { lane });
    const taskIndex = lanes[lane]?.taskIndex;
    for (const [pin, row] of pins.entries()) if (row.taskIndex === taskIndex) add('pin', PIN_HEIGHT, { pin });
  };
  const placed = new Set<number>();
  for (const [group, { cores, tasks }] of groups.entries()) {
    add('group', GROUP_HEIGHT, { group });
    for (const core of cores) add('core', CORE_HEIGHT, { core });
    for (const [lane, { taskIndex }] of lanes.entries()) {
      if (placed.has(lane) || !tasks.includes(taskIndex)) continue;
      placed.add(lane);
      addLane(lane);
    }
  }
  for (let lane = 0; lane < lanes.length; lane++) if (!placed.has(lane)) addLane(lane);
  if (idle) add('idle', IDLE_HEIGHT);
  if (instants) add('instants', INSTANTS_HEIGHT);
  return {
    rows,
    height: top,
    laneHeight,
    predictedHeight,
    arrowTop: between(LEAST_ARROW_TOP, ARROW_TOP, laneHeight),
    boxTop: between(LEAST_BOX_TOP, BOX_TOP, laneHeight),
    baseline: laneHeight - FOOT,
  };
}

/** Returns the row at a height below the top of the first row. Null outside the rows. */
export function rowAt(layout: Layout, y: number): Row | null {
  return layout.rows.find((row) => y >= row.top && y < row.top + row.height) ?? null;
}

/** The height that rows may fill in a plot of this height. */
export function rowSpace(plotHeight: number): number {
  return Math.max(0, plotHeight - AXIS_HEIGHT);
}

/** The view of a new chart shows this many of the longest period. */
const SHOWN_PERIODS = 2;

/** Returns the length of a view that is fitted to the lanes. Null when no lane has a period. */
export function fittedLength(lanes: readonly Lane[]): number | null {
  const longest = lanes.reduce((most, { periodNs }) => Math.max(most, periodNs ?? 0), 0);
  return longest === 0 ? null : SHOWN_PERIODS * longest;
}
