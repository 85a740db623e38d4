/** `polyloop export TRACE --format …`: writes a recorded trace in the format of another program. */
import { FORMATS } from '../../../generator/trace/exports/index.ts';
import { TRACE_EXTENSION } from '../../../generator/trace/file/extension.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { Recording } from '../../host/measuring/recording.ts';
import { CommandError, EXIT_INVALID, EXIT_OK } from '../exit-codes.ts';
import { printable, type Terminal } from '../terminal.ts';
import { readTraceFile } from './trace-input.ts';
import { checkIsNew, writeAs } from './trace-output.ts';

export const FORMAT_IDS: readonly string[] = FORMATS.map(({ id }) => id);

export interface TraceExportOptions {
  readonly format: string;
  readonly out?: string;
  /** The part that a drawing shows. Unit: ns. */
  readonly from?: number;
  readonly for?: number;
  readonly force?: true;
  readonly json?: true;
}

export async function exportTrace(terminal: Terminal, file: string, options: TraceExportOptions): Promise<number> {
  const format = FORMATS.find(({ id }) => id === options.format);
  if (format === undefined) throw new CommandError(`There is no format "${options.format}".`, EXIT_INVALID);
  if (!file.toLowerCase().endsWith(TRACE_EXTENSION)) {
    throw new CommandError(
      `${file} is no trace. Record one: polyloop run FILE --trace NAME${TRACE_EXTENSION}`,
      EXIT_INVALID,
    );
  }
  const out = options.out ?? file.slice(0, -TRACE_EXTENSION.length) + format.extension;
  await checkIsNew(out, options.force ?? false);
  const recording = new Recording();
  const origin = await readTraceFile(file, recording.store, () => recording.count());
  const { store, jobs } = recording;
  if (store.end === 0) throw new CommandError(`${file} has no events. Record the run again.`, EXIT_INVALID);
  const range = rangeOf(options, store.endNs);
  await writeAs(format, out, { store, jobs, origin }, range === null ? {} : { range });
  const events = store.end - store.first;
  if (options.json) terminal.print(visibleJson({ file, out, format: format.id, events }));
  else terminal.print(printable(`${events} events in ${out}.`));
  if (store.droppedEvents > 0 && !options.json)
    terminal.note(`The ${store.droppedEvents} oldest events of the trace are left out: it has too many.`);
  return EXIT_OK;
}

function rangeOf(
  options: TraceExportOptions,
  endNs: number,
): { readonly fromNs: number; readonly toNs: number } | null {
  if (options.from === undefined && options.for === undefined) return null;
  const fromNs = options.from ?? 0;
  if (fromNs < endNs) return { fromNs, toNs: options.for === undefined ? endNs : fromNs + options.for };
  throw new CommandError(`The trace ends at ${endNs / 1e9} s, before --from. Choose an earlier time.`, EXIT_INVALID);
}
