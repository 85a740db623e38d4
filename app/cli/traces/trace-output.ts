/** Writes the file of `--trace`. The file's extension selects the format. */
import { access, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ExportFormat, FORMATS } from '../../../generator/trace/exports/index.ts';
import type { WriteOptions } from '../../../generator/trace/exports/writer.ts';
import { TRACE_EXTENSION } from '../../../generator/trace/file/extension.ts';
import { type RecordedTrace, type TraceOrigin, traceHeader } from '../../../generator/trace/file/trace-file.ts';
import type { Recording } from '../../host/measuring/recording.ts';
import { systemError } from '../../host/system-errors.ts';
import { CommandError, EXIT_INVALID } from '../exit-codes.ts';

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
  await checkIsNew(path, force);
}

/** Throws a CommandError if a file would be replaced. */
export async function checkIsNew(path: string, force: boolean): Promise<void> {
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

/** Writes the trace of a run. Throws a CommandError with the system's reason when that fails. */
export async function writeTraceFile(path: string, run: TracedRun, origin: TraceOrigin): Promise<void> {
  const format = formatOf(path);
  const { store, jobs } = run.recording;
  // The bytes of the board itself, not encoded again: they also show what the line has lost.
  if (format.extension === TRACE_EXTENSION) await written(path, () => writeFile(path, ownFile(run, origin)));
  else await writeAs(format, path, { store, jobs, origin });
}

/** Writes a trace in a format. Throws a CommandError with the system's reason when that fails. */
export async function writeAs(
  format: ExportFormat,
  path: string,
  trace: RecordedTrace,
  options: WriteOptions = {},
): Promise<void> {
  await written(path, async () => {
    if (!format.isFolder) {
      const write = await format.load();
      await writeFile(path, write(trace, options));
      return;
    }
    const write = await format.load();
    await mkdir(path, { recursive: true });
    for (const { name, pieces } of write(trace)) await writeFile(join(path, name), pieces);
  });
}

async function written(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const named = systemError(error, 'write', path);
    throw new CommandError(named instanceof Error ? named.message : String(named));
  }
}

function* ownFile({ serial }: TracedRun, origin: TraceOrigin): Generator<Uint8Array> {
  yield traceHeader(origin);
  yield* serial;
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
