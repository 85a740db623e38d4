/**
 * Runs the jobs of a busy period, and finds what occupies the processor in a window of it. The
 * test has found which jobs the worst one waits for and when they arrive. It gives their sum only.
 * The order of the jobs says which of them run before the worst job arrives, and which after.
 */
import { type Cause, causeKey } from '../cause.ts';
import type { Share } from './bound-parts.ts';

export interface Work {
  readonly cause: Cause;
  /** When it is released. Unit: ns, on the clock of the test. */
  readonly atNs: number;
  /** Its execution. Unit: ns. */
  readonly ns: number;
  /** The runtime's work for it, which comes first. Unit: ns. */
  readonly overheadNs: number;
  /** Less is more urgent. Equally urgent work runs in the order of the list. */
  readonly urgency: number;
  /** Whether the piece runs at once, even during a job that cannot be preempted. */
  readonly interrupts?: true;
  /** self: the analysed job. previous: an earlier job of its task. */
  readonly role?: 'self' | 'previous';
}

export interface Replay {
  readonly work: readonly Work[];
  /** The window of the analysed job. Unit: ns. */
  readonly fromNs: number;
  readonly untilNs: number;
  readonly preemptive: boolean;
}

/** A longer busy period is not replayed. */
const MOST_WORK = 4000;

interface Pending {
  readonly work: Work;
  readonly place: number;
  overheadNs: number;
  ns: number;
}

const RUNTIME: Cause = { kind: 'runtime' };
const PREVIOUS: Cause = { kind: 'previous' };

/**
 * The shares of the window, which sum to it. While an earlier job of the task is pending, the time is
 * its own (`previous`), as in a job that is explained. null: the processor is idle in the window, the
 * job does not end with the window, or the period has too many jobs.
 */
export function replayed({ work, fromNs, untilNs, preemptive }: Replay): Share[] | null {
  if (work.length > MOST_WORK) return null;
  const arrivals = work
    .map((one, place): Pending => ({ work: one, place, overheadNs: one.overheadNs, ns: one.ns }))
    .sort((a, b) => a.work.atNs - b.work.atNs || a.place - b.place);
  const shares = new Map<string, { cause: Cause; ns: number; jobs: Set<number> }>();
  const give = (cause: Cause, ns: number, place: number): void => {
    const share = shares.get(causeKey(cause)) ?? { cause, ns: 0, jobs: new Set() };
    share.ns += ns;
    share.jobs.add(place);
    shares.set(causeKey(cause), share);
  };
  const pending: Pending[] = [];
  let [next, now, started] = [0, arrivals[0]?.work.atNs ?? fromNs, null as Pending | null];
  while (now < untilNs) {
    for (; (arrivals[next]?.work.atNs ?? Number.POSITIVE_INFINITY) <= now; next++)
      pending.push(arrivals[next] as Pending);
    const arrivalNs = arrivals[next]?.work.atNs ?? Number.POSITIVE_INFINITY;
    const one = mostUrgent(pending, preemptive ? null : started);
    if (one === null) {
      if (arrivalNs > fromNs) return null;
      now = arrivalNs;
      continue;
    }
    const stopNs = Math.min(arrivalNs, untilNs, now < fromNs ? fromNs : Number.POSITIVE_INFINITY);
    const isOverhead = one.overheadNs > 0;
    const ns = Math.min(isOverhead ? one.overheadNs : one.ns, stopNs - now);
    if (now >= fromNs && ns > 0) {
      const waits = pending.some(({ work: { role } }) => role === 'previous');
      give(waits ? PREVIOUS : isOverhead ? RUNTIME : one.work.cause, ns, one.place);
    }
    if (isOverhead) one.overheadNs -= ns;
    else one.ns -= ns;
    now += ns;
    if (one.work.interrupts !== true) started = one;
    if (one.overheadNs + one.ns > 0) continue;
    pending.splice(pending.indexOf(one), 1);
    if (started === one) started = null;
  }
  const isDone = next === arrivals.length && pending.every(({ ns, overheadNs }) => ns + overheadNs === 0);
  if (!isDone) return null;
  return [...shares.values()].map(({ cause, ns, jobs }) => ({ cause, ns, jobs: hasJobs(cause) ? jobs.size : 0 }));
}

const hasJobs = ({ kind }: Cause): boolean => kind === 'task' || kind === 'blocking';

/** @param started a job that cannot be preempted, but by interrupts; null: none */
function mostUrgent(pending: readonly Pending[], started: Pending | null): Pending | null {
  let best: Pending | null = null;
  for (const one of pending) {
    if (started !== null && one !== started && one.work.interrupts !== true) continue;
    if (best === null || isBefore(one, best)) best = one;
  }
  return best;
}

function isBefore(a: Pending, b: Pending): boolean {
  if (a.work.urgency !== b.work.urgency) return a.work.urgency < b.work.urgency;
  if (a.work.atNs !== b.work.atNs) return a.work.atNs < b.work.atNs;
  return a.place < b.place;
}
