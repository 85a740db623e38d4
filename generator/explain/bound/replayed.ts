/**
 * The shares of a bound whose worst job does not come first in its busy period. The test sums the
 * work of the whole period. Here that work runs in order, so that only what runs after the arrival of
 * the worst job counts (replay.ts).
 *
 * - offsets: the period starts at b. The jobs are those that arrive at their offsets in [b, f), and the
 *   job's own task up to its arrival r. R = f − r.
 * - few-levels: all more urgent tasks are released at 0 with their whole jitter. Of its level the jobs
 *   that arrive by s run before the job, in order of arrival. R = J + w(s) − s.
 * - EDF: all tasks are released at 0 with their whole jitter, and the job arrives at a. Of the other jobs
 *   those run that are due by its deadline. R = X − a. Without preemption they arrive by the start w.
 *
 * Blocking and interrupts come first in all of them.
 */
import { ceilDiv } from '../../analysis/arithmetic.ts';
import type { MethodId } from '../../analysis/method.ts';
import type { Entity, TaskSet } from '../../analysis/task-set.ts';
import type { Cause } from '../cause.ts';
import type { FixedPoint, Share, TraceNumbers } from './bound-parts.ts';
import { overheadOf } from './demand-terms.ts';
import { replayed, type Work } from './replay.ts';

/** The part of a blocking time that is a job's own code, by its length and the time from which jobs are due too late to wait. */
export type Blocker = (blockingNs: number, dueNs: number | null) => Share;

interface Course {
  readonly work: readonly Work[];
  /** The arrival, the start of the waiting and the end. Unit: ns, on the clock of the test. */
  readonly arrivalNs: number;
  readonly fromNs: number;
  readonly untilNs: number;
}

type CourseOf = (set: TaskSet, entity: number, at: FixedPoint, numbers: TraceNumbers, blocker: Blocker) => Course;

const COURSES: Partial<Record<MethodId, CourseOf>> = {
  offsets: withOffsets,
  'few-levels': sharedLevels,
  'response-time-edf': dueLater,
  'response-time-edf-non-preemptive': dueLaterNonPreemptive,
};

/** null: the test has no such period, or its jobs do not fill the window. */
export function replayedShares(
  set: TaskSet,
  entity: number,
  method: MethodId,
  at: FixedPoint,
  numbers: TraceNumbers,
  blocker: Blocker,
): Share[] | null {
  const course = COURSES[method]?.(set, entity, at, numbers, blocker);
  if (course === undefined) return null;
  const { work, arrivalNs, fromNs, untilNs } = course;
  const shares = replayed({ work, fromNs, untilNs, preemptive: set.capabilities.preemptive });
  return shares === null ? null : [...shares, { cause: { kind: 'release' }, ns: fromNs - arrivalNs, jobs: 0 }];
}

const [INTERRUPTS, BLOCKING] = [-2, -1];
const OWN: Cause = { kind: 'own' };

/** Σ ⌈(L + J)/T⌉ occurrences of each load, from the start of the period, as late as their jitter allows. */
function interruptsOf(set: TaskSet, startNs: number, endNs: number): Work[] {
  return set.interruptLoad.flatMap(({ origin, periodNs, jitterNs, costNs, most = Number.POSITIVE_INFINITY }) => {
    const cause: Cause = origin === 'io' ? { kind: 'interrupt', interrupt: null } : { kind: 'runtime' };
    const count = Math.min(ceilDiv(endNs - startNs + jitterNs, periodNs), most, MOST_ARRIVALS);
    return Array.from({ length: count }, (_, k): Work => {
      const atNs = startNs + Math.max(0, k * periodNs - jitterNs);
      return { cause, atNs, ns: costNs, overheadNs: 0, urgency: INTERRUPTS, interrupts: true };
    });
  });
}

/** More arrivals than a replay takes. */
const MOST_ARRIVALS = 5000;

function blockingOf({ cause, ns }: Share, blockingNs: number, atNs: number): Work[] {
  const runtimeNs = blockingNs - ns;
  const first = { atNs, overheadNs: 0, urgency: BLOCKING };
  return [
    { cause, ns, ...first },
    { cause: { kind: 'runtime' as const }, ns: runtimeNs, ...first },
  ].filter((one) => one.ns > 0);
}

const jobOf = (entity: Entity, cause: Cause, atNs: number, urgency: number): Work => ({
  cause,
  atNs,
  ns: entity.budgetNs,
  overheadNs: overheadOf(entity),
  urgency,
});

/** The arrivals first + k·T before a time. */
function arrivalsOf(firstNs: number, periodNs: number, untilNs: number): number[] {
  const count = Math.min(Math.max(0, ceilDiv(untilNs - firstNs, periodNs)), MOST_ARRIVALS);
  return Array.from({ length: count }, (_, k) => firstNs + k * periodNs);
}

/** The jobs of the analysed task that arrive every T up to the job itself, which comes last of its urgency. */
function ownJobs(self: Entity, firstNs: number, arrivalNs: number, urgency: (atNs: number) => number): Work[] {
  return arrivalsOf(firstNs, self.periodNs, arrivalNs + 1).map((atNs) => ({
    ...jobOf(self, OWN, Math.max(0, atNs), urgency(atNs)),
    role: atNs === arrivalNs ? 'self' : 'previous',
  }));
}

const taskOf = ({ ofEntity }: TraceNumbers, at: number): Cause => ({ kind: 'task', task: ofEntity[at]! });

function withOffsets(set: TaskSet, index: number, at: FixedPoint, numbers: TraceNumbers, blocker: Blocker): Course {
  const { r = 0, b = 0, f = 0 } = at;
  const self = set.entities[index] as Entity;
  const blockingNs = self.resourceBlockingNs + set.overheads.blockingNs;
  const since = ({ offsetNs, periodNs }: Entity): number =>
    offsetNs + Math.max(0, ceilDiv(b - offsetNs, periodNs)) * periodNs;
  const others = set.entities.flatMap((other, place) =>
    place === index || other.rank > self.rank
      ? []
      : arrivalsOf(since(other), other.periodNs, f).map((atNs) =>
          jobOf(other, taskOf(numbers, place), atNs, other.rank),
        ),
  );
  const work = [
    ...interruptsOf(set, b, f),
    ...blockingOf(blocker(blockingNs, null), blockingNs, b),
    ...others,
    ...ownJobs(self, since(self), r, () => self.rank),
  ];
  return { work, arrivalNs: r, fromNs: r, untilNs: f };
}

function sharedLevels(set: TaskSet, index: number, at: FixedPoint, numbers: TraceNumbers, blocker: Blocker): Course {
  const { s = 0, w = 0 } = at;
  const self = set.entities[index] as Entity;
  const level = set.entities.filter(({ rank }) => rank === self.rank);
  const blockingNs = set.overheads.blockingNs + Math.max(...level.map(({ resourceBlockingNs }) => resourceBlockingNs));
  const others = set.entities.flatMap((other, place) => {
    if (place === index || other.rank > self.rank) return [];
    const untilNs = other.rank === self.rank ? s + 1 : w;
    return arrivalsOf(-other.jitterNs, other.periodNs, untilNs).map((atNs) =>
      jobOf(other, taskOf(numbers, place), Math.max(0, atNs), other.rank),
    );
  });
  const work = [
    ...interruptsOf(set, 0, w),
    ...blockingOf(blocker(blockingNs, null), blockingNs, 0),
    ...others,
    ...ownJobs(self, s % self.periodNs, s, () => self.rank),
  ];
  return { work, arrivalNs: s - self.jitterNs, fromNs: s, untilNs: w };
}

/** The jobs of other tasks that are due by a time and arrive before another one, by their deadlines. */
function dueJobs(set: TaskSet, index: number, dueNs: number, untilNs: number, numbers: TraceNumbers): Work[] {
  return set.entities.flatMap((other, place) => {
    if (place === index) return [];
    const lastNs = Math.min(untilNs, dueNs - other.deadlineNs + 1);
    return arrivalsOf(-other.jitterNs, other.periodNs, lastNs).map((atNs) =>
      jobOf(other, taskOf(numbers, place), Math.max(0, atNs), atNs + other.deadlineNs),
    );
  });
}

function ownDueJobs(self: Entity, a: number): Work[] {
  const firstNs = a - Math.floor((a + self.jitterNs) / self.periodNs) * self.periodNs;
  return ownJobs(self, firstNs, a, (atNs) => atNs + self.deadlineNs);
}

function dueLater(set: TaskSet, index: number, at: FixedPoint, numbers: TraceNumbers, blocker: Blocker): Course {
  const { a = 0, X = 0 } = at;
  const self = set.entities[index] as Entity;
  const dueNs = a + self.deadlineNs;
  const jobs = [...interruptsOf(set, 0, X), ...dueJobs(set, index, dueNs, X, numbers), ...ownDueJobs(self, a)];
  // What the jobs and interrupts of the period leave of it is the blocking B(d).
  const blockingNs = Math.max(0, X - jobs.reduce((sum, { ns, overheadNs }) => sum + ns + overheadNs, 0));
  const work = [...blockingOf(blocker(blockingNs, dueNs), blockingNs, 0), ...jobs];
  return { work, arrivalNs: a, fromNs: Math.max(0, a), untilNs: X };
}

function dueLaterNonPreemptive(
  set: TaskSet,
  index: number,
  at: FixedPoint,
  numbers: TraceNumbers,
  blocker: Blocker,
): Course {
  const { a = 0, w = 0, B = 0, R = 0 } = at;
  const self = set.entities[index] as Entity;
  const dueNs = a + self.deadlineNs;
  const work = [
    ...interruptsOf(set, 0, R + a),
    ...blockingOf(blocker(B, dueNs), B, 0),
    ...dueJobs(set, index, dueNs, w + 1, numbers),
    ...ownDueJobs(self, a),
  ];
  return { work, arrivalNs: a, fromNs: Math.max(0, a), untilNs: R + a };
}
