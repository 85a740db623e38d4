/** Observations for tests: a healthy run of two tasks for two seconds, with optional changes. */
import type { LineObservation, RunObservation, TaskObservation } from './observation.ts';

export const MS = 1e6;

export function task(name: string, periodMs: number, changes: Partial<TaskObservation> = {}): TaskObservation {
  const completed = Math.floor(1990 / periodMs);
  return {
    name,
    kind: 'periodic',
    periodNs: periodMs * MS,
    offsetNs: 0,
    deadlineNs: periodMs * MS,
    jitterNs: 0,
    budgetNs: periodMs * MS * 0.1,
    released: completed + 1,
    completed,
    incomplete: 0,
    dropped: 0,
    misses: 0,
    exhausted: 0,
    longestNs: periodMs * MS * 0.1,
    running: null,
    lastEndNs: 1980 * MS,
    ...changes,
  };
}

const LINE: LineObservation = {
  bytes: 4000,
  printableBytes: 1500,
  frames: 200,
  badFrames: 0,
  bytesSinceFrame: 9,
  otherVersion: null,
};

export function observation(
  changes: Omit<Partial<RunObservation>, 'line'> & { readonly line?: Partial<LineObservation> } = {},
): RunObservation {
  return {
    state: 'ended',
    boardTimeNs: 2000 * MS,
    boots: 1,
    heardNs: 1995 * MS,
    namesDueNs: 500 * MS,
    releaseStartNs: 2 * MS,
    gapsNs: 0,
    lostEvents: 0,
    tasks: [task('fast', 20), task('slow', 50)],
    overflowedThread: null,
    failure: null,
    facts: {},
    notices: new Map(),
    clockHz: 2_000_000,
    code: null,
    ...changes,
    line: { ...LINE, ...changes.line },
  };
}

export const NOTHING_SENT = { bytes: 0, printableBytes: 0, frames: 0, bytesSinceFrame: 0 };
