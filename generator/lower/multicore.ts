/**
 * Sketches with several cores, where the kernel itself releases and schedules the tasks: what such a program cannot
 * have, and the cores of each task.
 */
import type { Capabilities, MulticoreGeneration } from '../platform/kernel.ts';
import type { Sketch, Task } from '../sketch/model.ts';
import { deadlineUsOf } from '../sketch/model.ts';
import { quote } from '../sketch/problem.ts';
import { US_PER_S } from '../sketch/time.ts';
import { systemOf } from '../system/system.ts';
import { tr } from '../words/tr.ts';
import type { Multicore } from './program.ts';
import type { Reporter } from './reporter.ts';

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The times that the kernel counts in its ticks. */
function timesOf({ tasks }: Sketch): number[] {
  const periodic = tasks.filter(({ kind }) => kind === 'periodic');
  return periodic.flatMap((task) => [task.periodUs ?? 0, deadlineUsOf(task) ?? 0, task.offsetUs]);
}

/** The longest tick of which all times are multiples. A second is a multiple of it, too. Unit: µs. */
const commonTickUs = (sketch: Sketch): number => timesOf(sketch).reduce(gcd, US_PER_S);

/** The cores on which a task may run, ascending; null: the sketch does not say in which cluster it is. */
function coresOf({ core, affinity }: Pick<Task, 'core' | 'affinity'>, cores: number, clusterCores: number) {
  const isGlobal = clusterCores >= cores;
  if (core === null && !isGlobal) return null;
  const first = isGlobal ? 0 : Math.floor((core ?? 0) / clusterCores) * clusterCores;
  const own = Array.from({ length: Math.min(clusterCores, cores - first) }, (_, index) => first + index);
  const bound = isGlobal && core !== null ? [core] : own;
  return affinity.length === 0 ? bound : bound.filter((one) => affinity.includes(one));
}

/** The cores of each runnable, by its index. Null: one core. */
export function multicoreOf(sketch: Sketch): Multicore | null {
  const { cores, clusterCores, runnables } = systemOf(sketch);
  if (cores === 1) return null;
  const tasks = runnables.map((runnable) => {
    const own = coresOf(runnable, cores, clusterCores) ?? [];
    return { cluster: Math.floor((own[0] ?? 0) / clusterCores), cores: own };
  });
  return { cores, clusterCores, tickUs: commonTickUs(sketch), tasks };
}

/** Reports what the kernel of a program for several cores does not do. */
export function checkMulticore(
  sketch: Sketch,
  capabilities: Capabilities,
  multicore: MulticoreGeneration,
  reporter: Reporter,
): void {
  const { label } = capabilities;
  const { clusterCores } = systemOf(sketch);
  sketch.tasks.forEach((task, index) => {
    const path = ['tasks', index];
    if (coresOf(task, sketch.cores, clusterCores)?.length === 0) {
      reporter.report([...path, 'affinity'], tr`${quote(task.name)} may run on no core. Add one of its own cores.`);
    } else if (coresOf(task, sketch.cores, clusterCores) === null) {
      reporter.report(
        [...path, 'core'],
        tr`${quote(task.name)} has no core. Assign it to one, or let all cores share one queue.`,
      );
    }
    if (!multicore.overruns.includes(task.overrun)) {
      const known = multicore.overruns.join(tr` or `);
      const text = tr`${label} on several cores has no overrun policy ${task.overrun}. Choose ${known}.`;
      reporter.report([...path, 'overrun'], text);
    }
    if (sketch.policy === 'edf' && task.kind === 'periodic' && deadlineUsOf(task) !== task.periodUs) {
      const text = tr`${label} on several cores orders jobs by the end of their periods. Set the deadline of ${quote(task.name)} to its period, or use fixed priorities.`;
      reporter.report([...path, 'deadlineUs'], text);
    }
    for (const member of ['deadlineHandler', 'budgetHandler'] as const) {
      if (task[member].trim() === '') continue;
      reporter.report([...path, member], tr`${label} on several cores calls no handlers. Remove it, or use one core.`);
    }
  });
  const tick = commonTickUs(sketch);
  if (tick < multicore.leastTickUs) {
    const text = tr`${label} on several cores counts periods, deadlines and offsets in ticks, and these times have only ${tick} µs in common. Choose times with a common divisor of at least ${multicore.leastTickUs} µs, e.g. whole milliseconds.`;
    reporter.report(['tasks'], text);
  }
}
