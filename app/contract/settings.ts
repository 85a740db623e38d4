/** The user's settings, which the host stores, and the tools that are installed. */

import { MARGIN_LIMITS, MARGIN_PERCENT } from '../../generator/estimate/margin.ts';
import { LANGUAGE_CHOICES } from '../words/language.ts';
import { BUILD_TOOLS } from './builds.ts';
import { method, nothing } from './define.ts';
import * as z from './zod.ts';

const MAX_PATH = 4096;
const MAX_FOLDERS = 1000;

/** How many millions of events of a trace a window can keep. 64 million take about 1.2 GB. */
export const KEPT_LIMITS = { min: 1, max: 64 } as const;

/** What `tools.install` can install: the tools that build sketches, and kernels. */
export const SETUP_PARTS = ['build-tools', 'freertos', 'zephyr'] as const;

export type SetupPart = (typeof SETUP_PARTS)[number];

const values = z.object({
  /** `system` follows the operating system. */
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']).catch('system'),
  /** `system` follows the operating system. A window shows a new language when it is loaded again. */
  language: z.enum(LANGUAGE_CHOICES).catch('system'),
  /** `simple` hides what most sketches do not use. `full` shows every field and panel. */
  detail: z.enum(['simple', 'full']).catch('simple'),
  tool: z.enum(BUILD_TOOLS).catch('platformio'),
  editorFontSize: z.number().int().min(8).max(40).catch(13),
  /** What an automatic budget adds to the longest job, or to the estimate. */
  budgetMarginPercent: z.number().int().min(MARGIN_LIMITS.min).max(MARGIN_LIMITS.max).catch(MARGIN_PERCENT),
  /** How many events of a trace the window keeps. Unit: millions. */
  keptMillionEvents: z.number().int().min(KEPT_LIMITS.min).max(KEPT_LIMITS.max).catch(8),
  /** The full path of clangd. Empty: the host finds it. */
  clangd: z.string().max(MAX_PATH).catch(''),
  /** A serial port that the host does not find by itself. Empty: there is none. */
  port: z.string().max(MAX_PATH).catch(''),
  /** Whether a buzzer on the virtual board is heard. */
  sound: z.boolean().catch(false),
  /** The user has seen the welcome of the first start. */
  welcomed: z.boolean().catch(false),
  /** Sketches in these folders may run as programs of the user's account. */
  trustedFolders: z.array(z.string().max(MAX_PATH)).max(MAX_FOLDERS).catch([]),
  /**
   * The layout of the window's panels, serialized by the window. Null selects the default layout.
   */
  layout: z.string().max(262_144).nullable().catch(null),
});

/** The default value of every setting. */
export const DEFAULT_SETTINGS = values.parse({});

const change = z.strictObject({
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']).optional(),
  language: z.enum(LANGUAGE_CHOICES).optional(),
  detail: z.enum(['simple', 'full']).optional(),
  tool: z.enum(BUILD_TOOLS).optional(),
  editorFontSize: z.number().int().min(8).max(40).optional(),
  budgetMarginPercent: z.number().int().min(MARGIN_LIMITS.min).max(MARGIN_LIMITS.max).optional(),
  keptMillionEvents: z.number().int().min(KEPT_LIMITS.min).max(KEPT_LIMITS.max).optional(),
  clangd: z.string().max(MAX_PATH).optional(),
  port: z.string().max(MAX_PATH).optional(),
  sound: z.boolean().optional(),
  welcomed: z.boolean().optional(),
  trustedFolders: z.array(z.string().max(MAX_PATH)).max(MAX_FOLDERS).optional(),
  layout: z.string().max(262_144).nullable().optional(),
});

const toolStatus = z.object({
  /** For example `PlatformIO`, `arduino-cli` or `AVR tool chain`. */
  name: z.string(),
  /** What the tool is for, in words for the user. */
  purpose: z.string(),
  installed: z.boolean(),
  /** The program or folder that was found. */
  path: z.string().nullable(),
  /**
   * The command that installs the tool, for the user to copy. Null when there is nothing to
   * install.
   */
  install: z.string().nullable(),
  /**
   * What is missing or wrong and how to fix it, in words for the user. Null when the tool is
   * installed.
   */
  problem: z.string().nullable(),
  /** The part of the set-up that installs it. Null if none does. */
  part: z.enum(SETUP_PARTS).nullable(),
});

const clangdStatus = toolStatus.extend({
  /** What clangd says when it is asked for its version. Null unless it is installed. */
  version: z.string().nullable(),
});

/** Settings as stored. A value of another version or an invalid value becomes its default. */
export const settingsValues = values;

export const settings = {
  methods: {
    get: method(nothing, values),
    /**
     * Changes the given settings and returns all settings. Other windows receive
     * `settings.changed`.
     */
    set: method(change, values),
  },
  events: { changed: values },
} as const;

export const tools = {
  methods: {
    status: method(nothing, z.object({ tools: z.array(toolStatus) })),
    /** The clangd of the settings. Starts it to ask for its version, which `status` does not. */
    clangd: method(nothing, clangdStatus),
    /**
     * Installs a part, as far as the set-up can. Returns immediately. `tools.line` events
     * and then one `tools.installed` event follow. All windows receive them. Does nothing while an installation
     * runs.
     */
    install: method(z.strictObject({ part: z.enum(SETUP_PARTS) }), nothing),
  },
  events: {
    /** A line that the set-up prints. */
    line: z.object({ part: z.enum(SETUP_PARTS), text: z.string() }),
    /** `ok`: the part is installed. */
    installed: z.object({ part: z.enum(SETUP_PARTS), ok: z.boolean() }),
  },
} as const;

export type Settings = z.infer<typeof values>;
export type Detail = Settings['detail'];
export type SettingsChange = z.infer<typeof change>;
export type ToolStatus = z.infer<typeof toolStatus>;
export type ClangdStatus = z.infer<typeof clangdStatus>;
