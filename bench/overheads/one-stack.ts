/** The points and formulas of preemption on one stack that are the same on every board. */
import type { Overheads } from '../../generator/platform/overheads.ts';
import {
  edfReleaseOver,
  type Figures,
  type Line,
  lineAbove,
  once,
  POLICIES,
  type Point,
  type Policy,
  pointOf,
  switchesAndRelease,
  valueAt,
} from './point.ts';
import { BYTES_PER_JOB, RING_BYTES, SECTION_EVENT_BYTES, STEP_BYTES, sectionTrace } from './telemetry.ts';

/** Tasks of the programs with interrupts and with a stop. */
export const FEW = 2;
/** Events of a job: its start, its end and an exceeded budget, and one more: its release, or a reserve. */
const EVENTS_PER_JOB = 4;
/** A stop is counted as three events: its control event, which is longer to record than the events of a job, and an unlock. */
const STOP_EVENTS = 3;
/** The alarm that stops a job can come so many credits late. */
const LATE_CREDITS = 5;

/** Gaps of a program in which the runtime watches deadlines. Null: not seen. */
interface WatchGaps {
  readonly alarm: number | null;
  readonly preemption: number | null;
}

export const pointsOfWatch = (
  sizes: readonly number[],
  measure: (tasks: number) => Promise<WatchGaps>,
): readonly Point[] =>
  sizes.flatMap((tasks) => {
    const gaps = once(() => measure(tasks));
    return [
      // The alarm comes for a job that has ended, and looks at the deadlines of all others.
      pointOf(`deadline, ${tasks} tasks`, async () => (await gaps()).alarm),
      // The release looks at all deadlines to set the alarm.
      pointOf(`watched preemption, ${tasks} tasks`, async () => (await gaps()).preemption),
    ];
  });

/** What a board adds to its figures. All times are in the unit of the figures. */
interface OneStack {
  readonly figures: Figures;
  /** A figure in ns, rounded up to a multiple of `unit`. */
  readonly nsUp: (figure: number, unit?: number) => number;
  readonly lineNs: (line: Line) => Line;
  /** A release alone, which is a part of a preemption, and a release as the analysis counts it. */
  readonly bareRelease: (policy: Policy) => Line;
  readonly release: (policy: Policy) => Line;
  /** Interrupts are disabled for so long. */
  readonly locked: Line;
  /** To record an event. */
  readonly recording: number;
  /** To prepare a step of bytes, and to send a byte. */
  readonly step: number;
  readonly sent: number;
  /** The runtime's credit for a pause of a job. */
  readonly pause: number;
}

/** To prepare a byte in a step. */
export const preparedIn = (step: number): number => step / STEP_BYTES;

/** The longest untraced preemption with few tasks, as a handler's job has it. */
export const fewPreempt = (figures: Figures): number =>
  figures.most(...POLICIES.map((policy) => `preemption, ${policy}, untraced, ${FEW} tasks`));

/** The overheads without the loads and interrupts. `superloop`: of the same board, which sends the same telemetry. */
export function oneStackOverheads(board: OneStack, superloop: Overheads) {
  const { figures, nsUp, lineNs, bareRelease, locked, recording, step, sent } = board;
  const byte = preparedIn(step) + sent;
  /** Half of one alarm that comes for the end of a budget which interrupts have put off. */
  const early = figures.at(`release, FIXED, untraced, ${FEW} tasks`) / 2;
  /** The analysis counts two switches and a release for a preemption. */
  const switchOf = (policy: Policy): Line =>
    lineAbove(
      figures
        .over(`preemption, ${policy}, untraced`)
        .map(
          ([tasks, figure]) =>
            [tasks, Math.max(0, (figure - valueAt(bareRelease(policy), tasks)) / 2 + early)] as const,
        ),
    );
  const [fixed, edf] = [lineNs(switchOf('FIXED')), lineNs(switchOf('EDF'))];
  const [release, edfRelease] = [lineNs(board.release('FIXED')), lineNs(board.release('EDF'))];
  const deadline = lineNs(lineAbove(figures.over('deadline')));
  const watch = lineNs(
    lineAbove(
      figures
        .over('watched preemption')
        .map(([tasks, figure]) => [tasks, figure - figures.at(`preemption, FIXED, untraced, ${tasks} tasks`)] as const),
    ),
  );
  return {
    ...switchesAndRelease(fixed, edf, release),
    ...edfReleaseOver(release, edfRelease),
    deadlineNs: deadline.base,
    deadlinePerTaskNs: deadline.slope,
    watchNs: watch.base,
    watchPerTaskNs: watch.slope,
    tickNs: superloop.tickNs,
    tickPeriodNs: superloop.tickPeriodNs,
    tracePerJobNs: nsUp(EVENTS_PER_JOB * recording + BYTES_PER_JOB * byte),
    blockingNs: nsUp((RING_BYTES / STEP_BYTES) * step + locked.base),
    blockingPerTaskNs: nsUp(locked.slope, 100),
    sectionNs: nsUp(figures.at('section') + fewPreempt(figures) + sectionTrace(recording, byte)),
    // The stop unlocks what the job holds.
    stopNs: nsUp(
      figures.at('stop') +
        LATE_CREDITS * board.pause +
        figures.at('unlock, with stops') +
        STOP_EVENTS * recording +
        2 * SECTION_EVENT_BYTES * byte,
    ),
  };
}
