/** The distribution of the jobs or values of the shown time: a histogram, or its cumulative curve. */
import UPlot from 'uplot';
import { formatCount, formatPercent } from '../../base/format.ts';
import type { Theme } from '../../base/theme.ts';
import type { TimeSpan } from '../../base/time.ts';
import { axisRange, type Chart, valueText } from './chart.ts';
import { cumulative, type HistogramData, histogramOf } from './histogram-data.ts';
import type { Drawing } from './plot.ts';
import { AXIS_WIDTH, axisStyle, drawMarks, PLOT_HEIGHT } from './plot-style.ts';

const BINS = { histogram: 60, cumulative: 400 } as const;
/** Reading many values takes time, so a distribution of more is drawn less often. */
const MANY = 200_000;
const PAUSE_MS = 250;

export class DistributionPlot implements Drawing {
  readonly #chart: Chart;
  readonly #theme: Theme;
  readonly #kind: keyof typeof BINS;
  readonly #read: (texts: readonly string[]) => void;
  readonly #plot: UPlot;
  #data: HistogramData = { edges: [], counts: [], total: 0 };
  #nextMs = 0;
  #later = 0;

  constructor(
    chart: Chart,
    host: HTMLElement,
    theme: Theme,
    kind: keyof typeof BINS,
    read: (texts: readonly string[]) => void,
  ) {
    this.#chart = chart;
    this.#theme = theme;
    this.#kind = kind;
    this.#read = read;
    this.#plot = new UPlot(this.#options(host.clientWidth), [[], []], host);
  }

  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas;
  }

  draw(view: TimeSpan): void {
    clearTimeout(this.#later);
    const now = performance.now();
    if (now < this.#nextMs) {
      this.#later = window.setTimeout(() => this.draw(view), this.#nextMs - now);
      return;
    }
    const series = this.#chart.distribution?.();
    if (series === undefined) return;
    this.#data = histogramOf(series, view.from, view.to, BINS[this.#kind]);
    this.#nextMs = this.#data.total > MANY ? now + PAUSE_MS : 0;
    const { edges, counts } = this.#data;
    const heights = this.#kind === 'histogram' ? [...counts, 0] : cumulative(this.#data).map((share) => 100 * share);
    this.#plot.setData([[...edges], edges.length === 0 ? [] : heights], true);
    this.#tell(null);
  }

  point(): void {
    // The axis is not time.
  }

  resize(width: number): void {
    if (width > 0) this.#plot.setSize({ width, height: PLOT_HEIGHT });
  }

  destroy(): void {
    clearTimeout(this.#later);
    this.#plot.destroy();
  }

  #options(width: number): UPlot.Options {
    const { limits, lines } = this.#chart;
    const [line] = lines;
    const style = axisStyle(this.#theme);
    const stroke = this.#theme.resolve(line?.colour ?? '');
    const isBars = this.#kind === 'histogram';
    const paths = isBars
      ? UPlot.paths.bars?.({ size: [1, 100], align: 1, gap: 1 })
      : UPlot.paths.stepped?.({ align: 1 });
    const text = (value: number): string => (line === undefined ? '' : valueText(line, value));
    return {
      width: Math.max(1, width),
      height: PLOT_HEIGHT,
      padding: [8, 20, 0, 0],
      legend: { show: false },
      scales: {
        x: {
          time: false,
          range: (_plot, least, most) => {
            const [, to] = axisRange(
              least,
              most,
              limits.map(({ value }) => value),
              false,
            );
            const from = least ?? 0;
            return [from - (to - from) * 0.02, to];
          },
        },
        y: { range: (_plot, _least, most) => (isBars ? [0, Math.max(1, (most ?? 1) * 1.08)] : [0, 105]) },
      },
      axes: [
        { ...style, size: 26, space: 90, values: (_plot, ticks) => ticks.map(text) },
        {
          ...style,
          size: AXIS_WIDTH,
          space: 26,
          incrs: isBars ? COUNTS : SHARES,
          values: (_plot, ticks) => ticks.map((tick) => (isBars ? formatCount(tick) : `${tick}\u00a0%`)),
        },
      ],
      series: [
        {},
        {
          stroke,
          width: isBars ? 0 : 1.5,
          points: { show: false },
          ...(isBars ? { fill: stroke } : {}),
          ...(paths === undefined ? {} : { paths }),
        },
      ],
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      hooks: {
        setCursor: [(plot) => this.#tell(plot.cursor.idx ?? null)],
        draw: [(plot) => drawMarks(plot, limits, this.#theme)],
      },
    };
  }

  /** Says how many values there are, or how many are in the bin under the pointer. */
  #tell(bin: number | null): void {
    const [line] = this.#chart.lines;
    const { edges, counts, total } = this.#data;
    const upper = bin === null ? undefined : edges[bin + 1];
    if (line === undefined || bin === null || upper === undefined) {
      this.#read([formatCount(total)]);
      return;
    }
    const text =
      this.#kind === 'histogram'
        ? `${formatCount(counts[bin] ?? 0)} / ${formatCount(total)}, ${valueText(line, edges[bin] ?? 0)} – ${valueText(line, upper)}`
        : `${formatPercent(cumulative(this.#data)[bin] ?? 0)} ≤ ${valueText(line, edges[bin] ?? 0)}`;
    this.#read([text]);
  }
}

/** Steps of the axes: whole counts, and parts of 100 %. */
const COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6];
const SHARES = [10, 20, 25, 50];
