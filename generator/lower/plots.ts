/** Reports calls of `plot()` whose name is not known before the program runs. */
import { CODE_PIECES } from '../sketch/blocks/model.ts';
import { namelessPlots, ownsPlot } from '../sketch/code/plots.ts';
import type { Sketch } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import type { Reporter } from './reporter.ts';

export function checkPlots(sketch: Sketch, reporter: Reporter): void {
  if (ownsPlot(sketch.prelude)) return;
  const check = (path: readonly PropertyKey[], code: string): void => {
    for (const { line } of namelessPlots(code)) {
      const text = tr`the name in plot() on line ${line} is not text in quotation marks. The value has no chart unless the code writes the same name in quotation marks in another call of plot(). Write the name there, as in plot("temperature", x), or use a macro in place of a function.`;
      reporter.report(path, text, 'warning');
    }
  };
  check(['prelude'], sketch.prelude);
  for (const [index, task] of sketch.tasks.entries()) {
    for (const piece of CODE_PIECES) check(['tasks', index, piece], task[piece]);
  }
  for (const [index, { body }] of sketch.interrupts.entries()) check(['interrupts', index, 'body'], body);
}
