/** Overheads that are measured on the user's boards. The host measures and keeps them. */
import { calibrationSchema } from '../../generator/calibration/record.ts';
import { TARGETS } from '../../generator/sketch/model.ts';
import { boardFactsSchema } from '../../generator/sketch/schema.ts';
import { BUILD_TOOLS } from './builds.ts';
import { method, nothing, path } from './define.ts';
import * as z from './zod.ts';

const MAX_ID = 200;

const of = { board: z.string().min(1).max(MAX_ID), target: z.enum(TARGETS) };

const entry = z.object({
  record: calibrationSchema,
  /** Why the analysis does not use the record. Null: it does. */
  stale: z.string().nullable(),
});

export const calibrations = {
  methods: {
    /** All valid records, the newest first, and what is wrong with the other files. */
    list: method(nothing, z.object({ entries: z.array(entry), problems: z.array(z.string()) })),
    /**
     * Returns immediately. `calibrations.step` events and then exactly one `calibrations.finished` event
     * follow, and only this window receives them. Rejects while another calibration runs.
     */
    start: method(
      z.strictObject({ ...of, boardFacts: boardFactsSchema, device: path, tool: z.enum(BUILD_TOOLS) }),
      nothing,
    ),
    /** Cancels the calibration of this window. `calibrations.finished` with `cancelled` follows. */
    cancel: method(nothing, nothing),
    /** Goes back to the shipped overheads. */
    remove: method(z.strictObject(of), nothing),
  },
  events: {
    step: z.object({ text: z.string() }),
    finished: z.object({
      outcome: z.enum(['ok', 'failed', 'cancelled']),
      /** The cause of the failure in words for the user. Otherwise null. */
      message: z.string().nullable(),
    }),
    /** The records have changed. Sent to all windows. */
    changed: nothing,
  },
} as const;

export type CalibrationFinished = z.infer<typeof calibrations.events.finished>;
