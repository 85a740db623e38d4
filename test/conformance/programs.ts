/** The programs that run on every port; each checks itself, see programs/. */
import type { ProgramSource } from './toolchain.ts';

const overrun = (policy: string, limit: number): ProgramSource => ({
  name: 'overruns',
  config: { PL_TASK_COUNT: 3, OVERRUN: `PL_OVERRUN_${policy}`, LIMIT: limit },
});

/** Items of one size, which is a constant, as in a generated program. */
const channels = (size: number): ProgramSource => ({
  name: 'channels',
  config: { PL_TASK_COUNT: 1, SIZE: size },
});

/** Items of these sizes, one after the other. */
export const itemSizes = (sizes: readonly number[]) => ({ SIZES: sizes.join(', '), LARGEST: Math.max(...sizes) });

const manySizes = (sizes: readonly number[]): ProgramSource => ({
  name: 'channels',
  config: { PL_TASK_COUNT: 1, ...itemSizes(sizes) },
});

const SMALL_SIZES = [1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 64];
/** Around powers of two, and what is none. */
export const SIZES = [...SMALL_SIZES, 100, 128, 255, 256];
/** More than the smallest board has room for. */
export const LARGE_SIZES = manySizes(SIZES);
export const ALL_SIZES = manySizes(Array.from({ length: 256 }, (_, index) => index + 1));

export const SUITE: Readonly<Record<string, ProgramSource>> = {
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
  'deadlines and budgets are monitored': { name: 'monitoring', config: { PL_TASK_COUNT: 2 } },
  'sporadic servers keep to their budgets': { name: 'servers', config: { PL_TASK_COUNT: 1 } },
  'sporadic servers with three pieces': { name: 'servers', config: { PL_TASK_COUNT: 1, PL_SERVER_REFILLS: 3 } },
  'channels, 1 byte': channels(1),
  'channels, 4 bytes': channels(4),
  'channels, 64 bytes': channels(64),
  'channels, 1 to 64 bytes': manySizes(SMALL_SIZES),
};

const EDF = { PL_POLICY: 'PL_POLICY_EDF' };

const spin = (exhaustion: string, more: ProgramSource['config'] = {}): ProgramSource => ({
  name: 'spin',
  config: { PL_TASK_COUNT: 2, PL_USES_BUDGET_HANDLER: 1, EXHAUSTION: `PL_EXHAUSTION_${exhaustion}`, ...more },
});

/** What is promised only where tasks preempt each other. */
const PREEMPTION: Readonly<Record<string, ProgramSource>> = {
  'preemption by fixed priorities': { name: 'preempt', config: { PL_TASK_COUNT: 3 } },
  'preemption by deadlines': { name: 'preempt', config: { PL_TASK_COUNT: 3, ...EDF } },
  'a task that spins gets its budget and no more': spin('WAIT'),
  'a task that spins gets its budget, and what others leave': spin('BACKGROUND'),
  'a task that spins, under EDF': spin('WAIT', EDF),
  'a task that spins in the background, under EDF': spin('BACKGROUND', EDF),
  'budgets of 40, 20 and 10 in 100 ms': { name: 'shares', config: { PL_TASK_COUNT: 4 } },
  'budgets of 40, 20 and 10 in 100 ms, under EDF': { name: 'shares', config: { PL_TASK_COUNT: 4, ...EDF } },
  'handlers run when it happens': { name: 'limits', config: { PL_TASK_COUNT: 3, PL_USES_BUDGET_HANDLER: 1 } },
  'background threads share the time': { name: 'turns', config: { PL_TASK_COUNT: 4 } },
};

const threaded = ({ name, config }: ProgramSource): ProgramSource => ({
  name,
  config: { ...config, PL_PREEMPTIVE: 1 },
});

/** The programs with a thread for each task; not those to which that makes no difference. */
export const THREADS: Readonly<Record<string, ProgramSource>> = Object.fromEntries(
  Object.entries({ ...SUITE, ...PREEMPTION })
    .filter(([, { name }]) => name !== 'channels' && name !== 'servers')
    .map(([title, program]) => [title, threaded(program)]),
);
