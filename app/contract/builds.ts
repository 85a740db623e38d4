/**
 * Builds compile a sketch into firmware. The host sends output lines and diagnostics while a build
 * runs.
 */
import { id, method, nothing, path } from './define.ts';
import { sketchText } from './projects.ts';
import * as z from './zod.ts';

export const BUILD_TOOLS = ['platformio', 'arduino-cli'] as const;
export type BuildTool = (typeof BUILD_TOOLS)[number];

/** The element of the sketch that a message refers to. */
const element = z.object({
  kind: z.enum(['sketch', 'task', 'interrupt', 'channel', 'resource', 'part']),
  /** Empty when the element is the sketch itself. */
  name: z.string(),
});

const diagnostic = z.object({
  severity: z.enum(['error', 'warning', 'note']),
  message: z.string(),
  element: element.nullable(),
  /**
   * The piece of code or the field, for example `body`, `setup`, `deadlineHandler`,
   * `budgetHandler`, `prelude` or `periodUs`. Null means the whole element.
   */
  member: z.string().nullable(),
  /** Line number in that piece of code, counted from 1. Null when the message has no line. */
  line: z.int().nullable(),
  column: z.int().nullable(),
  /**
   * The generated file or library file that the compiler named. Set when the message is not in the
   * user's code.
   */
  file: z.string().nullable(),
});

export const diagnostics = z.array(diagnostic);

/** A part of the one stack on which jobs preempt each other. */
const stackLevel = z.object({
  /** `main` has setup code and background tasks. `jobs`: one job of one of the tasks. */
  part: z.enum(['main', 'jobs', 'handlers', 'interrupts']),
  tasks: z.array(z.string()),
  bytes: z.int(),
});

/** A stack of the program, as far as the machine code shows it. */
const stack = z.object({
  /** The task that has the stack. Null: all code runs on one stack. */
  task: z.string().nullable(),
  /** A bound, with all interrupts that can come together. */
  bytes: z.int(),
  /**
   * The deepest path of the code, with one interrupt or context switch. Where jobs preempt each other on one stack, one
   * job of each level counts. Of the stack of interrupts, the bound.
   */
  certainBytes: z.int(),
  availableBytes: z.int(),
  /** Why the figures can be too low: recursion, a call through a pointer. */
  unknown: z.array(z.string()),
  /** Where jobs preempt each other on one stack: its parts in the deepest case, from the bottom. Their sum is `bytes`. */
  levels: z.array(stackLevel).optional(),
});

/** How much of the board's memory the program uses. */
export const memoryUse = z.object({
  ramBytes: z.int(),
  ramAvailableBytes: z.int(),
  flashBytes: z.int(),
  flashAvailableBytes: z.int(),
  /** Absent where the use of the stack is not known. */
  stacks: z.array(stack).optional(),
});

const finished = z.object({
  buildId: id,
  /**
   * `cancelled`: the window cancelled the build. `failed`: `diagnostics` and `message` give the
   * cause.
   */
  outcome: z.enum(['ok', 'failed', 'cancelled']),
  /** True when `outcome` is `ok`. */
  ok: z.boolean(),
  /** The cause of the failure in one sentence, when no diagnostic states it. Otherwise null. */
  message: z.string().nullable(),
  diagnostics,
  memory: memoryUse.nullable(),
  /** The id to pass to `runs.start`. Null unless the build succeeded. */
  firmwareId: id.nullable(),
  durationMs: z.number(),
});

const line = z.object({
  buildId: id,
  /**
   * `command`: the command line of a tool. `step`: the current build step in words. `out` and
   * `error`: the tool's own output.
   */
  stream: z.enum(['command', 'step', 'out', 'error']),
  text: z.string(),
});

export const builds = {
  methods: {
    /**
     * Returns immediately. `builds.line` events and then exactly one `builds.finished` event
     * follow, and only this window receives them. `path` is the sketch's file, which lets a later
     * build of the same file be incremental. It is null while the sketch is not saved.
     */
    start: method(
      z.strictObject({
        text: sketchText,
        path: path.nullable(),
        tool: z.enum(BUILD_TOOLS),
      }),
      z.object({ buildId: id }),
    ),
    /**
     * Cancels a build. `builds.finished` with `cancelled` follows. Does nothing when the build has
     * already finished.
     */
    cancel: method(z.strictObject({ buildId: id }), nothing),
  },
  events: { line, finished },
} as const;

export type Diagnostic = z.infer<typeof diagnostic>;
export type DiagnosticElement = z.infer<typeof element>;
export type StackUse = z.infer<typeof stack>;
export type StackLevel = z.infer<typeof stackLevel>;
export type MemoryUse = z.infer<typeof memoryUse>;
export type BuildFinished = z.infer<typeof finished>;
export type BuildLine = z.infer<typeof line>;
