/** Builds: a sketch becomes firmware. Lines and diagnostics come while it runs. */
import { id, method, nothing, path } from './define.ts';
import { sketchText } from './projects.ts';
import * as z from './zod.ts';

export const BUILD_TOOLS = ['platformio', 'arduino-cli'] as const;
export type BuildTool = (typeof BUILD_TOOLS)[number];

/** Which element of the sketch a message is about. */
const element = z.object({
  kind: z.enum(['sketch', 'task', 'interrupt', 'channel', 'resource', 'part']),
  /** Empty for the sketch itself. */
  name: z.string(),
});

const diagnostic = z.object({
  severity: z.enum(['error', 'warning', 'note']),
  message: z.string(),
  element: element.nullable(),
  /** The piece of code or the field: `body`, `setup`, `deadlineHandler`, `budgetHandler`, `prelude`, `periodUs`…; null: the whole. */
  member: z.string().nullable(),
  /** From 1, inside that piece of code; null where it has none. */
  line: z.int().nullable(),
  column: z.int().nullable(),
  /** The generated or library file that the compiler named, when the message is in no piece of the user's code. */
  file: z.string().nullable(),
});

/** What the program takes of the board's memory. */
const memory = z.object({
  ramBytes: z.int(),
  ramAvailableBytes: z.int(),
  flashBytes: z.int(),
  flashAvailableBytes: z.int(),
});

const finished = z.object({
  buildId: id,
  /** cancelled: by request. failed: see `diagnostics` and `message`. */
  outcome: z.enum(['ok', 'failed', 'cancelled']),
  /** `outcome` is `ok`. */
  ok: z.boolean(),
  /** Why it failed, in one sentence, when no diagnostic says it; else null. */
  message: z.string().nullable(),
  diagnostics: z.array(diagnostic),
  memory: memory.nullable(),
  /** For runs.start; null unless ok. */
  firmwareId: id.nullable(),
  durationMs: z.number(),
});

const line = z.object({
  buildId: id,
  /** command: what is being run. step: what the build does, in words. out, error: the tool's own output. */
  stream: z.enum(['command', 'step', 'out', 'error']),
  text: z.string(),
});

export const builds = {
  methods: {
    /**
     * Answers at once; `builds.line` and then exactly one `builds.finished` follow, to this window only. `path`: the
     * sketch's file, so that a later build of it starts from what this one left; null while it has none.
     */
    start: method(
      z.strictObject({
        text: sketchText,
        path: path.nullable(),
        tool: z.enum(BUILD_TOOLS),
      }),
      z.object({ buildId: id }),
    ),
    /** Does nothing when it has finished; else `builds.finished` follows with `cancelled`. */
    cancel: method(z.strictObject({ buildId: id }), nothing),
  },
  events: { line, finished },
} as const;

export type Diagnostic = z.infer<typeof diagnostic>;
export type DiagnosticElement = z.infer<typeof element>;
export type MemoryUse = z.infer<typeof memory>;
export type BuildFinished = z.infer<typeof finished>;
export type BuildLine = z.infer<typeof line>;
