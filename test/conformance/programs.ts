/** The programs of the conformance suite for all ports. Each program in programs/ checks itself. */
import type { ProgramSource } from './toolchain.ts';

const overrun = (policy: string, limit: number): ProgramSource => ({
  name: 'overruns',
  config: { PL_TASK_COUNT: 3, OVERRUN: `PL_OVERRUN_${policy}`, LIMIT: limit },
});

/** Items of one constant size, as in a generated program. */
const channels = (size: number): ProgramSource => ({
  name: 'channels',
  config: { PL_TASK_COUNT: 1, SIZE: size },
});

/** Successive channels with items of these sizes. */
export const itemSizes = (sizes: readonly number[]) => ({ SIZES: sizes.join(', '), LARGEST: Math.max(...sizes) });

const manySizes = (sizes: readonly number[]): ProgramSource => ({
  name: 'channels',
  config: { PL_TASK_COUNT: 1, ...itemSizes(sizes) },
});

const SMALL_SIZES = [1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 64];
/** Values close to powers of two, and values that are not. */
export const SIZES = [...SMALL_SIZES, 100, 128, 255, 256];

type Programs = Readonly<Record<string, ProgramSource>>;

/** Promises of every port. */
const EVERYWHERE: Programs = {
  'releases do not drift': { name: 'releases', config: { PL_TASK_COUNT: 3 } },
  'releases do not drift, untraced': { name: 'releases', config: { PL_TASK_COUNT: 3, PL_TELEMETRY: 0 } },
  'overrun: skip': overrun('SKIP', 0),
  'overrun: catch up': overrun('CATCH_UP', 2),
  'overrun: stop': overrun('STOP', 0),
  'overrun: demote': overrun('DEMOTE', 1),
  'overrun: skip, without the backlog code': {
    name: 'overruns',
    config: { PL_TASK_COUNT: 3, OVERRUN: 'PL_OVERRUN_SKIP', LIMIT: 0, PL_USES_BACKLOG: 0 },
  },
  'sporadic tasks keep their minimum inter-arrival': { name: 'sporadic', config: { PL_TASK_COUNT: 2 } },
  'background tasks take turns': { name: 'background', config: { PL_TASK_COUNT: 3 } },
  'fixed priorities': { name: 'order', config: { PL_TASK_COUNT: 4 } },
  'earliest deadline first': { name: 'order', config: { PL_TASK_COUNT: 4, PL_POLICY: 'PL_POLICY_EDF' } },
  'a job measures its own time': { name: 'own_time', config: { PL_TASK_COUNT: 3, PL_USES_JOB_TIME: 1 } },
  'a job measures its own time, untraced': {
    name: 'own_time',
    config: { PL_TASK_COUNT: 3, PL_USES_JOB_TIME: 1, PL_TELEMETRY: 0 },
  },
  'deadlines and budgets are monitored': { name: 'monitoring', config: { PL_TASK_COUNT: 2 } },
};

/** Promises that do not depend on preemption. They are tested without threads, to save memory. */
const PARTS: Programs = {
  'sporadic servers keep to their budgets': { name: 'servers', config: { PL_TASK_COUNT: 1 } },
  'sporadic servers with three pieces': { name: 'servers', config: { PL_TASK_COUNT: 1, PL_SERVER_REFILLS: 3 } },
};

const CHANNELS: Programs = {
  'channels, 1 byte': channels(1),
  'channels, 4 bytes': channels(4),
  'channels, 64 bytes': channels(64),
  'channels, 1 to 64 bytes': manySizes(SMALL_SIZES),
};

/** Programs that need more memory than the smallest board has. */
const LARGE: Programs = {
  'channels, 1 to 256 bytes': manySizes(SIZES),
};

/** Programs that are too slow for an emulator, or that use functions of the host's port. */
const ON_THE_HOST: Programs = {
  'channels, every size of an item': manySizes(Array.from({ length: 256 }, (_, index) => index + 1)),
};

const TRIGGERS: Programs = {
  'triggers from interrupts': { name: 'triggers', config: { PL_TASK_COUNT: 2 } },
};

const EDF = { PL_POLICY: 'PL_POLICY_EDF' };

const spin = (exhaustion: string, more: ProgramSource['config'] = {}): ProgramSource => ({
  name: 'spin',
  config: { PL_TASK_COUNT: 2, PL_USES_BUDGET_HANDLER: 1, EXHAUSTION: `PL_EXHAUSTION_${exhaustion}`, ...more },
});

const contend = (seed: number, more: ProgramSource['config'] = {}): ProgramSource => ({
  name: 'contend',
  config: { PL_TASK_COUNT: 6, PL_USES_RESOURCES: 1, SEED: seed, ...more },
});

const RESOURCES: ProgramSource = {
  name: 'resources',
  config: { PL_TASK_COUNT: 3, PL_USES_RESOURCES: 1, PL_USES_BUDGET_HANDLER: 1 },
};

const SECTIONS: ProgramSource = { name: 'sections', config: { PL_TASK_COUNT: 3, PL_USES_RESOURCES: 1 } };

const NESTED: ProgramSource = { name: 'nested_locks', config: { PL_TASK_COUNT: 2, PL_USES_RESOURCES: 1 } };

/** @param ceiling position of the task that is the resource's ceiling */
const held = (ceiling: number, more: ProgramSource['config'] = {}): ProgramSource => ({
  name: 'held',
  config: {
    ...{ PL_TASK_COUNT: 4, PL_USES_RESOURCES: 1, PL_USES_BUDGET_HANDLER: 1 },
    ...{ CEILING: ceiling, EXHAUSTION: 'PL_EXHAUSTION_WAIT', ...more },
  },
});

/**
 * A task that never returns loses the processor at the end of its budget.
 * @param runaway its position
 */
const budgetEnd = (runaway: 0 | 1, more: ProgramSource['config'] = {}): ProgramSource => ({
  name: 'budget_end',
  config: { PL_TASK_COUNT: runaway + 2, RUNAWAY: runaway, ...more },
});

/** Promises of preemptive ports. */
const PREEMPTION: Programs = {
  'preemption by fixed priorities': { name: 'nested_jobs', config: { PL_TASK_COUNT: 3 } },
  'preemption by deadlines': { name: 'nested_jobs', config: { PL_TASK_COUNT: 3, ...EDF } },
  'handlers run at the instant of their event': {
    name: 'limits',
    config: { PL_TASK_COUNT: 3, PL_USES_BUDGET_HANDLER: 1 },
  },
  'interrupts do not consume the budget of the task that they interrupt': {
    name: 'bystander',
    config: { PL_TASK_COUNT: 3, PL_INTERRUPT_COUNT: 1 },
  },
  'a task locks a resource that it holds': NESTED,
  'a task locks a resource that it holds, under EDF': { ...NESTED, config: { ...NESTED.config, ...EDF } },
  'ceilings of resources': RESOURCES,
  'ceilings of resources, under EDF': { ...RESOURCES, config: { ...RESOURCES.config, ...EDF } },
  'two critical sections in a row': SECTIONS,
  'two critical sections in a row, under EDF': { ...SECTIONS, config: { ...SECTIONS.config, ...EDF } },
};

/** Promises of ports with threads, which enforce budgets. */
const ENFORCEMENT: Programs = {
  'a task that spins gets its budget and no more': spin('WAIT'),
  'a task that spins gets its budget and the idle time': spin('BACKGROUND'),
  'a task that spins, under EDF': spin('WAIT', EDF),
  'a task that spins gets later deadlines': spin('WAIT', { ...EDF, DEADLINE_US: 12_000 }),
  'a task that spins in the background, under EDF': spin('BACKGROUND', EDF),
  'budgets of 40, 20 and 10 in 100 ms': { name: 'shares', config: { PL_TASK_COUNT: 4 } },
  'budgets of 40, 20 and 10 in 100 ms, under EDF': { name: 'shares', config: { PL_TASK_COUNT: 4, ...EDF } },
  'background threads share the processor': { name: 'turns', config: { PL_TASK_COUNT: 4 } },
  'a task that spins in a critical section': held(1),
  'a task that spins in a critical section with the highest ceiling': held(0),
  'a task that spins in a critical section, and then in the background': held(1, {
    EXHAUSTION: 'PL_EXHAUSTION_BACKGROUND',
  }),
  'a task that spins in a critical section, under EDF': held(1, EDF),
  'a runaway waits at the end of its budget': budgetEnd(0),
  'a runaway waits at the end of its budget, under EDF': budgetEnd(0, EDF),
  'a runaway that is preempted waits at the end of its budget': budgetEnd(1),
};

/** @param runaway position of the task that never returns */
const stops = (runaway: number, more: ProgramSource['config'] = {}): ProgramSource => ({
  name: 'stops',
  config: { PL_TASK_COUNT: 3, PL_USES_EXHAUSTION_STOP: 1, RUNAWAY: runaway, ...more },
});
const STOPS = { PL_USES_EXHAUSTION_STOP: 1 };
const HANDLED = { PL_USES_BUDGET_HANDLER: 1 };
const LOCKED = { PL_USES_RESOURCES: 1 };
const TIMED = { PL_USES_JOB_TIME: 1 };
const SECTION = { ...LOCKED, ...TIMED, SECTION_US: '2000U' };

/** Promises of ports with one stack, where a job can be stopped. */
const STOPPING: Programs = {
  'the alarm of a budget comes in time': budgetEnd(0, STOPS),
  'the alarm of a budget comes in time after preemption': budgetEnd(1, STOPS),
  'the alarm of a budget comes in time after preemption, under EDF': budgetEnd(1, { ...STOPS, ...EDF }),
  'the alarm of a budget comes in time after preemption, untraced': budgetEnd(1, { ...STOPS, PL_TELEMETRY: 0 }),
  'a runaway of high priority is stopped': stops(0),
  'a runaway of high priority is stopped, and handled': stops(0, HANDLED),
  'a runaway of high priority is stopped in time': stops(0, TIMED),
  'a runaway of middle priority is stopped in time, untraced': stops(1, { ...TIMED, PL_TELEMETRY: 0 }),
  'a runaway of low priority is stopped in time': stops(2, TIMED),
  'a runaway of high priority is stopped in a critical section': stops(0, { ...LOCKED, ...HANDLED }),
  'a runaway of middle priority is stopped, untraced': stops(1, { PL_TELEMETRY: 0 }),
  'a runaway of middle priority is stopped, under EDF': stops(1, { ...EDF, ...HANDLED }),
  'a runaway of low priority is stopped': stops(2, HANDLED),
  'a runaway of low priority is stopped in a critical section': stops(2, LOCKED),
  'a runaway of low priority is stopped in a critical section, untraced': stops(2, { ...LOCKED, PL_TELEMETRY: 0 }),
  'a critical section that does not end is stopped': stops(2, SECTION),
  'a critical section that does not end is stopped, under EDF': stops(1, { ...SECTION, ...EDF, ...HANDLED }),
  'a critical section that does not end is stopped, untraced': stops(0, { ...SECTION, PL_TELEMETRY: 0 }),
};

/** Programs with six tasks. The stacks of their threads do not fit into AVR boards. */
const CROWDED: Programs = {
  'mutual exclusion of a resource': contend(1),
  'mutual exclusion of a resource, under EDF': contend(2, EDF),
};

/** Programs that take hours of virtual time. */
const LONG_RUNS: Programs = {
  'budgets across overflows of the timer': { name: 'ages', config: { PL_TASK_COUNT: 4 } },
  'budgets across overflows of the timer, under EDF': { name: 'ages', config: { PL_TASK_COUNT: 4, ...EDF } },
};

const shared: ProgramSource = {
  name: 'io_shared',
  config: { PL_TASK_COUNT: 1, PL_INTERRUPT_COUNT: 2, PL_IO_SERVER_COUNT: 1 },
};

const untraced = ({ name, config }: ProgramSource): ProgramSource => ({ name, config: { ...config, PL_TELEMETRY: 0 } });

const delivery: ProgramSource = { name: 'interrupts', config: { PL_TASK_COUNT: 2, PL_INTERRUPT_COUNT: 2 } };
const storm: ProgramSource = {
  name: 'io_storm',
  config: { PL_TASK_COUNT: 2, PL_INTERRUPT_COUNT: 1, PL_IO_SERVER_COUNT: 1 },
};

const nest: ProgramSource = {
  name: 'io_nest',
  config: { PL_TASK_COUNT: 1, PL_INTERRUPT_COUNT: 2, PL_IO_SERVER_COUNT: 2, PL_LINES: 3 },
};

const shield = (SHIELDED: 0 | 1): ProgramSource => ({
  name: 'io_shield',
  config: { PL_TASK_COUNT: 1, PL_INTERRUPT_COUNT: 1, PL_IO_SERVER_COUNT: 1, SHIELDED },
});

const INTERRUPTS: Programs = {
  'interrupts and their handlers': delivery,
  'interrupts and their handlers, untraced': untraced(delivery),
  'budgets of interrupts': {
    name: 'io_budget',
    config: { PL_TASK_COUNT: 1, PL_INTERRUPT_COUNT: 2, PL_IO_SERVER_COUNT: 2 },
  },
  'two interrupts on one budget': shared,
  'interrupts within a bottom half': nest,
  'interrupts within a bottom half, untraced': untraced(nest),
  'a storm of interrupts': storm,
  'a storm of interrupts, untraced': untraced(storm),
  'a task in a storm, on a budget': shield(1),
  'a task in a storm, without a budget': shield(0),
};

/** Optional features of a port that programs require. */
export type Ability = 'super-loop' | 'channels' | 'preemption' | 'enforcement' | 'stopping' | 'crowd' | 'room' | 'host';

const GROUPS: readonly { readonly needs: readonly Ability[]; readonly programs: Programs }[] = [
  { needs: [], programs: EVERYWHERE },
  { needs: [], programs: INTERRUPTS },
  { needs: ['preemption'], programs: PREEMPTION },
  { needs: ['enforcement'], programs: ENFORCEMENT },
  { needs: ['stopping'], programs: STOPPING },
  { needs: ['preemption', 'crowd'], programs: CROWDED },
  { needs: ['enforcement', 'host'], programs: LONG_RUNS },
  { needs: ['host'], programs: TRIGGERS },
  { needs: ['super-loop'], programs: PARTS },
  { needs: ['channels'], programs: CHANNELS },
  { needs: ['channels', 'room'], programs: LARGE },
  { needs: ['channels', 'host'], programs: ON_THE_HOST },
];

export interface Program {
  readonly title: string;
  readonly source: ProgramSource;
  readonly needs: readonly Ability[];
}

export const SUITE: readonly Program[] = GROUPS.flatMap(({ needs, programs }) =>
  Object.entries(programs).map(([title, source]) => ({ title, source, needs })),
);

/** A thread for each task. */
export const threaded = ({ name, config }: ProgramSource): ProgramSource => ({
  name,
  config: { ...config, PL_PREEMPTIVE: 1 },
});
