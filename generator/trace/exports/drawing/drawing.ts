/**
 * A schedule as a drawing for papers and slides: a lane for each task and interrupt with the parts
 * of its jobs, an arrow up at each release, an arrow down at each deadline, and an axis of time. It
 * has only rectangles, lines and texts, which svg.ts and tikz.ts write.
 *
 * Lengths are points of 1/72 inch, from the top left corner.
 */
import type { RecordedTrace } from '../../file/trace-file.ts';
import type { TaskJobs } from '../../jobs/task-jobs.ts';
import { TraceNames } from '../../names.ts';
import { SpanTracker } from '../../store/spans.ts';
import type { WriteOptions } from '../writer.ts';
import { tasksOf } from './lanes.ts';

export type Shape =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: Ink;
    }
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point; readonly ink: Ink; readonly arrow: boolean }
  | { readonly kind: 'text'; readonly at: Point; readonly text: string; readonly align: 'start' | 'middle' | 'end' };

export type Ink = 'axis' | 'grid' | 'interrupt' | 'late' | `task${number}`;
type Point = readonly [x: number, y: number];

/** Colours of tasks, which differ for colour-blind readers, too: Okabe and Ito (2008). */
const TASK_INKS = 7;
export const INKS: Readonly<Record<Ink, string>> = {
  axis: '333333',
  grid: 'cccccc',
  interrupt: '666666',
  late: 'c00000',
  task0: '0072b2',
  task1: 'e69f00',
  task2: '009e73',
  task3: 'cc79a7',
  task4: '56b4e9',
  task5: 'd55e00',
  task6: 'f0e442',
};

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

const WIDTH = 480;
const LANE = 30;
const BOX = 14;
const ARROW = 22;
const TOP = 10;
const AXIS = 24;
const MARGIN = 8;
/** Right of the axis: half of the last number. */
const RIGHT = 14;
/** The width of a letter of a lane's name, at most, and of a letter that fills a square. */
const LETTER = 5;
const WIDE_LETTER = 8;
const WIDE = /[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}]/u;
const LONGEST_NAME = 24;
/** Ticks of the axis, at most. */
const TICKS = 10;
/** Boxes with less space between them are drawn as one. */
const CLOSEST = 0.15;
/** Releases that are closer have one arrow, and so have met deadlines. Each missed deadline has its own. */
const CLOSEST_ARROW = 1;
/** Without a range: this many of the longest period. */
const SHOWN_PERIODS = 2;

export interface DrawOptions extends WriteOptions {
  /** The time that the axis shows as 0, on the axis of the store. Default: 0. Unit: ns. */
  readonly zeroNs?: number;
  /** The least width of the names of the lanes, so that several drawings have one axis. */
  readonly nameWidth?: number;
}

/** A drawing of one trace. */
export interface TraceDrawing extends Drawing {
  /** The width of the names of the lanes. */
  readonly nameWidth: number;
}

export function drawingOf(
  trace: RecordedTrace,
  { range, lanes: shown, zeroNs = 0, nameWidth: leastWidth = 0 }: DrawOptions = {},
): TraceDrawing {
  const { fromNs, toNs } = range ?? shownRange(trace);
  const spans = new SpanTracker(trace.store);
  spans.update();
  const names = new TraceNames(trace.store.currentMetadata);
  const ofTasks = tasksOf(trace, shown);
  const interrupts = [...spans.interrupts].map(([index, { runs }]) => ({
    name: names.object('interrupt', index)?.name ?? `interrupt ${index}`,
    runs,
  }));
  const labels = [...ofTasks.map(({ task }) => task.name), ...interrupts.map(({ name }) => name)].map(shortened);
  const nameWidth = Math.max(leastWidth, LETTER * 4, ...labels.map(widthOf));
  const left = MARGIN + nameWidth + 6;
  const bottom = TOP + LANE * Math.max(1, labels.length);
  const x = (timeNs: number): number => {
    const share = (Math.min(toNs, Math.max(fromNs, timeNs)) - fromNs) / Math.max(1, toNs - fromNs);
    return left + share * (WIDTH - RIGHT - left);
  };
  const base = (lane: number): number => TOP + LANE * (lane + 1);
  const lanes = labels.flatMap((text, i): Shape[] => [
    { kind: 'text', at: [left - 6, base(i) - 4], text, align: 'end' },
    { kind: 'line', from: [left, base(i)], to: [WIDTH - RIGHT, base(i)], ink: 'axis', arrow: false },
  ]);
  const tasks = ofTasks.flatMap((task, i) => jobShapes(task, base(i), { fromNs, toNs }, x));
  const handlers = interrupts.flatMap(({ runs }, i) => {
    const parts: [number, number][] = [];
    for (let at = runs.firstEndingAfter(fromNs); at < runs.count && runs.fromAt(at) < toNs; at++)
      parts.push([runs.fromAt(at), runs.toAt(at)]);
    return boxes(parts, base(ofTasks.length + i), 'interrupt', x);
  });
  const axis = axisShapes({ fromNs, toNs }, zeroNs, x, bottom);
  return { width: WIDTH, height: bottom + AXIS, nameWidth, shapes: [...axis, ...lanes, ...tasks, ...handlers] };
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : name;
}

const widthOf = (label: string): number =>
  [...label].reduce((sum, letter) => sum + (WIDE.test(letter) ? WIDE_LETTER : LETTER), 0);

/** From the first arrival, for two of the longest periods; or all, where there is no period. */
export function shownRange({ store, jobs }: RecordedTrace): { readonly fromNs: number; readonly toNs: number } {
  const arrivals = jobs.tasks.flatMap((task) => (task.count > task.first ? [task.arrivalAt(task.first)] : []));
  const fromNs = Math.min(store.endNs, ...arrivals);
  const longest = Math.max(0, ...jobs.tasks.map(({ task }) => task.periodNs ?? 0));
  const toNs = longest === 0 ? store.endNs : Math.min(store.endNs, fromNs + SHOWN_PERIODS * longest);
  return { fromNs, toNs: Math.max(toNs, fromNs + 1) };
}

type Range = ReturnType<typeof shownRange>;
type Scale = (timeNs: number) => number;

function jobShapes(task: TaskJobs, base: number, { fromNs, toNs }: Range, x: Scale): Shape[] {
  const shapes: Shape[] = [];
  const parts: [number, number][] = [];
  let [arrivalX, deadlineX] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = task.firstEndingAfter(fromNs); row < task.count && task.arrivalAt(row) < toNs; row++) {
    for (let part = 0; part < task.segmentCountAt(row); part++) {
      const to = task.segmentToAt(row, part);
      parts.push([task.segmentFromAt(row, part), to < 0 ? toNs : to]);
    }
    if (task.task.periodNs === null) continue;
    const arrival = task.arrivalAt(row);
    if (arrival >= fromNs && x(arrival) - arrivalX >= CLOSEST_ARROW) {
      arrivalX = x(arrival);
      shapes.push({ kind: 'line', from: [arrivalX, base], to: [arrivalX, base - ARROW], ink: 'axis', arrow: true });
    }
    const deadline = task.deadlineAt(row);
    if (deadline < fromNs || deadline > toNs) continue;
    const isLate = task.missedAt(row);
    if (!isLate && x(deadline) - deadlineX < CLOSEST_ARROW) continue;
    deadlineX = x(deadline);
    const ink = isLate ? 'late' : 'axis';
    shapes.push({ kind: 'line', from: [deadlineX, base - ARROW], to: [deadlineX, base], ink, arrow: true });
  }
  return [...boxes(parts, base, `task${task.task.index % TASK_INKS}`, x), ...shapes];
}

/** Boxes for intervals of time. Intervals without visible space between them become one box. */
function boxes(parts: readonly (readonly [number, number])[], base: number, fill: Ink, x: Scale): Shape[] {
  const merged: { from: number; to: number }[] = [];
  for (const [from, to] of parts) {
    const last = merged.at(-1);
    const [left, right] = [x(from), x(to)];
    if (right <= left && right === x(Number.NEGATIVE_INFINITY)) continue;
    if (last !== undefined && left - last.to < CLOSEST) last.to = Math.max(last.to, right);
    else merged.push({ from: left, to: right });
  }
  return merged.map(({ from, to }) => ({
    kind: 'box',
    x: from,
    y: base - BOX,
    width: Math.max(CLOSEST, to - from),
    height: BOX,
    fill,
  }));
}

function axisShapes({ fromNs, toNs }: Range, zeroNs: number, x: Scale, bottom: number): Shape[] {
  const step = niceStep((toNs - fromNs) / TICKS);
  const unit = step >= 1e9 ? 's' : step >= 1e6 ? 'ms' : step >= 1e3 ? 'µs' : 'ns';
  const unitNs = { s: 1e9, ms: 1e6, µs: 1e3, ns: 1 }[unit];
  const shapes: Shape[] = [];
  for (let shown = Math.ceil((fromNs - zeroNs) / step) * step; shown <= toNs - zeroNs; shown += step) {
    const at = x(zeroNs + shown);
    shapes.push({ kind: 'line', from: [at, TOP], to: [at, bottom + 3], ink: 'grid', arrow: false });
    shapes.push({ kind: 'text', at: [at, bottom + 12], text: `${+(shown / unitNs).toFixed(3)}`, align: 'middle' });
  }
  shapes.push({ kind: 'text', at: [x(toNs), bottom + 20], text: `t [${unit}]`, align: 'end' });
  return shapes;
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `leastNs`. */
function niceStep(leastNs: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, leastNs)));
  return power * ([1, 2, 5].find((factor) => factor * power >= leastNs) ?? 10);
}
