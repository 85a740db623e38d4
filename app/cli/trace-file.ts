/** Where `--trace` puts a trace: the form is chosen by the file's extension. */
import { access, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { EXPORTERS, RAW_EXTENSION } from '../../generator/trace/exports/index.ts';
import { systemError } from '../host/system-errors.ts';
import { CommandError, EXIT_INVALID } from './exit-codes.ts';
import type { Recording } from './recording.ts';

export interface TraceSource {
  readonly recording: Recording;
  /** The telemetry stream: what the board sent, or what it would have sent. */
  readonly serial: Iterable<Uint8Array>;
}

/** Pieces, so that the text of a long run is never held whole. */
type Writer = (source: TraceSource) => Iterable<Uint8Array | string>;

/** By extension: the telemetry stream, and every export that there is. */
const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  [RAW_EXTENSION, ({ serial }) => serial],
  ...EXPORTERS.map((exporter): [string, Writer] => [
    exporter.extension,
    ({ recording }) => exporter.write(recording.store, recording.jobs),
  ]),
]);

/** What a trace's file name can end in. */
export const TRACE_EXTENSIONS: readonly string[] = [...WRITERS.keys()];

/** Throws a CommandError when the trace could not be written there in the end: better before a run than after it. */
export async function checkTraceFile(path: string, force: boolean): Promise<void> {
  writerFor(path);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists && !force) {
    throw new CommandError(`${path} exists. Choose another name, or add --force to replace it.`, EXIT_INVALID);
  }
}

/** Writes a trace. Throws a CommandError with the system's reason when that fails. */
export async function writeTraceFile(path: string, source: TraceSource): Promise<void> {
  try {
    await writeFile(path, writerFor(path)(source));
  } catch (error) {
    const named = systemError(error, 'write', path);
    throw new CommandError(named instanceof Error ? named.message : String(named));
  }
}

/** The longest extension that fits decides: an export may have one with two dots. */
function writerFor(path: string): Writer {
  const name = basename(path).toLowerCase();
  const fitting = TRACE_EXTENSIONS.filter((extension) => name.endsWith(extension)).sort((x, y) => y.length - x.length);
  const writer = WRITERS.get(fitting[0] ?? '');
  if (writer !== undefined) return writer;
  const known = TRACE_EXTENSIONS.join(', ');
  throw new CommandError(`${path} says no form that a trace can have. Let its name end in ${known}.`, EXIT_INVALID);
}
