/**
 * All formats of a trace's file. A new one is a file beside this one with a `TraceWriter`, and an
 * entry here. A writer is loaded when the first trace is written in its format.
 */
import { tr } from '../../words/tr.ts';
import { TRACE_EXTENSION } from '../file/extension.ts';
import type { FolderWriter, TraceWriter } from './writer.ts';

interface Format {
  /** The word on the command line: "csv". */
  readonly id: string;
  /** Including its dot: ".csv". */
  readonly extension: string;
  /** The text in a menu: "Comma-separated values". */
  readonly label: string;
  readonly mediaType: string;
}

/** A format of one file. */
export interface FileFormat extends Format {
  readonly isFolder: false;
  readonly load: () => Promise<TraceWriter>;
}

/** A format of several files in a folder. The window zips them. */
export interface FolderFormat extends Format {
  readonly isFolder: true;
  readonly load: () => Promise<FolderWriter>;
}

export type ExportFormat = FileFormat | FolderFormat;

export const FORMATS: readonly ExportFormat[] = [
  {
    id: 'polyloop',
    extension: TRACE_EXTENSION,
    get label() {
      return tr`Polyloop trace`;
    },
    mediaType: 'application/octet-stream',
    isFolder: false,
    load: async () => (await import('../file/trace-file.ts')).traceFile,
  },
  {
    id: 'perfetto',
    extension: '.perfetto-trace',
    get label() {
      return tr`Perfetto trace`;
    },
    mediaType: 'application/octet-stream',
    isFolder: false,
    load: async () => (await import('./perfetto/perfetto.ts')).perfetto,
  },
  {
    id: 'chrome',
    extension: '.json',
    get label() {
      return tr`Chrome trace`;
    },
    mediaType: 'application/json',
    isFolder: false,
    load: async () => (await import('./chrome.ts')).chrome,
  },
  {
    id: 'csv',
    extension: '.csv',
    get label() {
      return tr`Comma-separated values`;
    },
    mediaType: 'text/csv',
    isFolder: false,
    load: async () => (await import('./csv.ts')).csv,
  },
  {
    id: 'vcd',
    extension: '.vcd',
    get label() {
      return tr`Value change dump`;
    },
    mediaType: 'text/plain',
    isFolder: false,
    load: async () => (await import('./vcd.ts')).vcd,
  },
  {
    id: 'ctf',
    extension: '.ctf',
    get label() {
      return tr`Common Trace Format`;
    },
    mediaType: 'application/zip',
    isFolder: true,
    load: async () => (await import('./ctf/ctf.ts')).ctf,
  },
  {
    id: 'svg',
    extension: '.svg',
    get label() {
      return tr`Drawing of the schedule`;
    },
    mediaType: 'image/svg+xml',
    isFolder: false,
    load: async () => (await import('./drawing/svg.ts')).svg,
  },
  {
    id: 'tikz',
    extension: '.tex',
    get label() {
      return tr`Drawing for LaTeX, in TikZ`;
    },
    mediaType: 'text/x-tex',
    isFolder: false,
    load: async () => (await import('./drawing/tikz.ts')).tikz,
  },
];
