/** Draws the charts of the panel: when there are new events, when another time is shown, and at no other time. */
import { useEffect, useMemo, useRef } from 'react';
import type { TraceSeries } from '../../../../generator/trace/series/trace-series.ts';
import type { TraceStore } from '../../../../generator/trace/store/store.ts';
import { span, type TimeSpan } from '../../base/time.ts';
import type { CardHost, Shown } from './chart-card.tsx';
import type { PlotTime } from './plot-time.ts';

interface Drawn {
  readonly view: TimeSpan;
  readonly instant: number | null;
  readonly endNs: number;
}

/** @param onUpdate called after new events were read */
export function useDrawings(store: TraceStore, series: TraceSeries, time: PlotTime, onUpdate: () => void) {
  const shown = useRef(new Set<Shown>());
  const isDirty = useRef(true);
  const update = useRef(onUpdate);
  update.current = onUpdate;
  const host = useMemo((): CardHost => {
    const redraw = (): void => {
      isDirty.current = true;
    };
    return {
      redraw,
      add: (added) => {
        shown.current.add(added);
        redraw();
        return () => shown.current.delete(added);
      },
      dispatch: (action) => time.dispatch(action),
      point: (instant) => time.point(instant),
    };
  }, [time]);
  useEffect(() => {
    let [version, frame, beforeMs] = [-1, 0, performance.now()];
    let drawn: Drawn | null = null;
    const look = (nowMs: number): void => {
      frame = requestAnimationFrame(look);
      if (store.version !== version) {
        version = store.version;
        series.update();
        update.current();
      }
      time.advance(span(store.startNs, store.endNs), nowMs - beforeMs);
      beforeMs = nowMs;
      const next: Drawn = { view: time.state.view, instant: time.instant, endNs: store.endNs };
      const isOther = isDirty.current || drawn === null || isNew(drawn, next);
      if (isOther) {
        // A quantity that was not asked for before.
        series.update();
        isDirty.current = false;
        for (const { drawing, isVisible } of shown.current) if (isVisible) drawing.draw(next.view, next.instant);
      } else if (drawn?.instant !== next.instant) {
        for (const { drawing, isVisible } of shown.current) if (isVisible) drawing.point(next.instant);
      }
      drawn = isOther ? next : { ...next, endNs: drawn?.endNs ?? next.endNs };
    };
    isDirty.current = true;
    look(performance.now());
    return () => cancelAnimationFrame(frame);
  }, [store, series, time]);
  return { host, shown: shown.current };
}

/** Whether another time is shown, or events have come into the shown one. */
function isNew(drawn: Drawn, next: Drawn): boolean {
  const isSame = drawn.view.from === next.view.from && drawn.view.to === next.view.to;
  return !isSame || (next.endNs !== drawn.endNs && drawn.endNs < next.view.to);
}
