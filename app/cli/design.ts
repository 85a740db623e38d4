/** Design help as the command line works it out: with a limit on the time that it takes. */
import { designHelp } from '../../generator/analysis/help/index.ts';
import type { DesignHelp, StaticFit } from '../../generator/analysis/help/types.ts';
import { contextOf } from '../../generator/judge/context.ts';
import { staticFit } from '../../generator/judge/fit.ts';
import type { Sketch } from '../../generator/sketch/model.ts';

/** Limits of tasks that are not found within this time are left out. Unit: ms. */
const MOST_HELP_MS = 2000;

export interface Design {
  readonly help: DesignHelp;
  /** Null where nothing is generated or measured for the sketch's target. */
  readonly fit: StaticFit | null;
}

export function designFor(sketch: Sketch, ideal: boolean): Design {
  const until = performance.now() + MOST_HELP_MS;
  const help = designHelp(sketch, contextOf(sketch, ideal), { enough: () => performance.now() > until });
  return { help, fit: staticFit(sketch) };
}
