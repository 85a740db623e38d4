/**
 * Offers the trace that the timeline shows as a file: that of the last run, or the predicted schedule. A drawing has
 * the time and the lanes of the timeline.
 */

import type { SimulationModel } from '../../../../generator/simulation/model.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { ExportFormat } from '../../../../generator/trace/exports/index.ts';
import type { RecordedTrace } from '../../../../generator/trace/file/trace-file.ts';
import { tr } from '../../../../generator/words/tr.ts';
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
export interface Offered {
  readonly kind: 'predicted' | 'measured';
  readonly trace: RecordedTrace;
  readonly sketch: Sketch;
  /** The model of a prediction. */
  readonly model: SimulationModel | null;
}

export function createTraceExport({ environment, layout, notices, prediction, trace }: Needs) {
  /** The trace that the timeline shows. Null: it has no events. */
  function offered(): Offered | null {
    const { store, jobs, sketch, source } = trace.store.getState();
    if (prediction.store.getState().shown === 'predicted' || sketch === null) return predicted();
    if (store.end === 0) return null;
    jobs.update();
    return { kind: 'measured', trace: { store, jobs, origin: { source, sketch } }, sketch, model: null };
  }

  function predicted(): Offered | null {
    const { simulated } = prediction.predicted.getState();
    if (simulated === null) return null;
    const { sketch } = simulated.question;
    const { trace: store, jobs, model } = simulated.schedule;
    if (store.end === 0) return null;
    return { kind: 'predicted', trace: { store, jobs, origin: { source: 'simulation', sketch } }, sketch, model };
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
    const { kind, trace: recorded, sketch } = given;
    const { shownPart } = await import('./shown-part.ts');
    const options = shownPart(given, layout.times[kind].shown);
    const suffix = kind === 'predicted' ? '-predicted' : '';
    const name = fileNameOf(sketch.name, 'trace') + suffix;
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

/** A name for a file that is made from the name of a sketch. */
export const fileNameOf = (name: string, other: string): string => name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || other;
