/** `--from-trace`: reads the execution times of a recorded run from a file. */
import { readFile, stat } from 'node:fs/promises';
import {
  RecordedTimes,
  type TimesByTask,
  timesFromChromeTrace,
} from '../../../generator/simulation/schedule/recorded-times.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { TRACE_EXTENSION } from '../../../generator/trace/file/extension.ts';
import { JobTracker } from '../../../generator/trace/jobs/jobs.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';
import { systemError } from '../../host/system-errors.ts';
import { CommandError, EXIT_INVALID } from '../exit-codes.ts';
import { readTraceFile } from './trace-input.ts';

/** Largest JSON file that is parsed at once. */
const MAX_JSON_BYTES = 256 * 1024 * 1024;

/**
 * Returns the times of the sketch's tasks and handlers, by name. Throws a CommandError when the
 * file contains none.
 */
export async function readRecordedTimes(path: string, sketch: Sketch): Promise<TimesByTask> {
  const found = await timesOf(path);
  const names = new Set([...sketch.tasks, ...sketch.interrupts].map(({ name }) => name));
  const times = new Map([...found].filter(([name]) => names.has(name)));
  if (times.size > 0) return times;
  throw new CommandError(
    `${path} has no complete job of any task of this sketch. Record one: polyloop run FILE --trace ${path}`,
    EXIT_INVALID,
  );
}

async function timesOf(path: string): Promise<TimesByTask> {
  const name = path.toLowerCase();
  try {
    if (name.endsWith(TRACE_EXTENSION)) return await timesOfTelemetry(path);
    if (name.endsWith('.json')) return await timesOfJson(path);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const named = systemError(error, 'read', path);
    throw new CommandError(named instanceof Error ? named.message : String(named), EXIT_INVALID);
  }
  throw new CommandError(
    `${path} is not a trace with jobs. Use a file that ends in ${TRACE_EXTENSION} or .json.`,
    EXIT_INVALID,
  );
}

async function timesOfTelemetry(path: string): Promise<TimesByTask> {
  const store = new TraceStore();
  const jobs = new JobTracker(store);
  const times = new RecordedTimes(jobs);
  await readTraceFile(path, store, () => {
    jobs.update();
    times.update();
  });
  return times.byTask;
}

async function timesOfJson(path: string): Promise<TimesByTask> {
  const { size } = await stat(path);
  if (size > MAX_JSON_BYTES) {
    throw new CommandError(`${path} is too large to read. Record the run as ${TRACE_EXTENSION}.`, EXIT_INVALID);
  }
  const times = timesFromChromeTrace(parsed(await readFile(path, 'utf8')));
  if (times !== null) return times;
  throw new CommandError(
    `${path} is not a trace: it has no "traceEvents". Record one: polyloop run FILE --trace ${path}`,
    EXIT_INVALID,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
