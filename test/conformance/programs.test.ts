/**
 * The runtime's promises, program by program, on every port: as a process under the address and undefined-behaviour
 * sanitizers, and on the virtual Uno. Each program checks itself; see programs/.
 */
import { describe, expect, it } from 'vitest';
import { ALL_SIZES, SUITE, THREADS } from './programs.ts';
import { avrBinDir, hostCompiler, loadOnUno, MEMORY_SANITIZERS, runOnHost } from './toolchain.ts';

/** Longer than any program takes. Unit: ms of board time. */
const PATIENCE_MS = 3000;

describe.skipIf(hostCompiler === null)('on the host', () => {
  it.each(Object.entries(SUITE))('%s', async (_title, program) => {
    await runOnHost(program, { sanitize: MEMORY_SANITIZERS, env: { PL_HOST_RUN_US: '0' } });
  });

  it('triggers from interrupts', () =>
    runOnHost({ name: 'triggers', config: { PL_TASK_COUNT: 2 } }, { sanitize: MEMORY_SANITIZERS }));

  it('channels, every size of an item', () => runOnHost(ALL_SIZES, { sanitize: MEMORY_SANITIZERS }));
});

/** The host's threads are contexts of the C library, which MinGW's does not have. */
describe.skipIf(hostCompiler === null || process.platform === 'win32')('on the host, with threads', () => {
  it.each(Object.entries(THREADS))('%s', async (_title, program) => {
    await runOnHost(program, { sanitize: MEMORY_SANITIZERS, env: { PL_HOST_RUN_US: '0' } });
  });

  it('triggers from interrupts', () =>
    runOnHost({ name: 'triggers', config: { PL_TASK_COUNT: 2, PL_PREEMPTIVE: 1 } }, { sanitize: MEMORY_SANITIZERS }));
});

describe.skipIf(avrBinDir === null)('on the virtual Uno', () => {
  it.each(Object.entries(SUITE))('%s', async (_title, program) => {
    const { uno } = await loadOnUno(program);
    expect(uno.runUntilResult(PATIENCE_MS)).toBe('passed');
  });
});
