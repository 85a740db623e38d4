/** Sketch files: starters, open, save, recent, and a look at folders for the browser's file picker. */
import { MAX_TEXT_LENGTH } from '../../generator/sketch/limits.ts';
import { id, method, nothing, path } from './define.ts';
import * as z from './zod.ts';

/** Bytes of the largest file that is opened: each character of a sketch (a UTF-16 unit) has at most three in UTF-8. */
export const MAX_SKETCH_BYTES = 3 * MAX_TEXT_LENGTH;

/** A sketch as text, as it is in its file. */
export const sketchText = z.string().max(MAX_TEXT_LENGTH);

/** As in generator/sketch/problem.ts. */
const problem = z.object({
  pointer: z.string(),
  member: z.string().optional(),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
  line: z.int().optional(),
  column: z.int().optional(),
});

/** Which content a file has: changes when the file does, on disk or by saving. Compare only. */
const revision = z.string().min(1).max(128);

const template = z.object({
  id,
  /** The sketch's own name. */
  name: z.string(),
  /** As shown in the gallery, and one sentence about it. */
  title: z.string(),
  summary: z.string(),
  board: z.string(),
  target: z.string(),
  tasks: z.int(),
});

const openedFile = z.object({
  path,
  text: z.string(),
  revision,
  /** Of the text, read as a sketch; with an error among them the window shows them instead of the sketch. */
  problems: z.array(problem),
  /** False when the file or its folder cannot be written to. */
  writable: z.boolean(),
});

const saved = z.object({ status: z.literal('saved'), path, revision });
const conflict = z.object({
  status: z.literal('conflict'),
  /** changed: other content than expected. exists: expected none. deleted: expected some. */
  reason: z.enum(['changed', 'exists', 'deleted']),
  path,
  /** Pass it as `expectedRevision` to save over what is there now; null: there is no file. */
  revision: revision.nullable(),
});
/** The text does not read as a sketch; nothing was written. */
const refused = z.object({ status: z.literal('refused'), problems: z.array(problem) });

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
  /** Drives on Windows, else `/`. */
  roots: z.array(path),
  home: path,
  /** `/` or `\`. */
  separator: z.string(),
  /** Folders first, then sketches, each by name. Hidden ones are left out. */
  entries: z.array(folderEntry),
  /** True when there were more than are listed. */
  truncated: z.boolean(),
});

const startup = z.object({
  /** What to open first, given when the program was started; null: the window decides. */
  open: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('template'), id }),
      z.object({ kind: z.literal('path'), path }),
    ])
    .nullable(),
  /** Whether pickOpen and pickSave show the system's dialogs; if not, the window has its own picker over `browse`. */
  nativeDialogs: z.boolean(),
  platform: z.string(),
  version: z.string(),
});

export const projects = {
  methods: {
    startup: method(nothing, startup),
    templates: method(nothing, z.object({ templates: z.array(template) })),
    openTemplate: method(z.strictObject({ id }), z.object({ name: z.string(), text: z.string() })),
    /** Fails with not-found, not-permitted, too-large. A relative path counts from where the host was started. */
    open: method(z.strictObject({ path }), openedFile),
    /**
     * Writes the whole text or nothing. `expectedRevision`: the revision that was opened or saved last; null: a new
     * file; left out: whatever is there is replaced.
     */
    save: method(
      z.strictObject({ path, text: sketchText, expectedRevision: revision.nullable().optional() }),
      z.discriminatedUnion('status', [saved, conflict, refused]),
    ),
    /** Most recent first; files that are gone are left out. */
    recent: method(nothing, z.object({ files: z.array(recentFile) })),
    forgetRecent: method(z.strictObject({ path }), nothing),
    /** null: the folder of the last file, else home. */
    browse: method(z.strictObject({ dir: path.nullable() }), folder),
    /** The system's dialogs; null when the user cancelled. Fail with `unavailable` where there are none. */
    pickOpen: method(nothing, z.object({ path: path.nullable() })),
    pickSave: method(z.strictObject({ suggestedName: z.string().max(255) }), z.object({ path: path.nullable() })),
  },
  events: {},
} as const;

export type Template = z.infer<typeof template>;
export type OpenedFile = z.infer<typeof openedFile>;
export type SaveResult = z.infer<typeof saved> | z.infer<typeof conflict> | z.infer<typeof refused>;
export type RecentFile = z.infer<typeof recentFile>;
export type Folder = z.infer<typeof folder>;
export type FolderEntry = z.infer<typeof folderEntry>;
export type Startup = z.infer<typeof startup>;
