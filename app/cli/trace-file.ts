/** Writes the file of `--trace`. The file's extension selects the format. */
import { access, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { EXPORTERS, RAW_EXTENSION } from '../../generator/trace/exports/index.ts';
import { systemError } from '../host/system-errors.ts';
import { CommandError, EXIT_INVALID } from './exit-codes.ts';
import type { Recording } from './recording.ts';

export interface TraceSource {
  readonly recording: Recording;
  /** The telemetry stream that the board sent, or would have sent. */
  readonly serial: Iterable<Uint8Array>;
}

/**
 * Produces the file in pieces, so that the text of a long run is never held in memory as a whole.
 */
type Writer = (source: TraceSource) => Iterable<Uint8Array | string>;

/** Writers by extension: the telemetry stream and every export. */
const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  [RAW_EXTENSION, ({ serial }) => serial],
  ...EXPORTERS.map((exporter): [string, Writer] => [
    exporter.extension,
    ({ recording }) => exporter.write(recording.store, recording.jobs),
  ]),
]);

/** The extensions that a trace file can have. */
export const TRACE_EXTENSIONS: readonly string[] = [...WRITERS.keys()];

/** Checks before a run that the trace can be written after it. Throws a CommandError if not. */
export async function checkTraceFile(path: string, force: boolean): Promise<void> {
  writerFor(path);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists && !force) {
    throw new CommandError(
      `${path} already exists. Choose another name, or add --force to overwrite it.`,
      EXIT_INVALID,
    );
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

/** The longest matching extension wins, because an export may have an extension with two dots. */
function writerFor(path: string): Writer {
  const name = basename(path).toLowerCase();
  const fitting = TRACE_EXTENSIONS.filter((extension) => name.endsWith(extension)).sort((x, y) => y.length - x.length);
  const writer = WRITERS.get(fitting[0] ?? '');
  if (writer !== undefined) return writer;
  const known = TRACE_EXTENSIONS.join(', ');
  throw new CommandError(`${path} has no extension of a trace format. Use a name that ends in ${known}.`, EXIT_INVALID);
}
