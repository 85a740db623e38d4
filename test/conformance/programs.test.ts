/**
 * The runtime's promises, program by program, on every port: as a process under the address and undefined-behaviour
 * sanitizers, and on the virtual Uno. Each program checks itself; see programs/.
 */
import { describe, expect, it } from 'vitest';
import { avrBinDir, hostCompiler, loadOnUno, MEMORY_SANITIZERS, type ProgramSource, runOnHost } from './toolchain.ts';

const overrun = (policy: string, limit: number): ProgramSource => ({
  name: 'overruns',
  config: { PL_TASK_COUNT: 3, OVERRUN: `PL_OVERRUN_${policy}`, LIMIT: limit },
});

const channels = (size: number): ProgramSource => ({ name: 'channels', config: { PL_TASK_COUNT: 1, SIZE: size } });

const SUITE: Readonly<Record<string, ProgramSource>> = {
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
  'channels, 1 byte': channels(1),
  'channels, 4 bytes': channels(4),
  'channels, 64 bytes': channels(64),
};

/** Longer than any program takes. Unit: ms of board time. */
const PATIENCE_MS = 3000;

describe.skipIf(hostCompiler === null)('on the host', () => {
  it.each(Object.entries(SUITE))('%s', async (_title, program) => {
    await runOnHost(program, { sanitize: MEMORY_SANITIZERS, env: { PL_HOST_RUN_US: '0' } });
  });

  it('triggers from interrupts', () =>
    runOnHost({ name: 'triggers', config: { PL_TASK_COUNT: 2 } }, { sanitize: MEMORY_SANITIZERS }));

  it('the largest item', () => runOnHost(channels(256), { sanitize: MEMORY_SANITIZERS }));
});

describe.skipIf(avrBinDir === null)('on the virtual Uno', () => {
  it.each(Object.entries(SUITE))('%s', async (_title, program) => {
    const { uno } = await loadOnUno(program);
    expect(uno.runUntilResult(PATIENCE_MS)).toBe('passed');
  });
});
