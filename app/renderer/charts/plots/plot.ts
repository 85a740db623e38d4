/** One chart, drawn by uPlot. All charts of the panel show the same time and one cursor. */
import UPlot from 'uplot';
import { tr } from '../../../../generator/words/tr.ts';
import { formatDuration } from '../../base/format.ts';
import type { Theme } from '../../base/theme.ts';
import { type Chart, columnsOf, type View } from './chart-list.ts';

/** Charts with this key share their cursor. */
const CURSOR = 'polyloop-plots';
const HEIGHT = 150;
const AXIS_WIDTH = 76;
const ZOOM_STEP = 1.2;

export interface PlotEvents {
  /** The user has selected a span of time. */
  readonly onView: (view: View) => void;
  readonly onZoom: (atNs: number, factor: number) => void;
  readonly onPan: (byNs: number) => void;
  readonly onAll: () => void;
}

export class Plot {
  readonly #chart: Chart;
  readonly #plot: UPlot;
  readonly #stop = new AbortController();
  #view: View = { fromNs: 0, toNs: 1 };

  constructor(chart: Chart, host: HTMLElement, theme: Theme, events: PlotEvents) {
    this.#chart = chart;
    this.#plot = new UPlot(this.#options(chart, host.clientWidth, theme, events), columnsOf(EMPTY, chart.limits), host);
    const over = this.#plot.over;
    const listen = { signal: this.#stop.signal };
    over.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        if (event.shiftKey) events.onPan(((event.deltaY || event.deltaX) / over.clientWidth) * this.#lengthNs);
        else events.onZoom(this.#timeAt(event.offsetX), event.deltaY > 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
      },
      { ...listen, passive: false },
    );
    over.addEventListener('dblclick', events.onAll, listen);
  }

  draw(view: View): void {
    this.#view = view;
    const { series, limits } = this.#chart;
    const columns = Math.max(1, Math.round(this.#plot.over.clientWidth));
    const data = columnsOf(series.sample(view.fromNs, view.toNs, columns), limits);
    this.#plot.setData(data, true);
  }

  resize(width: number): void {
    if (width > 0) this.#plot.setSize({ width, height: HEIGHT });
  }

  destroy(): void {
    this.#stop.abort();
    this.#plot.destroy();
  }

  get #lengthNs(): number {
    return this.#view.toNs - this.#view.fromNs;
  }

  #timeAt(x: number): number {
    return this.#view.fromNs + (x / Math.max(1, this.#plot.over.clientWidth)) * this.#lengthNs;
  }

  #options(chart: Chart, width: number, theme: Theme, { onView }: PlotEvents): UPlot.Options {
    const text = (value: number | null): string => (value == null ? '–' : valueText(chart, value));
    const axis = {
      stroke: theme.textDim,
      font: `11px ${theme.mono}`,
      grid: { stroke: theme.grid, width: 1 },
      ticks: { stroke: theme.line, width: 1 },
    };
    return {
      width: Math.max(1, width),
      height: HEIGHT,
      scales: { x: { time: false, range: () => [this.#view.fromNs / 1e9, this.#view.toNs / 1e9] } },
      axes: [
        { ...axis, size: 32, values: (_plot, ticks) => ticks.map((tick) => `${+tick.toPrecision(9)} s`) },
        { ...axis, size: AXIS_WIDTH, values: (_plot, ticks) => ticks.map(text) },
      ],
      series: [
        { label: tr`time`, value: (_plot, value: number | null) => (value == null ? '–' : `${value.toFixed(6)} s`) },
        {
          label: chart.title,
          stroke: theme.resolve(chart.colour),
          width: 1.5,
          points: { size: 4 },
          value: (_plot, value: number | null) => text(value),
        },
        ...chart.limits.map(({ label, ink }) => ({
          label,
          stroke: ink === 'bound' ? theme.text : theme.miss,
          width: 1,
          dash: ink === 'bound' ? [3, 3] : [8, 4],
          points: { show: false },
          value: (_plot: UPlot, value: number | null) => text(value),
        })),
      ],
      cursor: { sync: { key: CURSOR, setSeries: false }, drag: { x: true, y: false, setScale: false } },
      hooks: {
        setSelect: [
          (plot) => {
            const { left, width: selected } = plot.select;
            if (selected < 3) return;
            onView({ fromNs: this.#timeAt(left), toNs: this.#timeAt(left + selected) });
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
      },
    };
  }
}

const EMPTY = { times: [], values: [] };

const valueText = ({ quantity }: Chart, value: number): string =>
  quantity === 'time' ? formatDuration(value) : `${+value.toPrecision(6)}`;
