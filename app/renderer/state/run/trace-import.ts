/** Shows the recorded trace of a file, for example of a student's run, in place of the last run. */

import { TRACE_EXTENSION } from '../../../../generator/trace/file/extension.ts';
import { tr, trCount } from '../../../../generator/words/tr.ts';
import type { Environment } from '../session/environment.ts';
import type { SketchDocument } from '../sketch/document.ts';
import type { Layout } from '../window/layout.ts';
import type { Notices } from '../window/notices.ts';
import type { Prediction } from './prediction.ts';
import type { Run } from './run.ts';
import type { Trace } from './trace.ts';

interface Needs {
  readonly document: SketchDocument;
  readonly environment: Pick<Environment, 'pickFiles'>;
  readonly layout: Layout;
  readonly notices: Notices;
  readonly prediction: Pick<Prediction, 'showTimelineOf'>;
  readonly run: Run;
  readonly trace: Trace;
}

/** Size in bytes of the largest file that is read: about 100 million events. */
const MAX_BYTES = 512 * 1024 * 1024;

export const isTraceFile = ({ name }: { readonly name: string }): boolean =>
  name.toLowerCase().endsWith(TRACE_EXTENSION);

export type TraceImport = ReturnType<typeof createTraceImport>;

export function createTraceImport({ document, environment, layout, notices, prediction, run, trace }: Needs) {
  async function askTrace(): Promise<void> {
    try {
      const [file] = await environment.pickFiles([TRACE_EXTENSION]);
      if (file !== undefined) await openTrace(file);
    } catch (error) {
      notices.notifyError(error);
    }
  }

  /** Shows the trace of a file. If it cannot be shown, the last run stays, and a notice says why. */
  async function openTrace(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<void> {
    if (run.store.getState().phase !== 'idle') {
      notices.notify(tr`A program runs. Stop it before you open a trace.`, 'problem');
      return;
    }
    if (file.size > MAX_BYTES) {
      const mostMb = MAX_BYTES / (1024 * 1024);
      notices.notify(
        tr`${file.name}: the window reads traces of at most ${mostMb} MB. Record a shorter run.`,
        'problem',
      );
      return;
    }
    const { readRecorded } = await import('./read-recorded.ts');
    const recorded = readRecorded(new Uint8Array(await file.arrayBuffer()), document.currentSketch());
    if (typeof recorded === 'string') {
      notices.notify(`${file.name}: ${recorded}`, 'problem');
      return;
    }
    const { origin, pieces, gaps } = recorded;
    trace.showRecorded(origin, pieces);
    prediction.showTimelineOf('measured');
    layout.showPanel('timeline');
    const lost =
      gaps === 0
        ? ''
        : ` ${trCount(gaps, 'Events are missing in {1} place.', 'Events are missing in {1} places.', gaps)}`;
    notices.notify(tr`The timeline shows ${file.name}, a trace of the sketch ${origin.sketch.name}.` + lost);
  }

  return { askTrace, openTrace };
}
