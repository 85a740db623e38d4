/** Where `run --trace` puts a trace: the form is chosen by the file's extension. */
import { access, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { systemError } from '../host/system-errors.ts';
import { CommandError, EXIT_INVALID } from './exit-codes.ts';
import type { Measurement } from './measure.ts';

type Writer = (measurement: Measurement) => Uint8Array | string;

/** By extension. `.pltrace` holds the bytes that the board sent, as docs/telemetry.md describes them. */
const WRITERS: ReadonlyMap<string, Writer> = new Map([
  ['.pltrace', ({ serial }: Measurement) => Buffer.concat(serial)],
]);

/** Extensions that a trace's file can have. */
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

/** Writes the trace of a run. Throws a CommandError with the system's reason when that fails. */
export async function writeTraceFile(path: string, measurement: Measurement): Promise<void> {
  try {
    await writeFile(path, writerFor(path)(measurement));
  } catch (error) {
    const named = systemError(error, 'write', path);
    throw new CommandError(named instanceof Error ? named.message : String(named));
  }
}

function writerFor(path: string): Writer {
  const extension = extname(path).toLowerCase();
  const writer = WRITERS.get(extension);
  if (writer !== undefined) return writer;
  const known = TRACE_EXTENSIONS.join(', ');
  throw new CommandError(`A trace cannot be written as "${extension}". Let its name end in ${known}.`, EXIT_INVALID);
}
