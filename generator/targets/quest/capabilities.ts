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
  // vcpu_schedule() in kernel/sched/vcpu.c takes the first runnable VCPU of the shortest period, and a VCPU that was
  // switched out becomes the last.
  equalPeriods: 'turns',
  // create_vcpu() in kernel/sched/vcpu.c (QuestOS/Marlin, d2be0eb) adds up no utilization. It fails only if
  // all VCPUs are in use or if there is no memory.
  admitsEverything: true,
  // Each loop has one, whose size the kernel sets.
  taskStacks: false,
  generates: {
    taskKinds: ['periodic', 'background'],
    channelKinds: ['four-slot', 'ring-buffer'],
    policies: ['rate-monotonic'],
    overruns: ['skip', 'catch-up', 'stop'],
    handlers: false,
    jobTime: false,
    interrupts: false,
    resources: false,
    cores: 1,
    // libarduino starts at most 32 loops, and the last one is not usable. Telemetry and background tasks take one each.
    maxTasks: 29,
  },
  kernel: {
    name: 'Quest',
    variable: 'QUEST_ROOT',
    isInstalled: true,
    get version() {
      return tr`with Qduino's libarduino`;
    },
    get howToGet() {
      return tr`Build it with its own tool chain (https://github.com/QuestOS/Marlin, README), then set QUEST_ROOT.`;
    },
  },
};
