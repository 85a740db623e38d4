/**
 * All formats of a trace's file. A new one is a file beside this one with a `TraceWriter`, and an
 * entry here. A writer is loaded when the first trace is written in its format.
 */
import { tr } from '../../words/tr.ts';
import { TRACE_EXTENSION } from '../file/extension.ts';
import type { TraceWriter } from './writer.ts';

export type { TraceWriter } from './writer.ts';

export interface ExportFormat {
  /** The word on the command line: "csv". */
  readonly id: string;
  /** Including its dot: ".csv". */
  readonly extension: string;
  /** The text in a menu: "Comma-separated values". */
  readonly label: string;
  readonly mediaType: string;
  readonly load: () => Promise<TraceWriter>;
}

export const FORMATS: readonly ExportFormat[] = [
  {
    id: 'polyloop',
    extension: TRACE_EXTENSION,
    get label() {
      return tr`Polyloop trace`;
    },
    mediaType: 'application/octet-stream',
    load: async () => (await import('../file/trace-file.ts')).traceFile,
  },
  {
    id: 'chrome',
    extension: '.json',
    get label() {
      return tr`Perfetto, Chrome trace`;
    },
    mediaType: 'application/json',
    load: async () => (await import('./chrome.ts')).chrome,
  },
  {
    id: 'csv',
    extension: '.csv',
    get label() {
      return tr`Comma-separated values`;
    },
    mediaType: 'text/csv',
    load: async () => (await import('./csv.ts')).csv,
  },
  {
    id: 'vcd',
    extension: '.vcd',
    get label() {
      return tr`Value change dump`;
    },
    mediaType: 'text/plain',
    load: async () => (await import('./vcd.ts')).vcd,
  },
];
