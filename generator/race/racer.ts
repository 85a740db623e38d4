/**
 * A race runs one sketch on several targets, each on the virtual board of the sketch. This file has the result of
 * one target, a racer.
 */
import * as z from 'zod';
import { profileSchema } from '../profile/profile.ts';
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
