/** How the time of each test grows with the number of tasks. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { methodTimes } from './methods.ts';
import { growthPlot, type Point } from './plot.ts';
import { head, paragraph, print, quantile, row, section, shown } from './report.ts';
import { settingOf } from './settings.ts';
import { HERE, ROOT } from './tree.ts';

export const COUNTS = [10, 20, 50, 100, 200, 500, 1000];

export async function printGrowth(): Promise<void> {
  section(
    'Growth',
    'Median of 9 random sets (3 from 500 tasks on). Each test is measured under the first policy above to ' +
      'which it applies.',
  );
  print('![Time of each test over the number of tasks](images/bench-analysis.svg)');
  print();
  head('test', ...COUNTS.map((tasks) => `${tasks} tasks, ms`));
  const points: Point[] = [];
  const left: string[] = [];
  for (const method of HERE.METHODS) {
    const setting = settingOf(method);
    if (setting === undefined) {
      left.push(method.label);
      continue;
    }
    const medians = COUNTS.map((tasks) => quantile(methodTimes(method, setting, tasks, tasks >= 500 ? 3 : 9), 0.5));
    row(method.label, ...medians.map(shown));
    COUNTS.forEach((tasks, index) => void points.push({ method: method.label, tasks, ms: medians[index] as number }));
  }
  print();
  paragraph(`Not measured, because they apply to none of these policies: ${left.join(', ') || 'none'}.`);
  const file = path.join(ROOT, 'docs', 'images', 'bench-analysis.svg');
  writeFileSync(file, `${await growthPlot(points.map((point) => ({ ...point, ms: Math.max(point.ms, 0.001) })))}\n`);
}
