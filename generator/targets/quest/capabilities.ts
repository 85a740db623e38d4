/**
 * Capabilities of Quest with Qduino's API: Danish, Li, West, RTAS 2011; Cheng, Li, West, RTAS 2015.
 */
import type { Capabilities } from '../../platform/kernel.ts';
import { tr } from '../../words/tr.ts';

export const quest: Capabilities = {
  id: 'quest',
  label: 'Quest',
  get summary() {
    return tr`Every loop runs on a virtual CPU, a sporadic server with its own budget and period, ordered by rate.`;
  },
  preemptive: true,
  policies: ['rate-monotonic'],
  budgets: 'native',
  priorityLevels: null,
  // Quest assigns VCPUs to cores round-robin when they are created. The maximum number of cores is
  // not documented; 8 is a conservative figure.
  maxCores: 8,
  timeUnitNs: 1_000_000,
  vcpus: true,
  // create_vcpu() in kernel/sched/vcpu.c (QuestOS/Marlin, d2be0eb) adds up no utilization. It fails only if
  // all VCPUs are in use or if there is no memory.
  admitsEverything: true,
  taskStacks: true,
  generates: null,
  kernel: null,
};
