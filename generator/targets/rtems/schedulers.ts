/**
 * The schedulers of a program for several cores, one for each cluster. EDF: the EDF SMP scheduler. Fixed priorities: the
 * Priority SMP scheduler, or the Strong APA scheduler if some task may run on a part of its cluster only.
 */
import { type Code, c, commaList, stack } from '../../emit/code.ts';
import { identifier } from '../../emit/identifier.ts';
import { integerLiteral } from '../../emit/literal.ts';
import type { Multicore } from '../../lower/program.ts';
import type { Policy } from '../../sketch/model.ts';

/** `PRIORITIES`: the macro takes the number of priorities. */
const EDF = { macro: 'EDF_SMP', priorities: false };
const PRIORITY = { macro: 'PRIORITY_SMP', priorities: true };
const STRONG_APA = { macro: 'STRONG_APA', priorities: true };
const PRIORITIES = 256;

function schedulerOf({ cores, clusterCores, tasks }: Multicore, policy: Policy) {
  if (policy === 'edf') return EDF;
  const sizeOf = (cluster: number) => Math.min(clusterCores, cores - cluster * clusterCores);
  return tasks.every((task) => task.cores.length === sizeOf(task.cluster)) ? PRIORITY : STRONG_APA;
}

const bits = (cores: readonly number[]): number => cores.reduce((sum, core) => sum | (1 << core), 0) >>> 0;

/** @param byRank indices of the tasks, in the order of the task table */
export function schedulerSettings(multicore: Multicore, policy: Policy, byRank: readonly number[]): Code {
  const { cores, clusterCores, tasks } = multicore;
  const { macro, priorities } = schedulerOf(multicore, policy);
  const clusters = Array.from({ length: Math.ceil(cores / clusterCores) }, (_, index) => index);
  const nameOf = (cluster: number) => identifier(`pl_cluster_${cluster}`);
  const context = (cluster: number): Code =>
    priorities
      ? c`RTEMS_SCHEDULER_${identifier(macro)}(${nameOf(cluster)}, ${integerLiteral(PRIORITIES)});`
      : c`RTEMS_SCHEDULER_${identifier(macro)}(${nameOf(cluster)});`;
  const entry = (cluster: number): Code =>
    c`RTEMS_SCHEDULER_TABLE_${identifier(macro)}(${nameOf(cluster)}, ${integerLiteral(cluster + 1)})`;
  const assignment = (core: number): Code =>
    c`RTEMS_SCHEDULER_ASSIGN(${integerLiteral(Math.floor(core / clusterCores))}, RTEMS_SCHEDULER_ASSIGN_PROCESSOR_MANDATORY)`;
  const ranked = byRank.flatMap((index) => tasks[index] ?? []);
  const listed = (values: readonly Code[]) => commaList(values);
  const coreNumbers = Array.from({ length: cores }, (_, core) => core);
  return stack([
    c`#define PL_RTEMS_CLUSTER_CORES ${integerLiteral(clusterCores)}`,
    c`#define PL_RTEMS_CLUSTERS ${listed(ranked.map(({ cluster }) => c`${integerLiteral(cluster)}`))}`,
    c`#define PL_RTEMS_AFFINITIES ${listed(ranked.map((task) => c`${integerLiteral(bits(task.cores))}`))}`,
    c`#define CONFIGURE_SCHEDULER_${identifier(macro)}`,
    c`#define PL_RTEMS_SCHEDULERS ${clusters.map(context).reduce((all, each) => c`${all} ${each}`)}`,
    c`#define PL_RTEMS_SCHEDULER_ENTRIES ${listed(clusters.map(entry))}`,
    c`#define PL_RTEMS_SCHEDULER_ASSIGNMENTS ${listed(coreNumbers.map(assignment))}`,
  ]);
}
