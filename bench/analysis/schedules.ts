/** Time of schedule abstraction, and how often it decides. */
import { explore } from '../../generator/analysis/schedule-abstraction/explore.ts';
import { MOST_STATES } from '../../generator/analysis/schedule-abstraction/late-jobs.ts';
import { allSchedules } from '../../generator/analysis/schedule-abstraction/pattern.ts';
import type { TaskSet } from '../../generator/analysis/task-set.ts';
import { head, print, quantile, row, section, spread, timed } from './report.ts';
import { harmonicTasks } from './sets.ts';
import { edfNonPreemptive, fixedNonPreemptive, judged, methodOf, type Setting } from './settings.ts';
import { HERE, type Tree } from './tree.ts';

const HYPERPERIOD_NS = 200_000_000;

export const SEARCHED = [fixedNonPreemptive, edfNonPreemptive].flatMap((setting) =>
  [5, 10, 20].map((tasks) => ({ setting, tasks })),
);

export const setToSearch = ({ over }: Setting, seed: number, tasks: number, tree: Tree = HERE): TaskSet =>
  tree.buildTaskSet(tree.sketchOf(harmonicTasks(seed, tasks, 0.3), over), tree.superLoop);

/** Whether the search proved that no job misses or found a miss, and the time of the complete test. */
function scheduleSearch(setting: Setting, seed: number, tasks: number) {
  const set = setToSearch(setting, seed, tasks);
  const pattern = allSchedules(set);
  const found = pattern === null ? null : explore(pattern, MOST_STATES);
  const method = methodOf('schedule-abstraction');
  return {
    jobs: set.entities.reduce((sum, { periodNs }) => sum + HYPERPERIOD_NS / periodNs, 0),
    decided: found !== null && (found.finished || found.late !== null),
    holds: found?.finished ?? false,
    ms: timed(() => void judged(method, set)),
  };
}

export function printSchedules(): void {
  section(
    'Schedule abstraction',
    'Every schedule of a super-loop. 100 random sets for each line: a utilization of 0.3, periods that divide ' +
      `200 ms, jitters of up to 0.1·T, D = T. The search stops after ${MOST_STATES} states. **Jobs**: jobs in a ` +
      'hyperperiod, median. **Decided**: the search found a deadline miss, or proved that there is none.',
  );
  head('policy', 'tasks', 'jobs', 'decided', 'no miss', 'median, ms', '99 %, ms', 'most, ms');
  for (const { setting, tasks } of SEARCHED) {
    for (let seed = 0; seed < 10; seed += 1) scheduleSearch(setting, seed, tasks);
    const all = Array.from({ length: 100 }, (_, seed) => scheduleSearch(setting, 1000 + seed, tasks));
    const count = (is: (one: (typeof all)[number]) => boolean) => `${all.filter(is).length} %`;
    const [jobs, times] = [all.map((one) => one.jobs), all.map(({ ms }) => ms)];
    const shares = [count(({ decided }) => decided), count(({ holds }) => holds)];
    row(setting.name, tasks, quantile(jobs, 0.5), ...shares, ...spread(times));
  }
  print();
}
