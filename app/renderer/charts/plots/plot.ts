/** One chart over time, drawn by uPlot. */
import UPlot from 'uplot';
import { leastWords } from '../../../../generator/numbers/least.ts';
import { formatTime } from '../../base/format.ts';
import type { Theme } from '../../base/theme.ts';
import { ns, type TimeSpan } from '../../base/time.ts';
import { patternedFill } from '../timeline/paint/style.ts';
import type { ViewAction } from '../timeline/view.ts';
import { axisRange, type Chart, type ChartData, type Line, pointAt, valueText } from './chart.ts';
import { drawOpenAbove } from './open-above.ts';
import { AXIS_WIDTH, axisStyle, drawLimits, drawRange, PLOT_HEIGHT } from './plot-style.ts';

/** Wheel distance that doubles or halves the length of the view, as in the timeline. */
const WHEEL_OCTAVE_PX = 320;
/** Room for half of the last time on the axis. */
const RIGHT = 20;
const STACK_OPACITY = 0.75;

export interface PlotEvents {
  readonly dispatch: (action: ViewAction) => void;
  /** The pointer is at an instant, or has left (null). */
  readonly point: (instant: number | null) => void;
  /** The values of the lines at the instant, or the newest. */
  readonly read: (texts: readonly string[]) => void;
}

/** What the panel draws: a chart over time, or a distribution. */
export interface Drawing {
  /** The canvas, for a picture. */
  readonly canvas: HTMLCanvasElement;
  draw(view: TimeSpan, instant: number | null): void;
  point(instant: number | null): void;
  resize(width: number): void;
  destroy(): void;
}

const NO_DATA: ChartData = { times: [], values: [] };

export class Plot implements Drawing {
  readonly #chart: Chart;
  readonly #theme: Theme;
  readonly #events: PlotEvents;
  readonly #plot: UPlot;
  readonly #stop = new AbortController();
  /** The scales of the units, the left one first. */
  readonly #scales: readonly string[];
  readonly #right: number;
  #view: TimeSpan = { from: ns(0), to: ns(1) };
  #data = NO_DATA;

  /** @param isWide whether there is room for an axis at the right, as in another chart of the panel */
  constructor(chart: Chart, host: HTMLElement, theme: Theme, isWide: boolean, events: PlotEvents) {
    this.#chart = chart;
    this.#theme = theme;
    this.#events = events;
    this.#scales = scalesOf(chart);
    this.#right = isWide && this.#scales.length < 2 ? AXIS_WIDTH + RIGHT : RIGHT;
    this.#plot = new UPlot(this.#options(host.clientWidth), this.#columns(NO_DATA), host);
    this.#listen(this.#plot.over);
  }

  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas;
  }

  draw(view: TimeSpan, instant: number | null): void {
    this.#view = view;
    const columns = Math.max(1, Math.round(this.#plot.over.clientWidth));
    this.#data = this.#chart.read(view.from, view.to, columns);
    this.#plot.setData(this.#columns(this.#data), true);
    this.point(instant);
  }

  point(instant: number | null): void {
    const { lines } = this.#chart;
    this.#events.read(lines.map((line, row) => textAt(this.#data, line, row, instant)));
    const left = instant === null ? -1 : this.#plot.valToPos(instant / 1e9, 'x');
    const isInside = left >= 0 && left <= this.#plot.over.clientWidth;
    this.#plot.setCursor({ left: isInside ? left : -10, top: isInside ? 0 : -10 }, false);
  }

  resize(width: number): void {
    if (width > 0) this.#plot.setSize({ width, height: PLOT_HEIGHT });
  }

  destroy(): void {
    this.#stop.abort();
    this.#plot.destroy();
  }

  get #lengthNs(): number {
    return this.#view.to - this.#view.from;
  }

  #timeAt(x: number): number {
    return this.#view.from + (x / Math.max(1, this.#plot.over.clientWidth)) * this.#lengthNs;
  }

  #listen(over: HTMLElement): void {
    const { dispatch, point } = this.#events;
    const { signal } = this.#stop;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const sideways = event.shiftKey ? event.deltaX + event.deltaY : event.deltaX;
      if (sideways !== 0 && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
        dispatch({ type: 'pan', by: (sideways / Math.max(1, over.clientWidth)) * this.#lengthNs });
      } else
        dispatch({ type: 'zoom', anchor: this.#timeAt(event.offsetX), factor: 2 ** (event.deltaY / WHEEL_OCTAVE_PX) });
    };
    over.addEventListener('wheel', wheel, { signal, passive: false });
    over.addEventListener('dblclick', () => dispatch({ type: 'fit' }), { signal });
    over.addEventListener('pointermove', (event) => point(this.#timeAt(event.offsetX)), { signal });
    over.addEventListener('pointerleave', () => point(null), { signal });
  }

  /** The columns of uPlot: times in seconds, then the lines. Those of a stack are sums, the top one first. */
  #columns({ times, values }: ChartData): UPlot.AlignedData {
    const seconds = times.map((timeNs) => timeNs / 1e9);
    const { lines, look } = this.#chart;
    if (look !== 'stack') return [seconds, ...lines.map((_, row) => [...(values[row] ?? [])])];
    const sum = new Array<number>(times.length).fill(0);
    const sums = lines.map((_, row) =>
      times.map((_, i) => {
        const value = values[row]?.[i] ?? null;
        sum[i] = (sum[i] as number) + (value ?? 0);
        return value === null ? null : (sum[i] as number);
      }),
    );
    return [seconds, ...sums.reverse()];
  }

  #options(width: number): UPlot.Options {
    const { lines, look } = this.#chart;
    const style = axisStyle(this.#theme);
    const drawn = look === 'stack' ? lines.toReversed() : lines;
    return {
      width: Math.max(1, width),
      height: PLOT_HEIGHT,
      padding: [8, this.#right, 0, 0],
      legend: { show: false },
      scales: {
        x: { time: false, range: () => [this.#view.from / 1e9, this.#view.to / 1e9] },
        ...Object.fromEntries(this.#scales.map((scale) => [scale, { range: this.#rangeOf(scale) }])),
      },
      axes: [
        { ...style, size: 26, space: 90, values: (_plot, ticks) => this.#timeTicks(ticks) },
        ...this.#scales.map((scale, i): UPlot.Axis => this.#valueAxis(scale, i)),
      ],
      series: [{}, ...drawn.map((line) => this.#seriesOf(line))],
      cursor: { y: false, points: { show: look !== 'stack' }, drag: { x: true, y: false, setScale: false } },
      hooks: { setSelect: [(plot) => this.#select(plot)], draw: [(plot) => this.#drawLevels(plot)] },
    };
  }

  #timeTicks(ticks: readonly number[]): string[] {
    const step = ((ticks[1] ?? 1) - (ticks[0] ?? 0)) * 1e9;
    return ticks.map((tick) => formatTime(Math.round(tick * 1e9), step));
  }

  #valueAxis(scale: string, i: number): UPlot.Axis {
    const style = axisStyle(this.#theme);
    const own = this.#chart.lines.filter((line) => scaleOf(line) === scale);
    const [first] = own;
    // Of several axes, each has the colour of its line.
    const colour =
      this.#scales.length > 1 && own.length === 1 && first ? this.#theme.resolve(first.colour) : style.stroke;
    return {
      ...style,
      scale,
      size: AXIS_WIDTH,
      space: 26,
      stroke: colour,
      side: i === 0 ? 3 : 1,
      grid: i === 0 ? style.grid : { show: false },
      values: (_plot, ticks) => ticks.map((tick) => (first === undefined ? '' : valueText(first, tick))),
    };
  }

  #seriesOf(line: Line): UPlot.Series {
    const { look } = this.#chart;
    const stroke = this.#theme.resolve(line.colour);
    const paths = look === 'line' ? undefined : UPlot.paths.stepped?.({ align: 1 });
    return {
      label: line.label,
      scale: scaleOf(line),
      stroke,
      width: look === 'stack' ? 0.5 : 1.5,
      spanGaps: look === 'line',
      points: look === 'stack' ? { show: false } : { size: 4 },
      ...(paths === undefined ? {} : { paths }),
      ...(look === 'stack' ? { fill: this.#fillOf(line, stroke) } : {}),
    };
  }

  /** An opaque fill, because the parts of a stack cover each other. */
  #fillOf({ pattern = 'solid' }: Line, stroke: string): UPlot.Series.Fill {
    const ground = mixed(stroke, this.#theme.canvas, STACK_OPACITY);
    // A pattern cannot be made before uPlot draws: it depends on the screen's density.
    return () => patternedFill(ground, pattern, this.#theme.text, devicePixelRatio);
  }

  #rangeOf(scale: string): UPlot.Range.Function {
    const { limits, lines, look } = this.#chart;
    const own = lines.filter((line) => scaleOf(line) === scale);
    const wanted = own.flatMap(({ range }) => [range?.low, range?.high]).filter((edge) => edge != null);
    const levels = [...limits.map(({ value }) => value), ...wanted];
    const isFromZero = own[0]?.quantity !== 'number';
    if (look === 'stack') return () => [0, 1.05];
    return (_plot, least, most) => axisRange(least, most, levels, isFromZero);
  }

  #select(plot: UPlot): void {
    const { left, width } = plot.select;
    if (width < 3) return;
    const [from, to] = [ns(this.#timeAt(left)), ns(this.#timeAt(left + width))];
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.#events.dispatch({ type: 'show', view: { from, to } });
  }

  #drawLevels(plot: UPlot): void {
    const { lines, limits } = this.#chart;
    for (const line of lines) if (line.range !== null) drawRange(plot, line.range, scaleOf(line), this.#theme);
    drawOpenAbove(plot, this.#data, this.#theme);
    drawLimits(plot, limits, this.#theme);
  }
}

/** Lines of one quantity and unit share an axis. */
const scaleOf = ({ quantity, unit }: Line): string => (quantity === 'number' && unit !== '' ? `y ${unit}` : 'y');

/** The axes of a chart: one for each unit, the left one first. */
export const scalesOf = ({ lines }: Chart): readonly string[] => [...new Set(lines.map(scaleOf))];

function textAt(data: ChartData, line: Line, row: number, instant: number | null): string {
  const point = pointAt(data, row, instant);
  const value = data.values[row]?.[point] ?? null;
  return value === null ? '–' : leastWords(valueText(line, value), data.isLeast?.[point] ?? false);
}

function mixed(colour: string, ground: string, share: number): string {
  return `color-mix(in srgb, ${colour} ${Math.round(share * 100)}%, ${ground})`;
}
