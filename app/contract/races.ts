/** Races: one sketch on several targets, each on the virtual board of the sketch. */
import { racerSchema } from '../../generator/race/racer.ts';
import { TARGETS } from '../../generator/sketch/model.ts';
import { method, nothing, path } from './define.ts';
import { sketchText } from './projects.ts';
import * as z from './zod.ts';

/** The longest run of a race. Unit: ns. */
const MAX_NS = 600e9;

export const races = {
  methods: {
    /**
     * Returns immediately. `races.step` events and then exactly one `races.finished` event follow, and only
     * this window receives them. Rejects while another race runs, and like `runs.start` before a sketch that
     * the user has not trusted runs on this computer itself.
     */
    start: method(
      z.strictObject({
        text: sketchText,
        /** The file of the sketch. Null: it has none. */
        path: path.nullable(),
        targets: z.array(z.enum(TARGETS)).min(1).max(TARGETS.length),
        /** How long each program runs by the clock of its board. */
        durationNs: z.number().min(1e6).max(MAX_NS),
        /** The window, as in `runs.start`. */
        /** The user trusts a sketch without a file. */
        trusted: z.boolean().optional(),
      }),
      nothing,
    ),
    /** Cancels the race of this window. `races.finished` with `cancelled` follows. */
    cancel: method(nothing, nothing),
  },
  events: {
    step: z.object({ text: z.string() }),
    finished: z.object({
      outcome: z.enum(['ok', 'failed', 'cancelled']),
      /** The cause of the failure in words for the user. Otherwise null. */
      message: z.string().nullable(),
      /** In the order of the targets. */
      racers: z.array(racerSchema),
      /** The schedules on one axis, as SVG. Null: no target ran the sketch. */
      picture: z.string().nullable(),
      /** The report as a web page. Null unless the outcome is `ok`. */
      report: z.string().nullable(),
    }),
  },
} as const;

export type RaceFinished = z.infer<typeof races.events.finished>;
