/** Time of design help: the limits of one task, which follow a slider, and everything for a sketch. */
import { designHelp, taskHelp } from '../../generator/analysis/help/index.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import type { Sketch } from '../../generator/sketch/model.ts';

export interface HelpTimes {
  /** Of one task each. Unit: ms. */
  readonly limits: readonly number[];
  readonly all: readonly number[];
}

/** @param timed gives the time of what it runs, in ms */
export function helpTimes(
  sketches: readonly Sketch[],
  capabilities: Capabilities,
  timed: (run: () => void) => number,
): HelpTimes {
  const context = { capabilities };
  const limits = (sketch: Sketch, index: number) => void taskHelp(sketch, context, index % sketch.tasks.length);
  sketches.slice(0, 5).forEach(limits);
  return {
    limits: sketches.map((sketch, index) => timed(() => limits(sketch, index))),
    all: sketches.map((sketch) => timed(() => void designHelp(sketch, context))),
  };
}
