/**
 * Undo and redo. A history is a value: each function gives a new one. Since edits share what they do not touch, keeping
 * whole sketches costs little.
 */
import type { Sketch } from './model.ts';

/** Steps that can be undone; older ones are forgotten. */
const MAX_STEPS = 500;

interface Step {
  readonly sketch: Sketch;
  /** What leads from this sketch to the next: "Change budget". */
  readonly label: string;
}

export interface History {
  readonly present: Sketch;
  /** Oldest first. */
  readonly past: readonly Step[];
  /** Next to redo last. */
  readonly future: readonly Step[];
  /** Key of the step that further records may still be merged into; null when there is none. */
  readonly openKey: string | null;
}

/** A history that begins with this sketch. */
export function startHistory(sketch: Sketch): History {
  return { present: sketch, past: [], future: [], openKey: null };
}

/**
 * Records a changed sketch. Records in a row with the same `mergeKey` are one step, so that a drag of a slider is undone
 * at once: give every drag its own key, or call `closeStep` when it ends. A sketch that is the same object is no step.
 */
export function record(history: History, sketch: Sketch, label: string, mergeKey: string | null = null): History {
  if (sketch === history.present) return history;
  if (mergeKey !== null && mergeKey === history.openKey) return { ...history, present: sketch };
  const past = [...history.past, { sketch: history.present, label }].slice(-MAX_STEPS);
  return { present: sketch, past, future: [], openKey: mergeKey };
}

/** Ends a step that is being merged: the next record is a step of its own. */
export function closeStep(history: History): History {
  return history.openKey === null ? history : { ...history, openKey: null };
}

/** Label of what undo would take back, or null when there is nothing. */
export function undoLabel(history: History): string | null {
  return history.past.at(-1)?.label ?? null;
}

/** Label of what redo would do again, or null when there is nothing. */
export function redoLabel(history: History): string | null {
  return history.future.at(-1)?.label ?? null;
}

/** The history one step back; the same one when there is none. */
export function undo(history: History): History {
  const step = history.past.at(-1);
  if (step === undefined) return history;
  const future = [...history.future, { sketch: history.present, label: step.label }];
  return { present: step.sketch, past: history.past.slice(0, -1), future, openKey: null };
}

/** The history one step forward; the same one when there is none. */
export function redo(history: History): History {
  const step = history.future.at(-1);
  if (step === undefined) return history;
  const past = [...history.past, { sketch: history.present, label: step.label }];
  return { present: step.sketch, past, future: history.future.slice(0, -1), openKey: null };
}
