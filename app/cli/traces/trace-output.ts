/** Writes the file of `--trace`. The file's extension selects the format. */
import { access, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ExportFormat, FORMATS } from '../../../generator/trace/exports/index.ts';
import { TRACE_EXTENSION } from '../../../generator/trace/file/extension.ts';
import { type TraceOrigin, traceHeader } from '../../../generator/trace/file/trace-file.ts';
import { systemError } from '../../host/system-errors.ts';
import { CommandError, EXIT_INVALID } from '../exit-codes.ts';
import type { Recording } from '../recording.ts';

export interface TracedRun {
  readonly recording: Recording;
  /** The telemetry stream that the board sent, or would have sent. */
  readonly serial: Iterable<Uint8Array>;
}

/** The extensions that a trace file can have. */
export const TRACE_EXTENSIONS: readonly string[] = FORMATS.map(({ extension }) => extension);

/** Checks before a run that the trace can be written after it. Throws a CommandError if not. */
export async function checkTraceFile(path: string, force: boolean): Promise<void> {
  formatOf(path);
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
export async function writeTraceFile(path: string, run: TracedRun, origin: TraceOrigin): Promise<void> {
  const format = formatOf(path);
  try {
    await writeFile(
      path,
      format.extension === TRACE_EXTENSION ? ownFile(run, origin) : await exported(format, run, origin),
    );
  } catch (error) {
    const named = systemError(error, 'write', path);
    throw new CommandError(named instanceof Error ? named.message : String(named));
  }
}

/** The bytes of the board itself, not encoded again: they also show what the line has lost. */
function* ownFile({ serial }: TracedRun, origin: TraceOrigin): Generator<Uint8Array> {
  yield traceHeader(origin);
  yield* serial;
}

async function exported(
  format: ExportFormat,
  { recording }: TracedRun,
  origin: TraceOrigin,
): Promise<Iterable<Uint8Array | string>> {
  const write = await format.load();
  return write({ store: recording.store, jobs: recording.jobs, origin });
}

/** The longest matching extension wins, because an export may have an extension with two dots. */
function formatOf(path: string): ExportFormat {
  const name = basename(path).toLowerCase();
  const [format] = FORMATS.filter(({ extension }) => name.endsWith(extension)).sort(
    (x, y) => y.extension.length - x.extension.length,
  );
  if (format !== undefined) return format;
  const known = TRACE_EXTENSIONS.join(', ');
  throw new CommandError(`${path} has no extension of a trace format. Use a name that ends in ${known}.`, EXIT_INVALID);
}
