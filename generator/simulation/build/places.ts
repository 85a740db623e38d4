/** Assigns a core or cluster to each task. */
import { clustersOf as groupsOf } from '../../analysis/global/cores.ts';
import { placeOpenTasks } from '../../analysis/global/placement.ts';
import type { TaskSet } from '../../analysis/task-set.ts';
import type { Sketch, Task } from '../../sketch/model.ts';
import { tr } from '../../words/tr.ts';
import type { Cluster, DispatcherKind, SimulatedTask } from '../model.ts';

export type Place = Pick<SimulatedTask, 'cluster' | 'affinity'>;

const sizeOf = ({ clusterCores, cores }: Sketch): number => Math.min(clusterCores ?? cores, cores);

/** Cores in groups of the size in the sketch. The last group may be smaller. */
export function clustersOf(sketch: Sketch, dispatcher: DispatcherKind): Cluster[] {
  const groups = groupsOf({ cores: sketch.cores, clusterCores: sizeOf(sketch) });
  return groups.map((cores) => ({ cores, dispatcher }));
}

export type Places =
  | { readonly ok: true; readonly places: readonly Place[]; readonly assumptions: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * For each task without a core in the sketch, the core that the analysis assigns. null: the task
 * has a core, or fits on no core.
 */
export function judgedPlacement(sketch: Sketch, set: TaskSet): (number | null)[] {
  const open = sketch.tasks.map(({ core }) => core === null);
  const cores: (number | null)[] = sketch.tasks.map(() => null);
  if (!open.includes(true) || sizeOf(sketch) >= sketch.cores) return cores;
  const { placement } = placeOpenTasks(set);
  set.entities.forEach(({ kind, source }, index) => {
    if (kind === 'task' && open[source] === true) cores[source] = placement[index]?.[0] ?? null;
  });
  return cores;
}

/**
 * @param placement for each task without a core in the sketch, its core; other tasks without a core
 * go to the cluster with the lowest load
 */
export function placesOf(sketch: Sketch, placement: readonly (number | null)[] = []): Places {
  const clusters = clustersOf(sketch, 'priority');
  const load = clusters.map(() => 0);
  const chosen = sketch.tasks.map((task, index) => task.core ?? placement[index] ?? null);
  chosen.forEach((core, index) => {
    if (core !== null) addLoad(load, clusterOf(sketch, core), sketch.tasks[index] as Task);
  });
  const guessed: string[] = [];
  const places: Place[] = [];
  for (const [index, task] of sketch.tasks.entries()) {
    const core = chosen[index] ?? null;
    const cluster = core === null ? leastLoaded(load, task, clusters) : clusterOf(sketch, core);
    if (core === null) addLoad(load, cluster, task);
    if (task.core === null && clusters.length > 1) {
      guessed.push(tr`"${task.name}" on ${clusterName(clusters[cluster] as Cluster)}`);
    }
    const { cores } = clusters[cluster] as Cluster;
    const affinity = cores.filter((one) => mayRunOn(task, one, clusters.length === 1 ? task.core : null));
    if (affinity.length === 0) {
      const named = task.affinity.join(', ');
      return {
        ok: false,
        reason: tr`Task "${task.name}" may run on no core: its affinity allows ${named}, and it is assigned to ${clusterName(clusters[cluster] as Cluster)}. Change one of them.`,
      };
    }
    places.push({ cluster, affinity });
  }
  const assumptions =
    guessed.length > 0 ? [tr`The sketch gives some tasks no core; the simulation runs ${guessed.join(', ')}.`] : [];
  return { ok: true, places, assumptions };
}

const clusterOf = (sketch: Sketch, core: number): number =>
  Math.floor(Math.min(core, sketch.cores - 1) / sizeOf(sketch));

/**
 * @param bound with one queue for all cores, the only core that the task may use; otherwise null
 */
function mayRunOn({ affinity }: Task, core: number, bound: number | null): boolean {
  return (affinity.length === 0 || affinity.includes(core)) && (bound === null || bound === core);
}

function clusterName({ cores }: Cluster): string {
  const [first = 0] = cores;
  return cores.length === 1 ? tr`core ${first}` : tr`cores ${first} to ${cores.at(-1) ?? first}`;
}

function addLoad(load: number[], cluster: number, { budgetUs, periodUs }: Task): void {
  load[cluster] = load[cluster]! + (budgetUs !== null && periodUs !== null ? budgetUs / periodUs : 0);
}

/** The least loaded of the clusters in which the task may run; of all clusters if there is none. */
function leastLoaded(load: readonly number[], { affinity }: Task, clusters: readonly Cluster[]): number {
  const mayHave = clusters.map(({ cores }) => affinity.length === 0 || cores.some((core) => affinity.includes(core)));
  const some = mayHave.includes(true);
  const loads = load.map((value, cluster) => (some && !mayHave[cluster] ? Number.POSITIVE_INFINITY : value));
  return loads.indexOf(Math.min(...loads));
}
