/**
 * A race runs one sketch on several targets, each on the virtual board of the sketch. This file has the result of
 * one target, a racer, and the figures by which racers are compared. All times are in nanoseconds.
 */
import * as z from 'zod';
import { type Profile, profileSchema, type TaskProfile } from '../profile/profile.ts';
import { TARGETS } from '../sketch/model.ts';

z.config({ jitless: true });

/** What the clock of a run counts. Times of different clocks are not comparable to the last digit. */
export const RACE_CLOCKS = ['cycles', 'instructions', 'computer'] as const;
export type RaceClock = (typeof RACE_CLOCKS)[number];

/**
 * ran: the program ran for the whole time, see `finding`. impossible: the target or the board cannot run the
 * sketch. not-installed: the kernel is missing. not-built: the build failed. failed: the program did not start or
 * the board failed.
 */
export const RACE_OUTCOMES = ['ran', 'impossible', 'not-installed', 'not-built', 'failed'] as const;
export type RaceOutcome = (typeof RACE_OUTCOMES)[number];

const bytes = z.int().min(0);

export const racerSchema = z.strictObject({
  target: z.enum(TARGETS),
  /** The name of the target that the user sees. */
  label: z.string(),
  outcome: z.enum(RACE_OUTCOMES),
  /** Why there is no result; null if the program ran. */
  reason: z.string().nullable(),
  /** The verdict of the analysis for this target. */
  admitted: z.boolean(),
  sentence: z.string(),
  clock: z.enum(RACE_CLOCKS),
  /** Memory of the built program. Null: it was not built, or the board has no limit that matters. */
  memory: z
    .strictObject({
      ramBytes: bytes,
      ramAvailableBytes: bytes,
      flashBytes: bytes,
      flashAvailableBytes: bytes,
    })
    .nullable(),
  /** What the run did. Null: it did not run. */
  profile: profileSchema.nullable(),
  /** How often a job was preempted, over all tasks. */
  preemptions: z.int().min(0),
  /** What is wrong with the run: `Hung`. Null: nothing was found. */
  finding: z.strictObject({ label: z.string(), sentence: z.string() }).nullable(),
});

export type Racer = z.infer<typeof racerSchema>;

/** A task or handler with the largest of some ratio. */
export interface WorstResponse {
  readonly name: string;
  readonly responseNs: number;
  readonly limitNs: number;
}

export interface RaceFigures {
  readonly jobs: number;
  /** Late jobs and dropped releases. */
  readonly misses: number;
  /** The longest measured response relative to its deadline. Null: no task has a deadline. */
  readonly worst: WorstResponse | null;
  /** The largest difference between the longest and the shortest response of one task. Null: there are no responses. */
  readonly jitterNs: number | null;
  /** Share of the processor of the runtime with its telemetry. Null: the board does not measure it. */
  readonly overhead: number | null;
  /** Whether a response exceeded its bound. Null: there are no bounds. */
  readonly aboveBound: boolean | null;
}

export function figuresOf({ tasks, load }: Profile): RaceFigures {
  const sum = (of: (task: TaskProfile) => number): number => tasks.reduce((all, task) => all + of(task), 0);
  const timed = tasks.flatMap(({ response, boundNs }) =>
    response === null || boundNs === null ? [] : [{ response, boundNs }],
  );
  const spans = tasks.flatMap(({ response }) => (response === null ? [] : [response.mostNs - response.leastNs]));
  return {
    jobs: sum(({ jobs }) => jobs),
    misses: sum(({ late, dropped }) => late + dropped),
    worst: worstOf(tasks),
    jitterNs: spans.length === 0 ? null : Math.max(...spans),
    overhead: load.runtime === null ? null : load.runtime + (load.telemetry ?? 0),
    aboveBound: timed.length === 0 ? null : timed.some(({ response, boundNs }) => response.mostNs > boundNs),
  };
}

function worstOf(tasks: readonly TaskProfile[]): WorstResponse | null {
  let worst: WorstResponse | null = null;
  for (const { name, response, deadlineNs } of tasks) {
    if (response === null || deadlineNs === null) continue;
    const found = { name, responseNs: response.mostNs, limitNs: deadlineNs };
    if (worst === null || found.responseNs * worst.limitNs > worst.responseNs * found.limitNs) worst = found;
  }
  return worst;
}
