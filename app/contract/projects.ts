/**
 * Sketch files: starter sketches, open, save, recent files, and folder listings for the browser's
 * file picker.
 */
import { MAX_TEXT_LENGTH } from '../../generator/sketch/limits.ts';
import { CHANNEL_KINDS, LED_COLORS, PART_KINDS, TARGETS } from '../../generator/sketch/model.ts';
import { id, method, nothing, path } from './define.ts';
import * as z from './zod.ts';

/**
 * Size in bytes of the largest file that can be opened. Each character of a sketch (a UTF-16 unit)
 * takes at most three bytes in UTF-8.
 */
export const MAX_SKETCH_BYTES = 3 * MAX_TEXT_LENGTH;

/** A sketch as text, exactly as in its file. */
export const sketchText = z.string().max(MAX_TEXT_LENGTH);

/** The same shape as in generator/sketch/problem.ts. */
const problem = z.object({
  pointer: z.string(),
  member: z.string().optional(),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
  line: z.int().optional(),
  column: z.int().optional(),
});

/**
 * Identifies the content of a file. The revision changes when the file changes on disk or is saved.
 * Compare it only for equality.
 */
export const revision = z.string().min(1).max(128);

export const DIFFICULTIES = ['first', 'next', 'advanced'] as const;

/** Elements at their positions on the canvas, and wires between them by index. */
const templatePicture = z.object({
  nodes: z.array(
    z.object({
      what: z.enum(['task', 'interrupt', 'resource', ...CHANNEL_KINDS, ...PART_KINDS]),
      x: z.number(),
      y: z.number(),
      /** Color of an LED. */
      color: z.enum(LED_COLORS).optional(),
    }),
  ),
  wires: z.array(z.object({ from: z.int(), to: z.int() })),
});

const template = z.object({
  id,
  /** The sketch's own name. */
  name: z.string(),
  /** The title in the gallery, and a summary of one sentence. */
  title: z.string(),
  summary: z.string(),
  board: z.string(),
  target: z.enum(TARGETS),
  tasks: z.int(),
  difficulty: z.enum(DIFFICULTIES),
  picture: templatePicture,
});

const openedFile = z.object({
  path,
  text: z.string(),
  revision,
  /**
   * Problems found when the text was parsed as a sketch. If one of them is an error, the window
   * shows the problems instead of the sketch.
   */
  problems: z.array(problem),
  /** False when the file or its folder is not writable. */
  writable: z.boolean(),
});

const saved = z.object({ status: z.literal('saved'), path, revision });
const conflict = z.object({
  status: z.literal('conflict'),
  /**
   * `changed`: the file has other content than expected. `exists`: no file was expected. `deleted`:
   * a file was expected.
   */
  reason: z.enum(['changed', 'exists', 'deleted']),
  path,
  /**
   * Pass this as `expectedRevision` to overwrite the current content. Null when there is no file.
   */
  revision: revision.nullable(),
});
const written = z.object({ status: z.literal('written'), dir: path, files: z.int() });
/** The text does not parse as a sketch or cannot be generated, and nothing was written. */
const refused = z.object({ status: z.literal('refused'), problems: z.array(problem) });

/** An earlier export is there, and nothing was written. */
const exists = z.object({ status: z.literal('exists'), path });
/** `ino`: a sketch folder of the Arduino IDE. */
const exportForm = z.enum(['platformio', 'ino']);

const recentFile = z.object({ path, name: z.string(), folder: z.string(), openedAtMs: z.number() });

const folderEntry = z.object({
  name: z.string(),
  path,
  kind: z.enum(['folder', 'sketch']),
  modifiedAtMs: z.number(),
});

const folder = z.object({
  dir: path,
  /** Null at the root. */
  parent: path.nullable(),
  /** The drives on Windows, `/` elsewhere. */
  roots: z.array(path),
  home: path,
  /** `/` or `\`. */
  separator: z.string(),
  /** Folders first, then sketches, each sorted by name. Hidden entries are left out. */
  entries: z.array(folderEntry),
  /** True when the folder has more entries than are listed. */
  truncated: z.boolean(),
});

const startup = z.object({
  /** What the window opens first, from the command line. Null lets the window decide. */
  open: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('template'), id }),
      z.object({ kind: z.literal('path'), path }),
    ])
    .nullable(),
  /**
   * Whether `pickOpen` and `pickSave` can show the system's dialogs. If not, the window shows its
   * own picker, which uses `browse`.
   */
  nativeDialogs: z.boolean(),
  platform: z.string(),
  version: z.string(),
});

export const projects = {
  methods: {
    startup: method(nothing, startup),
    templates: method(nothing, z.object({ templates: z.array(template) })),
    openTemplate: method(z.strictObject({ id }), z.object({ name: z.string(), text: z.string() })),
    /**
     * Fails with `not-found`, `not-permitted` or `too-large`. A relative path is resolved against
     * the folder in which the host was started.
     */
    open: method(z.strictObject({ path }), openedFile),
    /**
     * Writes the whole text or nothing. `expectedRevision` is the revision that was last opened or
     * saved. Null expects that no file exists. Without `expectedRevision`, any existing content is
     * replaced.
     */
    save: method(
      z.strictObject({ path, text: sketchText, expectedRevision: revision.nullable().optional() }),
      z.discriminatedUnion('status', [saved, conflict, refused]),
    ),
    /**
     * Writes the sketch's generated project: C++ code, the runtime and build files. With `zip`, `dir`
     * is the path of a zip file. Otherwise the folder must be new, empty, or generated before, and
     * the method fails with `unavailable` for any other folder. `replace` allows to replace an
     * earlier export.
     */
    exportProject: method(
      z.strictObject({ text: sketchText, dir: path, form: exportForm, zip: z.boolean(), replace: z.boolean() }),
      z.discriminatedUnion('status', [written, exists, refused]),
    ),
    /**
     * Watches the file that the window shows, instead of the one before. Null watches none.
     * `projects.changed` follows when its content is no longer that of `revision`.
     */
    watch: method(z.strictObject({ file: z.strictObject({ path, revision }).nullable() }), nothing),
    /** Returns recent files, most recent first. Files that no longer exist are left out. */
    recent: method(nothing, z.object({ files: z.array(recentFile) })),
    forgetRecent: method(z.strictObject({ path }), nothing),
    /** Lists a folder. Null selects the folder of the last file, or else the home folder. */
    browse: method(z.strictObject({ dir: path.nullable() }), folder),
    /**
     * These two methods show the system's dialogs. `path` is null when the user cancelled. They
     * fail with `unavailable` where the system has no dialogs.
     */
    pickOpen: method(nothing, z.object({ path: path.nullable() })),
    pickSave: method(z.strictObject({ suggestedName: z.string().max(255) }), z.object({ path: path.nullable() })),
  },
  events: {
    /** Another program changed the watched file. `revision` is null when the file no longer exists. */
    changed: z.object({ path, revision: revision.nullable() }),
    /** The user opened a file with the program, which runs already. */
    openRequested: z.object({ path }),
  },
} as const;

export type Template = z.infer<typeof template>;
export type TemplatePicture = z.infer<typeof templatePicture>;
export type Difficulty = (typeof DIFFICULTIES)[number];
export type OpenedFile = z.infer<typeof openedFile>;
export type SaveResult = z.infer<typeof saved> | z.infer<typeof conflict> | z.infer<typeof refused>;
export type ExportResult = z.infer<typeof written> | z.infer<typeof exists> | z.infer<typeof refused>;
export type ExportForm = z.infer<typeof exportForm>;
export type RecentFile = z.infer<typeof recentFile>;
export type Folder = z.infer<typeof folder>;
export type FolderEntry = z.infer<typeof folderEntry>;
export type Startup = z.infer<typeof startup>;
