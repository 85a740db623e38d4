/**
 * `<Plots store={store} jobs={jobs} sketch={sketch} live={live} times={times} />` draws the values of the program,
 * the times of its jobs, the load of the processor and what goes through channels, over time or as a
 * distribution. The timeline and the charts show the same time, unless the user separates them.
 */
import { ChartLine, ImageDown, Link2, Link2Off, ListChecks, Maximize2, Pause, Radio } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { TracedChannel } from '../../../../generator/trace/jobs/channel-traffic.ts';
import type { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import { TraceSeries } from '../../../../generator/trace/series/trace-series.ts';
import type { TraceStore } from '../../../../generator/trace/store/store.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { SharedTimes } from '../../base/shared-time.ts';
import { readTheme, watchTheme } from '../../base/theme.ts';
import { useRepeatedState } from '../../base/use-repeated-state.ts';
import type { Chart } from './chart.ts';
import { ChartCard, type Mode } from './chart-card.tsx';
import { chartsOf, firstShown, type PlottedSketch } from './chart-list.ts';
import { Chooser } from './chooser.tsx';
import { pictureOf } from './picture.ts';
import { scalesOf } from './plot.ts';
import { PlotTime } from './plot-time.ts';
import { useDrawings } from './use-drawings.ts';
import { ValueMenu } from './value-menu.tsx';
import { NO_SETTINGS, type SettingsByValue, type ValueSettings } from './value-settings.ts';
import 'uplot/dist/uPlot.min.css';
import './plots.css';

export interface PlotsProps {
  readonly store: TraceStore;
  readonly jobs: JobTracker;
  readonly sketch: PlottedSketch;
  /** By their index in the trace. Pass the same array while its content does not change. */
  readonly channels: readonly TracedChannel[];
  readonly cores: number;
  /** Whether the trace is a simulated one. */
  readonly isPrediction: boolean;
  /** True while the program runs. The charts then follow the newest event until the user moves them. */
  readonly live: boolean;
  /** What is shared with the timeline. */
  readonly times: SharedTimes;
  /** What the user chose for the values of the program. */
  readonly settings: SettingsByValue;
  readonly onSettings: (name: string, settings: ValueSettings) => void;
  /** First content of the tool strip. */
  readonly lead?: ReactNode;
  /** Why a prediction is empty. By default, what a run without charts needs. */
  readonly emptyHint?: string | null;
  /** Takes the picture that the user asked for. */
  readonly onPicture: (picture: Blob) => void;
}

export function Plots(props: PlotsProps) {
  const {
    store,
    jobs,
    sketch,
    channels,
    cores,
    isPrediction,
    live,
    times,
    settings,
    onSettings,
    lead,
    emptyHint = null,
    onPicture,
  } = props;
  const series = useMemo(
    () => new TraceSeries({ store, jobs, channels, cores, isSample: !isPrediction }),
    [store, jobs, channels, cores, isPrediction],
  );
  const [isLinked, setLinked] = useState(true);
  const { time, isLive } = usePlotTime(times, isPrediction, live, isLinked);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [modes, setModes] = useState<ReadonlyMap<string, Mode>>(new Map());
  const [isChoosing, setChoosing] = useState(true);
  // The charts of a trace change when a first value comes.
  const [known, setKnown] = useRepeatedState<string>('');
  const theme = useThemeVersion();
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` names what has come into the series.
  const charts = useMemo(() => chartsOf(series, sketch, settings), [series, sketch, settings, known]);
  const isEmpty = known === '';
  const drawn = useDrawings(store, series, time, () =>
    setKnown(store.end === 0 ? '' : ['events', ...series.values.keys()].join('\n')),
  );
  const shown = shownOf(charts, chosen);
  const show = (ids: readonly string[], isShown: boolean): void =>
    setChosen(new Map([...chosen, ...ids.map((id) => [id, isShown] as const)]));
  const cards = isEmpty ? [] : charts.filter(({ id }) => shown.has(id));
  const isWide = cards.some((chart) => scalesOf(chart).length > 1);
  const savePicture = (): void => {
    if (root.current === null) return;
    void pictureOf(drawn.shown, readTheme(root.current)).then(onPicture);
  };
  return (
    <div ref={root} className="pl-plots">
      <div className="pl-timeline-toolbar" role="toolbar" aria-label={tr`Charts`}>
        {lead}
        <Tool label={tr`Choose charts`} pressed={isChoosing} onClick={() => setChoosing(!isChoosing)} words>
          <ListChecks size={15} aria-hidden="true" />
        </Tool>
        {live ? (
          <Tool
            label={isLive ? tr`Pause` : tr`Live`}
            pressed={isLive}
            onClick={() => time.dispatch({ type: 'live', live: !isLive })}
            words
          >
            {isLive ? <Pause size={14} aria-hidden="true" /> : <Radio size={15} aria-hidden="true" />}
          </Tool>
        ) : null}
        <Tool label={tr`All`} onClick={() => time.dispatch({ type: 'fit' })} words>
          <Maximize2 size={14} aria-hidden="true" />
        </Tool>
        <Tool label={tr`Same time as the timeline`} pressed={isLinked} onClick={() => setLinked(!isLinked)} words>
          {isLinked ? <Link2 size={15} aria-hidden="true" /> : <Link2Off size={15} aria-hidden="true" />}
        </Tool>
        <Tool label={tr`Save a picture (PNG)`} onClick={savePicture} disabled={cards.length === 0}>
          <ImageDown size={15} aria-hidden="true" />
        </Tool>
      </div>
      <div className="pl-plots-body">
        {isChoosing ? <Chooser {...{ charts, shown, isPrediction }} onShow={show} /> : null}
        <div className="pl-plots-charts">
          {cards.map((chart) => (
            <ChartCard
              key={chart.id}
              {...{ chart, theme, isWide }}
              host={drawn.host}
              mode={modes.get(chart.id) ?? 'time'}
              onMode={(mode) => setModes(new Map([...modes, [chart.id, mode]]))}
              onClose={() => show([chart.id], false)}
            >
              {chart.group === 'values' ? (
                <ValueMenus chart={chart} names={[...series.values.keys()]} settings={settings} onChange={onSettings} />
              ) : null}
            </ChartCard>
          ))}
          {cards.length === 0 ? <Nothing {...{ isEmpty, live }} hint={emptyHint} /> : null}
        </div>
      </div>
    </div>
  );
}

/** Why there are no charts. */
function Nothing({ isEmpty, hint, live }: { isEmpty: boolean; hint: string | null; live: boolean }) {
  const words = !isEmpty
    ? tr`No chart is chosen. Choose charts at the left.`
    : hint !== null
      ? hint
      : live
        ? tr`The program runs. Its charts appear as soon as its telemetry arrives.`
        : tr`Run the sketch. Its jobs, and the values that its code plots with plot("name", x), appear here.`;
  return (
    <div className="empty">
      <ChartLine aria-hidden="true" />
      <span>{words}</span>
    </div>
  );
}

interface MenusProps {
  readonly chart: Chart;
  readonly names: readonly string[];
  readonly settings: SettingsByValue;
  readonly onChange: (name: string, settings: ValueSettings) => void;
}

/** A menu for each value of a chart. */
function ValueMenus({ chart, names, settings, onChange }: MenusProps) {
  return chart.lines.map(({ label }) => (
    <ValueMenu
      key={label}
      name={label}
      settings={settings.get(label) ?? NO_SETTINGS}
      others={names.filter((name) => name !== label)}
      onChange={(next) => onChange(label, next)}
    />
  ));
}

/** The first charts, changed by what the user chose. */
function shownOf(charts: readonly Chart[], chosen: ReadonlyMap<string, boolean>): ReadonlySet<string> {
  const first = firstShown(charts);
  return new Set(charts.flatMap(({ id }) => ((chosen.get(id) ?? first.has(id)) ? [id] : [])));
}

function usePlotTime(times: SharedTimes, isPrediction: boolean, live: boolean, isLinked: boolean) {
  const [changes] = useState(() => new Changes());
  const kind = isPrediction ? 'predicted' : 'measured';
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes of `live` and `isLinked` are passed below.
  const time = useMemo(
    () => new PlotTime(isLinked ? times : null, kind, live && !isPrediction, () => changes.tell()),
    [times, kind, changes],
  );
  const wasLinked = useRef(isLinked);
  useEffect(() => {
    if (wasLinked.current !== isLinked) time.share(isLinked ? times : null);
    wasLinked.current = isLinked;
  }, [time, times, isLinked]);
  useEffect(() => time.run(live && !isPrediction), [time, live, isPrediction]);
  useEffect(() => () => time.leave(), [time]);
  const isLive = useSyncExternalStore(changes.subscribe, () => time.state.live);
  return { time, isLive };
}

/** Tells React that the shown time has changed. */
class Changes {
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A number that changes with the colours of the window. */
function useThemeVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => watchTheme(() => setVersion((before) => before + 1)), []);
  return version;
}

interface ToolProps {
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Whether the button shows its label. */
  readonly words?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, pressed, disabled = false, words = false, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={words ? 'pl-plots-tool' : 'pl-timeline-tool'}
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
      {words ? <span>{label}</span> : null}
    </button>
  );
}
