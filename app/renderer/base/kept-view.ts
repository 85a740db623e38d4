/** The view of a timeline, kept while another sketch is shown. */
import type { TimeSpan } from './time.ts';

interface KeptView {
  readonly view: TimeSpan;
  /** How far the lanes were scrolled. Unit: px. */
  readonly scrollTop: number;
}

/** The last view of each kind of schedule. */
export type KeptViews = Map<'predicted' | 'measured', KeptView>;
