/** The part of a trace and the lanes that the timeline shows, for a drawing. */
import { systemOf } from '../../../../generator/system/system.ts';
import type { WriteOptions } from '../../../../generator/trace/exports/writer.ts';
import type { ShownTime } from '../../base/shared-time.ts';
import type { Offered } from './trace-export.ts';

/** @param shown null: the timeline has shown no part of the trace yet */
export function shownPart({ trace: { store }, sketch, model }: Offered, shown: ShownTime | null): WriteOptions {
  const clusterOf = (index: number): number => model?.tasks[index]?.cluster ?? 0;
  const lanes = systemOf(sketch)
    .byRank.map(({ index }) => index)
    // Where there are several cores, the timeline groups the lanes.
    .toSorted((a, b) => clusterOf(a) - clusterOf(b));
  const fromNs = Math.max(store.startNs, shown?.view.from ?? 0);
  const toNs = Math.min(store.endNs, shown?.view.to ?? 0);
  return fromNs < toNs ? { lanes, range: { fromNs, toNs } } : { lanes };
}
