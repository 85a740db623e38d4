/** Reads the file of a trace: `.pltrace`, with or without its header. */
import { constants, open } from 'node:fs/promises';
import { PROTOCOL_VERSION } from '../../../generator/trace/event-table.ts';
import { TraceFileError, TraceFileReader, type TraceOrigin } from '../../../generator/trace/file/trace-file.ts';
import { decoderOfRun } from '../../../generator/trace/nested-jobs.ts';
import type { TraceSink } from '../../../generator/trace/sink.ts';
import { systemError } from '../../host/system-errors.ts';
import { CommandError, EXIT_INVALID } from '../exit-codes.ts';

/**
 * Decodes the events of a file into a sink. Throws a CommandError if the file cannot be read, its
 * header is wrong, or its telemetry has another version.
 * @param onEvents called after each piece of the file
 * @returns what the header says; null for a file without one
 */
export async function readTraceFile(path: string, sink: TraceSink, onEvents: () => void): Promise<TraceOrigin | null> {
  const decoder = decoderOfRun(sink);
  const reader = new TraceFileReader((bytes) => decoder.push(bytes));
  try {
    // Without waiting for the other end of a pipe. A device, to which a link can lead, may have no end.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await file.stat()).isFile()) throw new TraceFileError('It is not a file. Name the file of a trace.');
      for await (const chunk of file.createReadStream({ autoClose: false })) {
        reader.push(chunk as Uint8Array);
        onEvents();
      }
      reader.end();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof TraceFileError) throw new CommandError(`${path}: ${error.message}`, EXIT_INVALID);
    const named = systemError(error, 'read', path);
    throw new CommandError(named instanceof Error ? named.message : String(named), EXIT_INVALID);
  }
  decoder.end();
  onEvents();
  if (decoder.otherVersion !== null) throw otherVersion(path, decoder.otherVersion);
  if (decoder.timeNs === null && decoder.discarded > 0) throw undescribed(path, decoder.discarded);
  return reader.origin;
}

/** A board sends its clock and the names of its tasks in pieces, and repeats them. */
function undescribed(path: string, events: number): CommandError {
  return new CommandError(
    `${path}: the trace does not contain its clock and the names of its tasks in full, so its ${events} events cannot be read. ` +
      'Copy the file again, or record a longer run: a board repeats them.',
    EXIT_INVALID,
  );
}

function otherVersion(path: string, version: number): CommandError {
  return new CommandError(
    `${path} contains telemetry of version ${version}; this Polyloop reads version ${PROTOCOL_VERSION}. Record the run again: ` +
      `polyloop run FILE --trace ${path}`,
    EXIT_INVALID,
  );
}
