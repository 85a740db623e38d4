/** Computes design help for the command line, within a time limit. */
import { designHelp } from '../../generator/analysis/help/index.ts';
import type { DesignHelp, StaticFit } from '../../generator/analysis/help/types.ts';
import type { Calibrated } from '../../generator/calibration/record.ts';
import { contextOf } from '../../generator/judge/context.ts';
import { staticFit } from '../../generator/judge/fit.ts';
import type { Sketch } from '../../generator/sketch/model.ts';

/** Limits of tasks that are not found within this time are left out. Unit: ms. */
const MOST_HELP_MS = 2000;

export interface Design {
  readonly help: DesignHelp;
  /** Null when the sketch's target has no code generator or no memory measurements. */
  readonly fit: StaticFit | null;
}

export function designFor(sketch: Sketch, ideal: boolean, calibrations: readonly Calibrated[]): Design {
  const until = performance.now() + MOST_HELP_MS;
  const context = contextOf(sketch, ideal, calibrations);
  const help = designHelp(sketch, context, { enough: () => performance.now() > until });
  return { help, fit: staticFit(sketch) };
}
