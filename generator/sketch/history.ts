/**
 * Undo and redo. A history is an immutable value: each function returns a new history. Edits share
 * unchanged elements, so storing whole sketches costs little memory.
 */
import type { Sketch } from './model.ts';

/** Maximum number of undo steps. Older steps are dropped. */
const MAX_STEPS = 500;

interface Step {
  readonly sketch: Sketch;
  /** The change from this sketch to the next one: "Change budget". */
  readonly label: string;
}

export interface History {
  readonly present: Sketch;
  /** Oldest step first. */
  readonly past: readonly Step[];
  /** The next step to redo is last. */
  readonly future: readonly Step[];
  /**
   * Merge key of the step into which further records may be merged; null if the next record starts
   * a new step.
   */
  readonly openKey: string | null;
}

/** A history that starts with this sketch. */
export function startHistory(sketch: Sketch): History {
  return { present: sketch, past: [], future: [], openKey: null };
}

/**
 * Records a changed sketch. Consecutive records with the same `mergeKey` form one step, so one undo
 * reverts the whole drag of a slider. Give each drag its own key, or call `closeStep` when it ends.
 * Recording the same sketch object again adds no step.
 */
export function record(history: History, sketch: Sketch, label: string, mergeKey: string | null = null): History {
  if (sketch === history.present) return history;
  if (mergeKey !== null && mergeKey === history.openKey) return { ...history, present: sketch };
  const past = [...history.past, { sketch: history.present, label }].slice(-MAX_STEPS);
  return { present: sketch, past, future: [], openKey: mergeKey };
}

/** Completes the last step: its result is this sketch. */
export function amend(history: History, sketch: Sketch): History {
  return sketch === history.present ? history : { ...history, present: sketch };
}

/** Ends the open step: the next record starts a new step. */
export function closeStep(history: History): History {
  return history.openKey === null ? history : { ...history, openKey: null };
}

/** Label of the step that undo reverts, or null if there is none. */
export function undoLabel(history: History): string | null {
  return history.past.at(-1)?.label ?? null;
}

/** Label of the step that redo repeats, or null if there is none. */
export function redoLabel(history: History): string | null {
  return history.future.at(-1)?.label ?? null;
}

/** The history one step back, or the same history if there is nothing to undo. */
export function undo(history: History): History {
  const step = history.past.at(-1);
  if (step === undefined) return history;
  const future = [...history.future, { sketch: history.present, label: step.label }];
  return { present: step.sketch, past: history.past.slice(0, -1), future, openKey: null };
}

/** The history one step forward, or the same history if there is nothing to redo. */
export function redo(history: History): History {
  const step = history.future.at(-1);
  if (step === undefined) return history;
  const past = [...history.past, { sketch: history.present, label: step.label }];
  return { present: step.sketch, past, future: history.future.slice(0, -1), openKey: null };
}
