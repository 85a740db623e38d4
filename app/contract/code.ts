/** Help with code while it is typed: the compiler's messages, and a formatter. */
import { BUILD_TOOLS, diagnostics } from './builds.ts';
import { method, path } from './define.ts';
import { sketchText } from './projects.ts';
import * as z from './zod.ts';

/**
 * `syntax`: all errors of the language, and most warnings. `full`: also what the compiler finds while it
 * optimizes, which takes longer.
 */
export const CHECK_DEPTHS = ['syntax', 'full'] as const;

const checked = z.object({
  /**
   * `stopped`: the code exceeded a limit of the compiler. `unavailable`: the code cannot be checked here,
   * for example because no compiler is installed. `replaced`: a later request of this window replaced it.
   */
  outcome: z.enum(['checked', 'stopped', 'unavailable', 'replaced']),
  /** In words for the user, if the outcome is `stopped` or `unavailable`. */
  message: z.string().nullable(),
  diagnostics,
});

const formatted = z.object({
  /** `unavailable`: the formatter is not installed. `failed`: it refused the code or its style. */
  outcome: z.enum(['formatted', 'unavailable', 'failed']),
  text: z.string().nullable(),
  /** In words for the user, unless the code was formatted. */
  message: z.string().nullable(),
});

/** A question of the user about the code at the caret. */
export const HELP_KINDS = ['completion', 'hover', 'signature'] as const;

const helpName = z.object({
  name: z.string(),
  /** Its declaration, in one line. */
  signature: z.string(),
  /** Markdown of the language server. */
  about: z.string(),
  kind: z.enum(['function', 'constant', 'variable', 'type', 'field', 'snippet']),
  /** What completion inserts, with `$1` … `$0` for the caret. Null: the name. */
  snippet: z.string().nullable(),
});

const help = z.object({
  /** False: no language server is installed, or it does not run. */
  available: z.boolean(),
  names: z.array(helpName),
  /** Indices of the signature that is called and of its argument. Both start at 0. */
  active: z.int(),
  argument: z.int(),
});

export const code = {
  methods: {
    /**
     * Checks the code of a sketch with the compiler that builds it, without building. A later request of
     * the same window cancels it. `path` is the sketch's file, as in `builds.start`.
     */
    check: method(
      z.strictObject({
        text: sketchText,
        path: path.nullable(),
        tool: z.enum(BUILD_TOOLS),
        depth: z.enum(CHECK_DEPTHS),
      }),
      checked,
    ),
    /** What a language server for C++ knows about a place in a piece of code. */
    help: method(
      z.strictObject({
        text: sketchText,
        path: path.nullable(),
        tool: z.enum(BUILD_TOOLS),
        kind: z.enum(HELP_KINDS),
        element: z.strictObject({ kind: z.enum(['sketch', 'task', 'interrupt']), name: z.string() }),
        member: z.string(),
        /** Both from 1. The column counts UTF-16 units. */
        line: z.int().min(1),
        column: z.int().min(1),
      }),
      help,
    ),
    /** Formats a piece of code in the style of the folder of `path`, the sketch's file. */
    format: method(z.strictObject({ text: sketchText, path: path.nullable() }), formatted),
  },
  events: {},
} as const;

export type CheckDepth = (typeof CHECK_DEPTHS)[number];
export type CheckedCode = z.infer<typeof checked>;
export type FormattedCode = z.infer<typeof formatted>;
export type HelpKind = (typeof HELP_KINDS)[number];
export type CodeHelp = z.infer<typeof help>;
