/** Offers the trace of the last run as a file. */

import type { ExportFormat } from '../../../../generator/trace/exports/index.ts';
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

  async function exportTrace(format: ExportFormat): Promise<void> {
    const { store, jobs, sketch, source } = trace.store.getState();
    if (!hasTrace()) {
      notices.notify(tr`There is no trace yet. Run the sketch first.`, 'problem');
      return;
    }
    jobs.update();
    const name = `${sketch?.name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'trace'}${format.extension}`;
    const origin = sketch === null ? null : { source, sketch };
    const write = await format.load();
    environment.download(name, [...write({ store, jobs, origin })], format.mediaType);
  }

  return { hasTrace, exportTrace };
}
