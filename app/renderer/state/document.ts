/** The sketch that the window shows, its history, and the file that it came from. All edits go through `edit`. */
import { create } from 'zustand';
import { newSketch } from '../../../generator/sketch/create.ts';
import type { EditResult } from '../../../generator/sketch/edits.ts';
import {
  closeStep,
  type History,
  record,
  redoLabel,
  redo as redoStep,
  startHistory,
  undoLabel,
  undo as undoStep,
} from '../../../generator/sketch/history.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { notify } from './notices.ts';

/** The file on the host's disk; null path: not saved yet. */
export interface SketchFile {
  readonly path: string | null;
  /** What the host said of the content that we opened or saved last. */
  readonly revision: string | null;
  readonly writable: boolean;
}

interface DocumentState {
  readonly history: History;
  readonly file: SketchFile;
  /** The sketch as it is in the file; another one means unsaved changes. */
  readonly saved: Sketch;
  /** Counts documents, so that views can drop what belonged to the one before. */
  readonly generation: number;
}

const NO_FILE: SketchFile = { path: null, revision: null, writable: true };

function fresh(sketch: Sketch, file: SketchFile, generation: number): DocumentState {
  return { history: startHistory(sketch), file, saved: sketch, generation };
}

export const useDocument = create<DocumentState>(() => fresh(newSketch('sketch'), NO_FILE, 0));

export const currentSketch = (): Sketch => useDocument.getState().history.present;

/** The sketch, or a part of it: `useSketch(s => s.tasks)`. */
export function useSketch(): Sketch;
export function useSketch<T>(select: (sketch: Sketch) => T): T;
export function useSketch<T>(select?: (sketch: Sketch) => T): T | Sketch {
  return useDocument(({ history }) => (select === undefined ? history.present : select(history.present)));
}

/** Replaces the document; its history begins anew. */
export function showDocument(sketch: Sketch, file: SketchFile = NO_FILE): void {
  useDocument.setState(({ generation }) => fresh(sketch, file, generation + 1));
}

/**
 * Makes one edit of the present sketch. Edits in a row with the same `mergeKey` are one step of undo. A refused edit
 * changes nothing and says why.
 */
export function edit(label: string, change: (sketch: Sketch) => EditResult, mergeKey: string | null = null): boolean {
  const result = change(currentSketch());
  if (!result.ok) {
    notify(result.problems[0]?.message ?? 'That is not possible here.', 'problem');
    return false;
  }
  useDocument.setState(({ history }) => ({ history: record(history, result.sketch, label, mergeKey) }));
  return true;
}

/** Ends a merged step, e.g. when a slider is let go. */
export function endEdit(): void {
  useDocument.setState(({ history }) => ({ history: closeStep(history) }));
}

const beforeHistory = new Set<() => void>();

/** Runs `flush` before undo, redo, save and build, so that text still being typed is part of the sketch. */
export function onFlush(flush: () => void): () => void {
  beforeHistory.add(flush);
  return () => void beforeHistory.delete(flush);
}

export function flushEdits(): void {
  for (const flush of [...beforeHistory]) flush();
}

export function undo(): void {
  flushEdits();
  useDocument.setState(({ history }) => ({ history: undoStep(history) }));
}

export function redo(): void {
  flushEdits();
  useDocument.setState(({ history }) => ({ history: redoStep(history) }));
}

export const useUndoLabel = (): string | null => useDocument(({ history }) => undoLabel(history));
export const useRedoLabel = (): string | null => useDocument(({ history }) => redoLabel(history));

/** Whether there are changes that are not in the file. A sketch that never had a file counts from its first change. */
export const isDirty = ({ history, saved }: DocumentState): boolean => history.present !== saved;

/** The given content is in the file now. Changes made while it was written stay unsaved. */
export function markSaved(sketch: Sketch, file: SketchFile): void {
  useDocument.setState({ saved: sketch, file });
}
