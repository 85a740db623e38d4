/** The result of an edit, and the check at the end of each edit. */
import type { Sketch } from './model.ts';
import type { Problem } from './problem.ts';
import { checkSketch } from './read.ts';

export type EditResult =
  | { readonly ok: true; readonly sketch: Sketch }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The sketch if it could be read back from its file; otherwise the problems. */
export function validated(sketch: Sketch): EditResult {
  const problems = checkSketch(sketch).filter((problem) => problem.severity === 'error');
  return problems.length === 0 ? { ok: true, sketch } : { ok: false, problems };
}

/** The result of an edit of an element that does not exist. */
export function refused(pointer: string, message: string): EditResult {
  return { ok: false, problems: [{ pointer, message, severity: 'error' }] };
}
