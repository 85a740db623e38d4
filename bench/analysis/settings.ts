/** The policies under which the bench generates sketches. */
import type { Method, MethodResult } from '../../generator/analysis/method.ts';
import type { TaskSet } from '../../generator/analysis/task-set.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { randomTasks } from './sets.ts';
import { HERE, type Tree } from './tree.ts';

export const LOAD = 0.8;

export interface Setting {
  readonly name: string;
  readonly over: Partial<Sketch>;
  readonly preemptive?: false;
  /** D = T. */
  readonly implicit?: true;
  /** Fewer levels than tasks. */
  readonly levels?: number;
}

export const fixedPriorities: Setting = { name: 'fixed priorities', over: { policy: 'deadline-monotonic' } };
const edf: Setting = { name: 'EDF', over: { policy: 'edf' } };
export const fixedNonPreemptive: Setting = {
  ...fixedPriorities,
  name: 'fixed priorities, non-preemptive',
  preemptive: false,
};
export const edfNonPreemptive: Setting = { ...edf, name: 'EDF, non-preemptive', preemptive: false };

export const SETTINGS: readonly Setting[] = [
  fixedPriorities,
  edf,
  fixedNonPreemptive,
  edfNonPreemptive,
  { name: 'rate-monotonic, D = T', over: { policy: 'rate-monotonic' }, implicit: true },
  { name: 'fixed priorities, 8 levels', over: { policy: 'deadline-monotonic' }, levels: 8 },
  { name: 'fixed priorities, 4 cores', over: { policy: 'deadline-monotonic', cores: 4 } },
  { name: 'EDF, 4 cores', over: { policy: 'edf', cores: 4 } },
  { name: 'EDF, 4 cores, partitioned', over: { policy: 'edf', cores: 4, clusterCores: 1 } },
  { name: 'EDF, 4 cores in clusters of 2', over: { policy: 'edf', cores: 4, clusterCores: 2 } },
];

export function sketchFor({ over, implicit }: Setting, seed: number, tasks: number, tree: Tree = HERE): Sketch {
  const drawn = randomTasks(seed, tasks, (LOAD * ((over.cores ?? 1) + 1)) / 2);
  return tree.sketchOf(implicit ? drawn.map(({ T, C }) => ({ T, C })) : drawn, over);
}

export const kernelOf = ({ preemptive, levels }: Setting, tree: Tree = HERE): Capabilities =>
  preemptive === false ? tree.superLoop : tree.preemptiveKernel({ priorityLevels: levels ?? null });

export const setFor = (setting: Setting, seed: number, tasks: number, tree: Tree = HERE): TaskSet =>
  tree.buildTaskSet(sketchFor(setting, seed, tasks, tree), kernelOf(setting, tree));

/** Includes the explanation, which is computed when it is read. */
export function judged(method: Method, set: TaskSet, tree: Tree = HERE): MethodResult {
  const result = tree.applyMethod(method, set);
  void result.explanation;
  return result;
}

/** The complete judgement of a sketch: conversion to numbers, then every applicable test. */
export function judgeAll(setting: Setting, seed: number, tasks: number, tree: Tree = HERE): void {
  const set = setFor(setting, seed, tasks, tree);
  for (const method of tree.METHODS) judged(method, set, tree);
}

/** The first policy to which a test applies; undefined: it applies to none of them. */
export const settingOf = (method: Method, tree: Tree = HERE): Setting | undefined =>
  SETTINGS.find((candidate) => tree.applyMethod(method, setFor(candidate, 1, 10, tree)).applies);

/** The exact tests that are measured with 1000 tasks. */
export const EXACT: readonly (readonly [id: Method['id'], setting: Setting])[] = [
  ['response-time', fixedPriorities],
  ['processor-demand', edf],
  ['response-time-edf', edf],
  ['response-time-non-preemptive', fixedNonPreemptive],
  ['processor-demand-non-preemptive', edfNonPreemptive],
];

export function methodOf(id: Method['id'], tree: Tree = HERE): Method {
  const method = tree.METHODS.find((candidate) => candidate.id === id);
  if (method === undefined) throw new Error(`There is no test ${id}.`);
  return method;
}
