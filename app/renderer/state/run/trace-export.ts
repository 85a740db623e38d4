/** Offers the trace of the last run as a file. */

import type { Exporter } from '../../../../generator/trace/exports/index.ts';
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

  function exportTrace(exporter: Exporter): void {
    const { store, jobs, sketch } = trace.store.getState();
    if (!hasTrace()) {
      notices.notify(tr`There is no trace yet. Run the sketch first.`, 'problem');
      return;
    }
    jobs.update();
    const name = `${sketch?.name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'trace'}${exporter.extension}`;
    environment.download(name, [...exporter.write(store, jobs)], exporter.mediaType);
  }

  return { hasTrace, exportTrace };
}
