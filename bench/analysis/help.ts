/** Time of design help: the limits of one task, recomputed while a slider moves, and the complete help. */
import { head, print, quantile, row, section, shown, timed } from './report.ts';
import { kernelOf, SETTINGS, type Setting, sketchFor } from './settings.ts';
import { HERE, type Tree } from './tree.ts';

const TASKS = 12;
const SETS = 20;

export function limitsOf(setting: Setting, seed: number, tree: Tree = HERE): () => void {
  const [sketch, context] = [sketchFor(setting, seed, TASKS, tree), { capabilities: kernelOf(setting, tree) }];
  return () => void tree.taskHelp(sketch, context, seed % TASKS);
}

export function allHelpOf(setting: Setting, seed: number, tree: Tree = HERE): () => void {
  const [sketch, context] = [sketchFor(setting, seed, TASKS, tree), { capabilities: kernelOf(setting, tree) }];
  return () => void tree.designHelp(sketch, context);
}

export function printHelp(): void {
  section(
    'Design help for 12 tasks',
    '**Limits**: the limits of one task, recomputed while a slider moves. **All**: the complete design help. ' +
      '20 random sets for each policy. Goals: 30 ms and 200 ms. A limit close to full utilization takes longer, ' +
      'because busy periods are long there.',
  );
  head('policy', 'limits, median, ms', '95 %, ms', 'all, median, ms', '95 %, ms');
  for (const setting of SETTINGS) {
    for (let seed = 0; seed < 5; seed += 1) limitsOf(setting, seed)();
    const times = [limitsOf, allHelpOf].map((of) =>
      Array.from({ length: SETS }, (_, seed) => timed(of(setting, seed))),
    );
    row(setting.name, ...times.flatMap((some) => [0.5, 0.95].map((share) => shown(quantile(some, share)))));
  }
  print();
}
