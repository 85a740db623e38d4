/** Sketches for tests, built from short task records. */

import type { Capabilities } from '../platform/kernel.ts';
import { type Policy, type Sketch, TASK_DEFAULTS, type Task } from '../sketch/model.ts';

const PREEMPTIVE: Capabilities = {
  id: 'freertos',
  label: 'Preemptive kernel',
  summary: '',
  preemptive: true,
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'enforced',
  priorityLevels: null,
  maxCores: 8,
  timeUnitNs: 1,
  vcpus: true,
  taskStacks: true,
  generates: null,
  kernel: null,
};

export const preemptiveKernel = (over: Partial<Capabilities> = {}): Capabilities => ({ ...PREEMPTIVE, ...over });

export const superLoop: Capabilities = {
  ...PREEMPTIVE,
  id: 'superloop',
  label: 'Super-loop',
  preemptive: false,
  budgets: 'monitored',
  maxCores: 1,
  vcpus: false,
  taskStacks: false,
};

export type TaskNumbers = Partial<Task> & { readonly T: number; readonly C: number; readonly D?: number };

/** Times in microseconds. */
export function sketchOf(tasks: readonly TaskNumbers[], over: Partial<Sketch> = {}): Sketch {
  return {
    name: 'test',
    board: 'uno',
    boardFacts: null,
    target: 'freertos',
    policy: 'rate-monotonic' satisfies Policy,
    cores: 1,
    clusterCores: null,
    timeUnit: 'auto',
    prelude: '',
    tasks: tasks.map(({ T, C, D, ...rest }, index) => ({
      ...TASK_DEFAULTS,
      name: `T${index + 1}`,
      periodUs: T,
      budgetUs: C,
      deadlineUs: D ?? null,
      // With D > T, catch-up runs a job for every release, as the tests assume. Tests of overruns
      // choose another policy.
      overrun: 'catch-up',
      catchUpLimit: 255,
      ...rest,
    })),
    channels: [],
    interrupts: [],
    ioServer: null,
    resources: [],
    parts: [],
    groups: [],
    libraries: [],
    ...over,
  };
}

export const ms = (value: number): number => Math.round(value * 1000);

/**
 * The seven tasks of the RTEMS paper (ms): T 500 500 100 400 100 1000 1000, C 60 60 12 48 12 120
 * 120.
 */
export const rtemsSeven: readonly TaskNumbers[] = [
  { T: ms(500), C: ms(60) },
  { T: ms(500), C: ms(60) },
  { T: ms(100), C: ms(12) },
  { T: ms(400), C: ms(48) },
  { T: ms(100), C: ms(12) },
  { T: ms(1000), C: ms(120) },
  { T: ms(1000), C: ms(120) },
];
