/** Unsaved changes, which the host keeps until they are saved or discarded, for the case of a crash. */
import { id, method, nothing, path } from './define.ts';
import { revision, sketchText } from './projects.ts';
import * as z from './zod.ts';

const file = z.strictObject({ path: path.nullable(), revision: revision.nullable(), writable: z.boolean() });

/**
 * A sketch with unsaved changes, and the sketch that its file had when it was last opened or saved. `unanswered` are
 * later ones that the file may have, because their saves were not answered.
 */
const unsaved = z.strictObject({
  file,
  text: sketchText,
  saved: sketchText,
  unanswered: z.array(sketchText).max(10).optional(),
});

export const recovery = {
  methods: {
    /**
     * Keeps the document under this id instead of what was kept before. `kept` is false if another window
     * uses the id; the window then needs another id.
     */
    keep: method(z.strictObject({ id, unsaved }), z.object({ kept: z.boolean() })),
    /** Forgets the document, because it was saved or discarded. */
    drop: method(z.strictObject({ id }), nothing),
    /** What windows left behind that are gone, the newest first. `own` are the ids of the window that asks. */
    list: method(
      z.strictObject({ own: z.array(id).max(1000) }),
      z.object({ left: z.array(z.object({ id, path: path.nullable(), name: z.string(), keptAtMs: z.number() })) }),
    ),
    /** Null if it was taken or discarded meanwhile. */
    read: method(z.strictObject({ id }), z.object({ unsaved: unsaved.nullable() })),
  },
  events: {},
} as const;

export type Unsaved = z.infer<typeof unsaved>;
export type LeftBehind = z.infer<(typeof recovery.methods.list)['result']>['left'][number];
