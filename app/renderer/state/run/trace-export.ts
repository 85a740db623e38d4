/**
 * Offers the trace that the timeline shows as a file: that of the last run, or the predicted schedule. A drawing has
 * the time and the lanes of the timeline.
 */

import { systemOf } from '../../../../generator/system/system.ts';
import type { ExportFormat } from '../../../../generator/trace/exports/index.ts';
import type { WriteOptions } from '../../../../generator/trace/exports/writer.ts';
import type { RecordedTrace } from '../../../../generator/trace/file/trace-file.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { SharedTime } from '../../base/shared-time.ts';
import type { Environment } from '../session/environment.ts';
import type { Layout } from '../window/layout.ts';
import type { Notices } from '../window/notices.ts';
import type { Prediction } from './prediction.ts';
import type { Trace } from './trace.ts';

interface Needs {
  readonly environment: Pick<Environment, 'download'>;
  readonly layout: Pick<Layout, 'times'>;
  readonly notices: Notices;
  readonly prediction: Pick<Prediction, 'predicted' | 'store'>;
  readonly trace: Trace;
}

export type TraceExport = ReturnType<typeof createTraceExport>;

/** A trace that the window can write to a file. */
interface Offered {
  readonly kind: 'predicted' | 'measured';
  readonly trace: RecordedTrace;
  /** The lanes of the timeline, from the top. */
  readonly lanes: readonly number[];
}

export function createTraceExport({ environment, layout, notices, prediction, trace }: Needs) {
  /** The trace that the timeline shows. Null: it has no events. */
  function offered(): Offered | null {
    const { store, jobs, sketch, source } = trace.store.getState();
    if (prediction.store.getState().shown === 'predicted' || sketch === null) return predicted();
    if (store.end === 0) return null;
    jobs.update();
    const lanes = systemOf(sketch).byRank.map(({ index }) => index);
    return { kind: 'measured', trace: { store, jobs, origin: { source, sketch } }, lanes };
  }

  function predicted(): Offered | null {
    const { simulated } = prediction.predicted.getState();
    if (simulated === null) return null;
    const { sketch } = simulated.question;
    const { trace: store, jobs, model } = simulated.schedule;
    if (store.end === 0) return null;
    const clusterOf = (index: number): number => model.tasks[index]?.cluster ?? 0;
    const lanes = systemOf(sketch)
      .byRank.map(({ index }) => index)
      // Where there are several cores, the timeline groups the lanes.
      .toSorted((a, b) => clusterOf(a) - clusterOf(b));
    return { kind: 'predicted', trace: { store, jobs, origin: { source: 'simulation', sketch } }, lanes };
  }

  /** Which trace an export has. Null: there is none. */
  const exportedKind = (): Offered['kind'] | null => offered()?.kind ?? null;
  const hasTrace = (): boolean => offered() !== null;

  /** Offers a picture of the timeline or of the charts, in PNG. */
  async function exportPicture(picture: Blob, of: 'charts' | 'timeline', sketchName: string): Promise<void> {
    const bytes = new Uint8Array(await picture.arrayBuffer());
    environment.download(`${fileNameOf(sketchName, 'sketch')}-${of}.png`, [bytes], 'image/png');
  }

  async function exportTrace(format: ExportFormat): Promise<void> {
    const given = offered();
    if (given === null) {
      notices.notify(tr`There is no trace yet. Run the sketch first.`, 'problem');
      return;
    }
    const { kind, trace: recorded, lanes } = given;
    const range = rangeOf(layout.times[kind], recorded);
    const options: WriteOptions = range === null ? { lanes } : { lanes, range };
    const suffix = kind === 'predicted' ? '-predicted' : '';
    const name = fileNameOf(recorded.origin?.sketch.name ?? '', 'trace') + suffix;
    if (!format.isFolder) {
      const write = await format.load();
      environment.download(name + format.extension, [...write(recorded, options)], format.mediaType);
      return;
    }
    const [write, { zipped }] = await Promise.all([format.load(), import('./zip-folder.ts')]);
    environment.download(
      `${name}${format.extension}.zip`,
      [zipped(name + format.extension, write(recorded))],
      format.mediaType,
    );
  }

  return { hasTrace, exportedKind, exportTrace, exportPicture };
}

/** The part of a trace that the timeline shows. Null: it has shown none, or a part without events. */
function rangeOf({ shown }: SharedTime, { store }: RecordedTrace): NonNullable<WriteOptions['range']> | null {
  if (shown === null) return null;
  const fromNs = Math.max(store.startNs, shown.view.from);
  const toNs = Math.min(store.endNs, shown.view.to);
  return fromNs < toNs ? { fromNs, toNs } : null;
}

/** A name for a file that is made from the name of a sketch. */
export const fileNameOf = (name: string, other: string): string => name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || other;
