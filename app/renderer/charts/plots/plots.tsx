/**
 * `<Plots store={store} jobs={jobs} lanes={lanes} live={live} />` draws the values of the program and
 * the times of its jobs. It draws again only when there are new events, or another time is shown.
 */
import { ChartLine } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import { TraceSeries } from '../../../../generator/trace/series/trace-series.ts';
import type { TraceStore } from '../../../../generator/trace/store/store.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { readTheme } from '../../base/theme.ts';
import type { Lane } from '../timeline/lane.ts';
import { chartsOf, firstShown, panned, type View, zoomed } from './chart-list.ts';
import { Plot, type PlotEvents } from './plot.ts';
import 'uplot/dist/uPlot.min.css';
import './plots.css';

export interface PlotsProps {
  readonly store: TraceStore;
  readonly jobs: JobTracker;
  /** One lane per task, most urgent first. */
  readonly lanes: readonly Lane[];
}

/** The time that is shown while the program runs. */
const LIVE_NS = 10e9;

type Shown = { readonly mode: 'live' | 'all' } | { readonly mode: 'paused'; readonly view: View };

export default function Plots({ store, jobs, lanes }: PlotsProps) {
  const series = useMemo(() => new TraceSeries(store, jobs), [store, jobs]);
  const host = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown>({ mode: 'live' });
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  // The charts of a trace change when a first value comes.
  const [known, setKnown] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` names what has come into the series.
  const charts = useMemo(() => chartsOf(series, lanes), [series, lanes, known]);
  const visible = chosen ?? firstShown(charts);
  const key = charts.flatMap(({ id }) => (visible.has(id) ? [id] : [])).join('\n');
  const latest = useRef(shown);
  latest.current = shown;

  useEffect(() => {
    const box = host.current;
    if (box === null) return;
    const theme = readTheme(box);
    const viewNow = (): View => viewOf(latest.current, store);
    const show = (view: View): void => setShown({ mode: 'paused', view });
    const events: PlotEvents = {
      onView: show,
      onZoom: (atNs, factor) => show(zoomed(viewNow(), atNs, factor)),
      onPan: (byNs) => show(panned(viewNow(), byNs)),
      onAll: () => setShown({ mode: 'all' }),
    };
    const ids = new Set(key.split('\n'));
    const plots = charts.filter(({ id }) => ids.has(id)).map((chart) => new Plot(chart, box, theme, events));
    let version = -1;
    let drawn: View | null = null;
    let frame = 0;
    const look = (): void => {
      frame = requestAnimationFrame(look);
      if (store.version !== version) {
        series.update();
        setKnown([...series.values.keys(), series.tasks.size].join('\n'));
      }
      const view = viewNow();
      const isSame = drawn !== null && view.fromNs === drawn.fromNs && view.toNs === drawn.toNs;
      if (isSame && (store.version === version || latest.current.mode === 'paused')) return;
      version = store.version;
      drawn = view;
      for (const plot of plots) plot.draw(view);
    };
    look();
    const observer = new ResizeObserver(() => {
      for (const plot of plots) plot.resize(box.clientWidth);
      drawn = null;
    });
    observer.observe(box);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      for (const plot of plots) plot.destroy();
    };
  }, [charts, key, series, store]);

  const toggle = (id: string): void => {
    const next = new Set(visible);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className="pl-plots">
      <div className="pl-plots-bar">
        <fieldset aria-label={tr`Time`}>
          <button type="button" aria-pressed={shown.mode === 'live'} onClick={() => setShown({ mode: 'live' })}>
            {tr`Live`}
          </button>
          <button
            type="button"
            aria-pressed={shown.mode === 'paused'}
            onClick={() => setShown({ mode: 'paused', view: viewOf(shown, store) })}
          >
            {tr`Pause`}
          </button>
          <button type="button" aria-pressed={shown.mode === 'all'} onClick={() => setShown({ mode: 'all' })}>
            {tr`All`}
          </button>
        </fieldset>
        <fieldset aria-label={tr`Charts`}>
          {charts.map(({ id, title, colour }) => (
            <button key={id} type="button" aria-pressed={visible.has(id)} onClick={() => toggle(id)}>
              <i style={{ background: colour }} />
              {title}
            </button>
          ))}
        </fieldset>
      </div>
      {charts.length === 0 ? (
        <div className="empty">
          <ChartLine aria-hidden="true" />
          <span>{tr`Run the sketch. Its jobs, and the values that its code plots with plot("name", x), appear here.`}</span>
        </div>
      ) : null}
      <div className="pl-plots-charts" ref={host} />
    </div>
  );
}

/** The whole trace, its newest part, or the part that the user chose. */
function viewOf(shown: Shown, { startNs, endNs }: TraceStore): View {
  if (shown.mode === 'paused') return shown.view;
  const toNs = Math.max(endNs, startNs + 1);
  return { fromNs: shown.mode === 'all' ? startNs : Math.max(startNs, toNs - LIVE_NS), toNs };
}
