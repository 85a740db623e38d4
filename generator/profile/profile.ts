/**
 * A profile: what a run of a sketch did, in numbers that fit into a small JSON file. It is kept beside the
 * sketch and compared with other profiles. All times are in nanoseconds.
 *
 * A maximum here is the largest value that was seen. It is no bound: a later job may take longer.
 */
import * as z from 'zod';
import { POLICIES, TARGETS, TASK_KINDS } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';

z.config({ jitless: true });

/** The version of the format: the member `profile` of the file. */
export const PROFILE_VERSION = 1;

const MAX_TEXT = 1_000;
const MAX_ROWS = 1_000;
const MAX_BUCKETS = 200;

const text = z.string().max(MAX_TEXT);
const count = z.int().min(0);
const time = z.number().min(0);
const timeOrNull = time.nullable();

const distribution = z.strictObject({
  count: z.int().min(1),
  leastNs: time,
  meanNs: time,
  /** The quantiles are at most 1.1 % above the exact ones. The least, the mean and the most are exact. */
  medianNs: time,
  p95Ns: time,
  p99Ns: time,
  mostNs: time,
  /** From, to, number: a histogram with four buckets per doubling. */
  histogram: z.array(z.tuple([time, time, count])).max(MAX_BUCKETS),
});

const trend = z.strictObject({
  direction: z.enum(['rising', 'falling', 'none']),
  nsPerSecond: z.number(),
});

const task = z.strictObject({
  name: text,
  kind: z.enum([...TASK_KINDS, 'handler']),
  periodNs: timeOrNull,
  deadlineNs: timeOrNull,
  budgetNs: timeOrNull,
  /** The bound for the response time from the analysis. Null: it gives none. */
  boundNs: timeOrNull,
  /** FNV-1a, 32 bits, of what the execution time depends on: the code, the channels' items, board, target. */
  code: count,
  jobs: count,
  /** Jobs with a part that was not recorded; they are in no distribution. */
  incomplete: count,
  late: count,
  dropped: count,
  overruns: count,
  /** Null: no job has completed. */
  execution: distribution.nullable(),
  executionTrend: trend,
  response: distribution.nullable(),
  /** Distance of a release from φ + k·T. */
  releaseJitter: distribution.nullable(),
  /** The least distance of two releases. */
  leastDistanceNs: timeOrNull,
  stack: z.strictObject({ sizeBytes: count, usedBytes: count }).nullable(),
  /** Share of one processor, 0…1. */
  utilization: z.number().min(0),
});

const channel = z.strictObject({
  name: text,
  kind: z.enum(['four-slot', 'ring-buffer']),
  /** Capacity of a ring buffer in items; null for other channels. */
  capacity: z.int().min(1).nullable(),
  writes: count,
  reads: count,
  /** Items that a full ring buffer refused. */
  lost: count,
  /** Maximum number of items that waited for one reader of a ring buffer. Null: unknown, or no ring buffer. */
  mostItems: count.nullable(),
  /** Shares of time by the number of items that waited for the slowest reader of a ring buffer. Null: unknown. */
  fill: z
    .strictObject({ meanItems: z.number().min(0), medianItems: count, p95Items: count, p99Items: count })
    .nullable()
    .default(null),
  /** From the write of an item to its read. Null: no read of known age. */
  age: distribution.nullable(),
});

const interrupt = z.strictObject({
  name: text,
  /** Recorded deliveries. A board records a sample of a fast interrupt. */
  delivered: count,
  /** Deliveries that the device counted, recorded or not. Null: it cannot count them. */
  counted: count.nullable().default(null),
  /** Whether there may have been more deliveries, or maskings, than were recorded. */
  deliveredIsLeast: z.boolean().default(true),
  maskedIsLeast: z.boolean().default(true),
  ranNs: time,
  worstNs: timeOrNull,
  masked: count,
  maskedNs: time,
  /** Edges that the chip forgot, because an earlier one was still pending. Null: the device cannot know. */
  lost: count.nullable().default(null),
});

/** Rows with names, each of which comes once. */
const named = <Row extends z.ZodType<{ readonly name: string }>>(row: Row) =>
  z
    .array(row)
    .max(MAX_ROWS)
    .superRefine((rows, { addIssue }) => {
      const names = new Set<string>();
      for (const [index, { name }] of rows.entries()) {
        if (names.has(name)) addIssue({ code: 'custom', path: [index, 'name'], message: tr`“${name}” comes twice` });
        names.add(name);
      }
    });

const share = z.number().min(0);

export const profileSchema = z.strictObject({
  profile: z.literal(PROFILE_VERSION),
  name: text,
  date: z.iso.datetime(),
  /** A virtual board, the board at a port, or a simulation, which is a prediction. */
  device: z.enum(['virtual', 'port', 'simulation']),
  sketch: text,
  /** FNV-1a of the sketch, 32 bits. */
  fingerprint: count,
  board: text,
  target: z.enum(TARGETS),
  policy: z.enum(POLICIES),
  cores: z.int().min(1),
  observedNs: time,
  events: count,
  /** Places where the record is incomplete. */
  gaps: count,
  /**
   * Shares of all processors together, 0…cores. Null: not known. `tasks` contains the interrupts and the
   * telemetry that came during jobs.
   */
  load: z.strictObject({
    tasks: share,
    runtime: share.nullable(),
    telemetry: share.nullable(),
    idle: share.nullable(),
  }),
  tasks: named(task),
  channels: z.array(channel).max(MAX_ROWS),
  interrupts: named(interrupt),
});

export type Profile = z.infer<typeof profileSchema>;
export type TaskProfile = Profile['tasks'][number];
export type ChannelProfile = Profile['channels'][number];
export type InterruptProfile = Profile['interrupts'][number];
export type ProfiledTimes = NonNullable<TaskProfile['execution']>;

export type ReadProfile =
  | { readonly ok: true; readonly profile: Profile }
  /** What is wrong with the file, and the way out. */
  | { readonly ok: false; readonly problem: string };

/** Reads a profile, or says what is wrong with it. */
export function readProfile(content: string): ReadProfile {
  const again = tr`Record the profile again, or delete the file.`;
  const wrong = (problem: string): ReadProfile => ({ ok: false, problem: `${problem} ${again}` });
  let document: unknown;
  try {
    document = JSON.parse(content);
  } catch {
    return wrong(tr`The profile is not valid JSON.`);
  }
  const version = versionOf(document);
  if (version === null) return wrong(tr`The file is not a profile: it has no member "profile" with a version.`);
  if (version > PROFILE_VERSION) {
    return wrong(
      tr`The profile has version ${version}, and this program reads version ${PROFILE_VERSION}. Update the program.`,
    );
  }
  const parsed = profileSchema.safeParse(document);
  if (parsed.success) return { ok: true, profile: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('/') ?? '';
  return wrong(tr`The profile is not valid at /${place}: ${issue?.message ?? ''}.`);
}

function versionOf(document: unknown): number | null {
  if (typeof document !== 'object' || document === null || !('profile' in document)) return null;
  return typeof document.profile === 'number' && Number.isInteger(document.profile) ? document.profile : null;
}

/** The text of a profile's file. */
export const writeProfile = (profile: Profile): string => `${JSON.stringify(profile, null, 2)}\n`;
