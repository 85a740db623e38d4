/** The user's settings, kept by the host, and which tools are installed. */

import { BUILD_TOOLS } from './builds.ts';
import { method, nothing } from './define.ts';
import * as z from './zod.ts';

const values = z.object({
  /** system: as the operating system says. */
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']).catch('system'),
  tool: z.enum(BUILD_TOOLS).catch('platformio'),
  editorFontSize: z.number().int().min(8).max(40).catch(13),
  bodyEditor: z.enum(['blocks', 'code']).catch('code'),
  /** Layout of the window's panels, as the window itself wrote it; null: the first layout. */
  layout: z.string().max(262_144).nullable().catch(null),
});

/** What every setting is until it is set. */
export const DEFAULT_SETTINGS = values.parse({});

const change = z.strictObject({
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']).optional(),
  tool: z.enum(BUILD_TOOLS).optional(),
  editorFontSize: z.number().int().min(8).max(40).optional(),
  bodyEditor: z.enum(['blocks', 'code']).optional(),
  layout: z.string().max(262_144).nullable().optional(),
});

const toolStatus = z.object({
  /** e.g. `pio`, `arduino-cli`, `avr-gcc`. */
  name: z.string(),
  /** What it is for, in words for a user. */
  purpose: z.string(),
  installed: z.boolean(),
  /** Where it was found: a program or a folder. */
  path: z.string().nullable(),
  /** The command that brings it, to be shown and copied; null when there is nothing to do. */
  install: z.string().nullable(),
  /** What is missing or wrong, and how to mend it, in words for a user; null when it is installed. */
  problem: z.string().nullable(),
});

/** Settings as stored: a value of another version or a spoilt one becomes its default. */
export const settingsValues = values;

export const settings = {
  methods: {
    get: method(nothing, values),
    /** Changes what is given; answers all. Other windows get `settings.changed`. */
    set: method(change, values),
  },
  events: { changed: values },
} as const;

export const tools = {
  methods: {
    status: method(nothing, z.object({ tools: z.array(toolStatus) })),
  },
  events: {},
} as const;

export type Settings = z.infer<typeof values>;
export type SettingsChange = z.infer<typeof change>;
export type ToolStatus = z.infer<typeof toolStatus>;
