/**
 * Paints the jobs of a lane as textbooks draw them:
 *
 * - arrows: release ↑ and deadline ↓
 * - box: the job ran
 * - hatching: the job waited or was preempted; amber: its budget was exhausted
 * - dots: the job was blocked
 * - amber cap: the job ran for longer than its budget
 * - red cross: the job missed its deadline
 * - bracket below: the predicted bound
 *
 * Each kind of mark in a lane is one path and one fill or stroke, so the cost depends on the pixels
 * and not on the number of jobs.
 */
import { nsPerPx, toPx } from '../../../base/scale.ts';
import type { JobRange } from '../density.ts';
import { BRACKET_DROP, type Lane } from '../lane.ts';
import { type JobColumn, NEVER, spanAt } from '../source/source.ts';
import { paintJobTexts } from './job-texts.ts';
import type { PaintCount, Scene } from './scene.ts';
import { holdPhase, type LaneStyle, TILE_PX } from './style.ts';

/** Offset of a pause from the top of the boxes. */
const PAUSE_DROP = 5;
const HEAD_WIDTH = 3;
const HEAD_HEIGHT = 5;
const LEAST_BOX_PX = 1;
/** On a narrower box, an edge would cover the colour of the box. */
const EDGE_PX = 5;
const BRACKET_TICK = 3;
const CROSS = 4.5;
const CAP_HEIGHT = 4;

/** The paths of one lane in one frame. */
class JobPaths {
  readonly run = new Path2D();
  /** Runs that are wide enough for an edge. */
  readonly edged = new Path2D();
  readonly waiting = new Path2D();
  readonly preempted = new Path2D();
  readonly blocked = new Path2D();
  readonly heldBack = new Path2D();
  readonly late = new Path2D();
  readonly caps = new Path2D();
  readonly stems = new Path2D();
  readonly heads = new Path2D();
  readonly deadlineStems = new Path2D();
  readonly deadlineHeads = new Path2D();
  readonly brackets = new Path2D();
  readonly crosses = new Path2D();
}

export interface LanePlace {
  readonly lane: Lane;
  readonly style: LaneStyle;
  readonly column: JobColumn;
  readonly range: JobRange;
  /** Top of the lane on the canvas. Unit: CSS pixels. */
  readonly top: number;
  /** Whether there is space for arrow heads, brackets and texts. */
  readonly full: boolean;
}

export function paintJobs(scene: Scene, place: LanePlace, count: PaintCount): void {
  const paths = new JobPaths();
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (let job = place.range.first; job < place.range.last; job++) {
    drawnTo = addSegments(scene, place, paths, job, drawnTo);
    addArrows(scene, place, paths, job);
    if (place.full) addBracket(scene, place, paths, job);
    addVerdict(scene, place, paths, job);
  }
  strokeAndFill(scene, place, paths, count);
  if (place.full) paintJobTexts(scene, place, count);
}

/** Adds the runs and pauses of a job. Returns the pixel up to which the lane is covered. */
function addSegments(scene: Scene, place: LanePlace, paths: JobPaths, job: number, drawnTo: number): number {
  const { column, top } = place;
  const end = column.knownEndAt(job);
  const segments = column.segmentCountAt(job);
  let pauseFrom = column.releaseAt(job);
  let pause = paths.waiting;
  let covered = drawnTo;
  for (let i = 0; i < segments; i++) {
    const from = column.segmentFromAt(job, i);
    const until = column.segmentToAt(job, i);
    const to = until === NEVER ? end : until;
    addPause(scene, place, isHeldBack(scene, place, pauseFrom, from) ? paths.heldBack : pause, pauseFrom, from);
    covered = addBox(scene, paths, from, to, top, covered);
    pauseFrom = to;
    pause = column.blockedAfterAt(job, i) ? paths.blocked : paths.preempted;
  }
  if (column.endAt(job) === NEVER) {
    addPause(scene, place, isHeldBack(scene, place, pauseFrom, end) ? paths.heldBack : pause, pauseFrom, end);
  }
  return covered;
}

/** Whether the task's budget was exhausted at the middle of a pause. */
function isHeldBack({ source }: Scene, { lane }: LanePlace, from: number, to: number): boolean {
  return spanAt(source.exhausted(lane.taskIndex), (from + to) / 2) >= 0;
}

function addBox(scene: Scene, paths: JobPaths, from: number, to: number, top: number, covered: number): number {
  const x = toPx(scene.scale, from);
  const right = Math.max(toPx(scene.scale, to), x + LEAST_BOX_PX);
  const clippedLeft = Math.max(x, scene.scale.leftPx - 8);
  const clippedRight = Math.min(right, scene.frame.width + 8);
  if (clippedRight <= clippedLeft || clippedRight <= covered) return covered;
  const width = clippedRight - clippedLeft;
  const { boxTop, baseline } = scene.layout;
  paths.run.rect(clippedLeft, top + boxTop, width, baseline - boxTop);
  if (width >= EDGE_PX) paths.edged.rect(clippedLeft, top + boxTop, width, baseline - boxTop);
  return clippedRight;
}

function addPause(scene: Scene, place: LanePlace, path: Path2D, from: number, to: number): void {
  if (to - from < nsPerPx(scene.scale)) return;
  const x = Math.max(toPx(scene.scale, from), scene.scale.leftPx - 8);
  const right = Math.min(toPx(scene.scale, to), scene.frame.width + 8);
  const { boxTop, baseline } = scene.layout;
  const pauseTop = boxTop + PAUSE_DROP;
  if (right > x) path.rect(x, place.top + pauseTop, right - x, baseline - pauseTop);
}

function addArrows(scene: Scene, place: LanePlace, paths: JobPaths, job: number): void {
  const { column, top, full } = place;
  const base = top + scene.layout.baseline;
  const release = toPx(scene.scale, column.releaseAt(job));
  paths.stems.moveTo(release, base);
  paths.stems.lineTo(release, top + scene.layout.arrowTop + (full ? HEAD_HEIGHT - 1 : 2));
  if (full) addHead(paths.heads, release, top + scene.layout.arrowTop, 1);
  const deadlineNs = column.deadlineAt(job);
  if (deadlineNs === NEVER || !full) return;
  const deadline = toPx(scene.scale, deadlineNs);
  paths.deadlineStems.moveTo(deadline, top + scene.layout.arrowTop);
  paths.deadlineStems.lineTo(deadline, base - HEAD_HEIGHT + 1);
  addHead(paths.deadlineHeads, deadline, base, -1);
}

/**
 * Adds a filled arrow head with its tip at (x, y). `down` is 1 for a head that points up and -1 for
 * a head that points down.
 */
function addHead(path: Path2D, x: number, y: number, down: 1 | -1): void {
  path.moveTo(x, y);
  path.lineTo(x - HEAD_WIDTH, y + down * HEAD_HEIGHT);
  path.lineTo(x + HEAD_WIDTH, y + down * HEAD_HEIGHT);
  path.closePath();
}

function addBracket(scene: Scene, place: LanePlace, paths: JobPaths, job: number): void {
  const bound = place.lane.responseBoundNs;
  if (bound === null) return;
  const arrival = place.column.arrivalAt(job);
  const x = toPx(scene.scale, arrival);
  const right = toPx(scene.scale, arrival + bound);
  const y = place.top + scene.layout.baseline + BRACKET_DROP;
  paths.brackets.moveTo(x, y - BRACKET_TICK + 1);
  paths.brackets.lineTo(x, y);
  paths.brackets.lineTo(right, y);
  paths.brackets.lineTo(right, y - BRACKET_TICK - 1);
}

/**
 * Adds the marks of failures: the cap of an exhausted budget, the late part, and the cross of a
 * miss.
 */
function addVerdict(scene: Scene, place: LanePlace, paths: JobPaths, job: number): void {
  const { column, top } = place;
  if (column.exhaustedAt(job)) addCap(scene, place, paths, job);
  if (!column.missedAt(job)) return;
  const deadline = column.deadlineAt(job);
  if (deadline === NEVER) return;
  const x = toPx(scene.scale, deadline);
  const end = toPx(scene.scale, column.knownEndAt(job));
  const { boxTop, baseline } = scene.layout;
  if (end > x) paths.late.rect(x, top + baseline - 1, end - x, 3);
  const y = top + (boxTop + baseline) / 2;
  paths.crosses.moveTo(x - CROSS, y - CROSS);
  paths.crosses.lineTo(x + CROSS, y + CROSS);
  paths.crosses.moveTo(x + CROSS, y - CROSS);
  paths.crosses.lineTo(x - CROSS, y + CROSS);
}

function addCap(scene: Scene, place: LanePlace, paths: JobPaths, job: number): void {
  const { column, top } = place;
  const last = column.segmentCountAt(job) - 1;
  // Where budgets are enforced, a line shows the time from exhaustion to replenishment instead.
  if (last < 0 || isEnforced(scene, place, job)) return;
  const until = column.segmentToAt(job, last);
  const right = toPx(scene.scale, until === NEVER ? column.knownEndAt(job) : until);
  const x = Math.min(toPx(scene.scale, column.segmentFromAt(job, last)), right - 3);
  paths.caps.rect(x, top + scene.layout.boxTop - 1, right - x, CAP_HEIGHT);
}

function isEnforced({ source }: Scene, { lane, column }: LanePlace, job: number): boolean {
  const list = source.exhausted(lane.taskIndex);
  const i = list.firstEndingAfter(column.releaseAt(job));
  return i < list.count && list.fromAt(i) < column.knownEndAt(job) && list.toAt(i) > list.fromAt(i);
}

function strokeAndFill(scene: Scene, place: LanePlace, paths: JobPaths, count: PaintCount): void {
  const { context, theme } = scene.frame;
  const { style, full } = place;
  const phase = toPx(scene.scale, 0) % TILE_PX;
  const fill = (path: Path2D, paint: string | CanvasPattern): void => {
    holdPhase(typeof paint === 'string' ? null : paint, phase);
    context.fillStyle = paint;
    context.fill(path);
    count.paints++;
  };
  const stroke = (path: Path2D, colour: string, width: number, alpha = 1): void => {
    context.globalAlpha = alpha;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(path);
    context.globalAlpha = 1;
    count.paints++;
  };
  fill(paths.waiting, style.waiting);
  fill(paths.preempted, style.preempted);
  fill(paths.blocked, style.blocked);
  fill(paths.heldBack, style.heldBack);
  fill(paths.run, style.fill);
  if (style.overlay) fill(paths.run, style.overlay);
  if (full) strokeInside(context, paths.edged, style);
  else if (style.dash.length > 0) stroke(paths.run, style.edge, 1);
  fill(paths.caps, theme.budget);
  stroke(paths.stems, theme.text, 1, full ? 0.95 : 0.4);
  fill(paths.heads, theme.text);
  stroke(paths.deadlineStems, theme.text, 1, 0.8);
  fill(paths.deadlineHeads, theme.text);
  stroke(paths.brackets, theme.textDim, 1, 0.9);
  fill(paths.late, theme.miss);
  stroke(paths.crosses, theme.canvas, 4.5);
  stroke(paths.crosses, theme.miss, 2.2);
}

/** Strokes the darker edge inside the boxes, so that neighbouring boxes stay separate. */
function strokeInside(context: CanvasRenderingContext2D, boxes: Path2D, { edge, dash }: LaneStyle): void {
  context.save();
  context.clip(boxes);
  context.strokeStyle = edge;
  context.lineWidth = dash.length > 0 ? 3 : 2;
  context.setLineDash([...dash]);
  context.stroke(boxes);
  context.restore();
}
