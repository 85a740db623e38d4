/** One chart with its title, the values at the cursor, and what can be done with it. */
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { patternImage, patternSize } from '../../base/palette.ts';
import { readTheme } from '../../base/theme.ts';
import type { ViewAction } from '../timeline/view.ts';
import type { Chart } from './chart.ts';
import { DistributionPlot } from './distribution-plot.ts';
import { type Drawing, Plot } from './plot.ts';

export const MODES = ['time', 'histogram', 'cumulative'] as const;
/** What a chart shows: its values over time, or how often each occurs. */
export type Mode = (typeof MODES)[number];

/** A chart in the panel. A chart that is scrolled out of view is not drawn. */
export interface Shown {
  readonly chart: Chart;
  readonly drawing: Drawing;
  isVisible: boolean;
}

export interface CardHost {
  /** Adds a chart to those that are drawn. Returns the function that removes it. */
  readonly add: (shown: Shown) => () => void;
  /** A chart must be drawn again. */
  readonly redraw: () => void;
  readonly dispatch: (action: ViewAction) => void;
  readonly point: (instant: number | null) => void;
}

/** All parts of a stack with at most this many have their value in the head. */
const FEW = 4;
const NOTHING = /^(0\D*|–)$/;

interface Props {
  readonly chart: Chart;
  readonly mode: Mode;
  /** Whether a chart of the panel has an axis at the right. */
  readonly isWide: boolean;
  readonly host: CardHost;
  /** Changes with the colours of the window. */
  readonly theme: number;
  readonly onMode: (mode: Mode) => void;
  readonly onClose: () => void;
  /** More controls in the head. */
  readonly children?: ReactNode;
}

export function ChartCard({ chart, mode, isWide, host, theme, onMode, onClose, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const values = useRef<(HTMLElement | null)[]>([]);
  const shownMode = chart.distribution === null ? 'time' : mode;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read again when `theme` changes.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const read = (texts: readonly string[]): void => {
      for (const [i, text] of texts.entries()) {
        const value = values.current[i];
        if (value == null || value.textContent === text) continue;
        value.textContent = text;
        // If there are many parts, the head shows only those with a value here.
        const item = value.closest('li');
        if (item !== null) item.hidden = chart.look === 'stack' && chart.lines.length > FEW && NOTHING.test(text);
      }
    };
    const colours = readTheme(element);
    const drawing =
      shownMode === 'time'
        ? new Plot(chart, element, colours, isWide, { dispatch: host.dispatch, point: host.point, read })
        : new DistributionPlot(chart, element, colours, shownMode, read);
    const shown: Shown = { chart, drawing, isVisible: true };
    const remove = host.add(shown);
    const sight = new IntersectionObserver((entries) => {
      shown.isVisible = entries.at(-1)?.isIntersecting === true;
      if (shown.isVisible) host.redraw();
    });
    sight.observe(element);
    const size = new ResizeObserver(() => {
      drawing.resize(element.clientWidth);
      host.redraw();
    });
    size.observe(element);
    return () => {
      sight.disconnect();
      size.disconnect();
      remove();
      drawing.destroy();
    };
  }, [chart, shownMode, isWide, host, theme]);
  return (
    <section className="pl-plot" aria-label={chart.title} data-mode={shownMode}>
      <header>
        <h3 title={chart.title}>{chart.title}</h3>
        <ul>
          {(shownMode === 'time' ? chart.lines : chart.lines.slice(0, 1)).map(
            ({ label, colour, pattern = 'solid' }, i) => (
              <li key={label}>
                <i
                  style={{
                    backgroundColor: colour,
                    backgroundImage: patternImage(pattern),
                    backgroundSize: patternSize(pattern),
                  }}
                />
                {chart.lines.length > 1 ? <span translate="no">{label}</span> : null}
                <output
                  ref={(element) => {
                    values.current[i] = element;
                  }}
                />
              </li>
            ),
          )}
        </ul>
        {chart.distribution === null ? null : <ModeChoice mode={mode} onMode={onMode} />}
        {children}
        <button
          type="button"
          className="pl-plot-tool"
          title={tr`Close`}
          aria-label={tr`Close ${chart.title}`}
          onClick={onClose}
        >
          <X size={14} aria-hidden="true" />
        </button>
      </header>
      <div ref={box} className="pl-plot-box" />
    </section>
  );
}

function ModeChoice({ mode, onMode }: Pick<Props, 'mode' | 'onMode'>) {
  const words: Readonly<Record<Mode, readonly [name: string, meaning: string]>> = {
    time: [tr`Over time`, tr`Each value at its time`],
    histogram: [tr`Histogram`, tr`How often each value occurs in the shown time`],
    cumulative: [tr`Cumulative`, tr`The share of the values in the shown time that are at most this large`],
  };
  return (
    <select
      className="pl-plot-mode"
      aria-label={tr`Show`}
      title={words[mode][1]}
      value={mode}
      onChange={(event) => onMode(MODES.find((known) => known === event.target.value) ?? 'time')}
    >
      {MODES.map((known) => (
        <option key={known} value={known}>
          {words[known][0]}
        </option>
      ))}
    </select>
  );
}
