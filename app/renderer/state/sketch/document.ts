/** The sketch that the window shows, its history, and its file. All edits go through `edit`. */

import { createStore } from 'zustand/vanilla';
import { newSketch } from '../../../../generator/sketch/create.ts';
import type { EditResult } from '../../../../generator/sketch/edits.ts';
import {
  amend,
  closeStep,
  type History,
  record,
  redoLabel,
  redo as redoStep,
  startHistory,
  undoLabel,
  undo as undoStep,
} from '../../../../generator/sketch/history.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { storeHook } from '../session/use-session.ts';
import type { Notices } from '../window/notices.ts';

/** The file on the host's disk. Its path is null until the sketch is saved. */
export interface SketchFile {
  readonly path: string | null;
  /** The host's revision of the content that was last opened or saved here. */
  readonly revision: string | null;
  readonly writable: boolean;
}

export interface DocumentState {
  readonly history: History;
  readonly file: SketchFile;
  /**
   * The sketch as it is in the file. If it differs from the present one, there are unsaved changes.
   */
  readonly saved: Sketch;
  /**
   * Sketches that may be in the file: their saves began, and have not been answered. If the host ends meanwhile, they
   * never will be. The newest is last.
   */
  readonly unanswered: readonly Sketch[];
  /** The file no longer exists, or cannot be found under its path. */
  readonly missing: boolean;
  /** Counts documents, so that a view can drop what belonged to the previous one. */
  readonly generation: number;
}

const NO_FILE: SketchFile = { path: null, revision: null, writable: true };

/** A host that ends again and again leaves one each time. */
const MOST_UNANSWERED = 4;

type InFile = Pick<DocumentState, 'saved' | 'unanswered'>;

function fresh(sketch: Sketch, file: SketchFile, inFile: InFile, generation: number): DocumentState {
  return { history: startHistory(sketch), file, ...inFile, missing: false, generation };
}

/** Returns the sketch with what an edit entails. */
type Follower = (before: Sketch, after: Sketch) => Sketch;

export type SketchDocument = ReturnType<typeof createDocument>;

export function createDocument({ notices }: { readonly notices: Notices }) {
  const store = createStore<DocumentState>(() => {
    const sketch = newSketch('sketch');
    return fresh(sketch, NO_FILE, { saved: sketch, unanswered: [] }, 0);
  });
  const flushes = new Set<() => void>();
  const followers = new Set<Follower>();
  let mergeKeys = 0;

  const currentSketch = (): Sketch => store.getState().history.present;

  /** Replaces the document and starts a new history. `inFile` is what the file has, or may have, if it differs. */
  function showDocument(sketch: Sketch, file: SketchFile = NO_FILE, inFile: Partial<InFile> = {}): void {
    const { saved = sketch, unanswered = [] } = inFile;
    store.setState(({ generation }) => fresh(sketch, file, { saved, unanswered }, generation + 1));
  }

  /**
   * Makes one edit of the present sketch. Successive edits with the same `mergeKey` are one step of
   * undo. A refused edit changes nothing, and a notice says why.
   */
  function edit(label: string, change: (sketch: Sketch) => EditResult, mergeKey: string | null = null): boolean {
    const result = change(currentSketch());
    if (!result.ok) {
      notices.notify(result.problems[0]?.message ?? tr`That is not possible here.`, 'problem');
      return false;
    }
    let { sketch } = result;
    for (const follow of followers) sketch = follow(currentSketch(), sketch);
    store.setState(({ history }) => ({ history: record(history, sketch, label, mergeKey) }));
    return true;
  }

  /** Lets `follow` complete each edit, in its step of undo. */
  function onEdit(follow: Follower): () => void {
    followers.add(follow);
    return () => void followers.delete(follow);
  }

  /** Completes the last edit afterwards, in its step of undo. */
  const completeEdit = (change: (sketch: Sketch) => Sketch): void =>
    store.setState(({ history }) => ({ history: amend(history, change(history.present)) }));

  /** Ends a merged step, for example when a slider is released. */
  const endEdit = (): void => store.setState(({ history }) => ({ history: closeStep(history) }));

  /** A merge key that no other step of this document has. */
  const newMergeKey = (): string => `merge:${++mergeKeys}`;

  /**
   * Runs `flush` before undo, redo, save and build, so that text still being typed is part of the
   * sketch.
   */
  function onFlush(flush: () => void): () => void {
    flushes.add(flush);
    return () => void flushes.delete(flush);
  }

  function flushEdits(): void {
    for (const flush of [...flushes]) flush();
  }

  function undo(): void {
    flushEdits();
    store.setState(({ history }) => ({ history: undoStep(history) }));
  }

  function redo(): void {
    flushEdits();
    store.setState(({ history }) => ({ history: redoStep(history) }));
  }

  /** Records the current content of the file. Edits that were made during the save stay unsaved. */
  const markSaved = (sketch: Sketch, file: SketchFile): void =>
    store.setState({ saved: sketch, file, missing: false, unanswered: [] });

  /** Records that the sketch is about to be written, so it may be in the file from now on. */
  const beginSave = (sketch: Sketch): void =>
    store.setState(({ unanswered }) => ({ unanswered: [...unanswered, sketch].slice(-MOST_UNANSWERED) }));

  /** Records that another program deleted or moved the file. The sketch is then unsaved. */
  const markMissing = (): void => store.setState({ missing: true });

  const isUnsaved = (): boolean => isDirty(store.getState());

  return {
    store,
    currentSketch,
    showDocument,
    edit,
    onEdit,
    completeEdit,
    endEdit,
    newMergeKey,
    onFlush,
    flushEdits,
    undo,
    redo,
    beginSave,
    markSaved,
    markMissing,
    isUnsaved,
  };
}

export const useDocument = storeHook(({ document }) => document.store);

/** The sketch, or a part of it: `useSketch((sketch) => sketch.tasks)`. */
export function useSketch(): Sketch;
export function useSketch<T>(select: (sketch: Sketch) => T): T;
export function useSketch<T>(select?: (sketch: Sketch) => T): T | Sketch {
  return useDocument(({ history }) => (select === undefined ? history.present : select(history.present)));
}

/** Whether the window has opened its first sketch. Until then, the sketch is empty. */
export const hasOpened = ({ generation }: DocumentState): boolean => generation > 0;
export const useHasOpened = (): boolean => useDocument(hasOpened);

export const useUndoLabel = (): string | null => useDocument(({ history }) => undoLabel(history));
export const useRedoLabel = (): string | null => useDocument(({ history }) => redoLabel(history));

/**
 * Whether there are unsaved changes. A sketch without a file has unsaved changes from its first
 * edit on.
 */
export const isDirty = ({ history, saved, missing }: DocumentState): boolean => missing || history.present !== saved;
