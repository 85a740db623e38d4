/** Offers the trace of the last run as a file. */

import type { ExportFormat } from '../../../../generator/trace/exports/index.ts';
import type { WriteOptions } from '../../../../generator/trace/exports/writer.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Environment } from '../session/environment.ts';
import type { Notices } from '../window/notices.ts';
import type { Trace } from './trace.ts';

interface Needs {
  readonly environment: Pick<Environment, 'download'>;
  readonly notices: Notices;
  readonly trace: Trace;
}

export type TraceExport = ReturnType<typeof createTraceExport>;

export function createTraceExport({ environment, notices, trace }: Needs) {
  const hasTrace = (): boolean => trace.store.getState().store.end > 0;

  /** Offers a picture of the timeline or of the charts, in PNG. */
  async function exportPicture(picture: Blob, of: 'charts' | 'timeline', sketchName: string): Promise<void> {
    const bytes = new Uint8Array(await picture.arrayBuffer());
    environment.download(`${fileNameOf(sketchName, 'sketch')}-${of}.png`, [bytes], 'image/png');
  }

  async function exportTrace(format: ExportFormat, options: WriteOptions = {}): Promise<void> {
    const { store, jobs, sketch, source } = trace.store.getState();
    if (!hasTrace()) {
      notices.notify(tr`There is no trace yet. Run the sketch first.`, 'problem');
      return;
    }
    jobs.update();
    const name = fileNameOf(sketch?.name ?? '', 'trace');
    const recorded = { store, jobs, origin: sketch === null ? null : { source, sketch } };
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

  return { hasTrace, exportTrace, exportPicture };
}

/** A name for a file that is made from the name of a sketch. */
export const fileNameOf = (name: string, other: string): string => name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || other;
