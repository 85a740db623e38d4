/**
 * The real host with its own folder, for the sessions of a test. The test controls its builds and
 * its device.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { channelPair } from '../../../contract/test-channel.ts';
import type { BuildOutcome, BuildRunner } from '../../../host/builds/build.ts';
import { createHost, type HostOptions } from '../../../host/host.ts';
import { TestDevice } from '../../../host/runs/test-device.ts';
import type { Environment } from './environment.ts';

const OUTCOME = { message: null, diagnostics: [], memory: null, durationMs: 1 } as const;

export const failedBuild = (changes: Partial<BuildOutcome>): BuildOutcome => ({
  ...OUTCOME,
  diagnostics: [],
  outcome: 'failed',
  firmware: null,
  ...changes,
});

const PROGRAM = join(import.meta.dirname, '../../../..');

/** A build that succeeds immediately. */
const build: BuildRunner = async ({ dir, onLine }) => {
  const path = join(dir, 'firmware.hex');
  await mkdir(dir, { recursive: true });
  await writeFile(path, 'firmware');
  onLine({ stream: 'command', text: 'compile' });
  return { ...OUTCOME, diagnostics: [], outcome: 'ok', firmware: { format: 'intel-hex', path } };
};

/** Ends with the test. `folder` contains only what the test puts there. */
export async function testHost(options: Partial<HostOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'polyloop-session-'));
  const device = new TestDevice('virtual');
  const logged: unknown[] = [];
  const host = createHost({
    paths: {
      config: join(folder, 'config'),
      cache: join(folder, 'cache'),
      program: PROGRAM,
    },
    version: '1',
    open: null,
    dialogs: null,
    build,
    checkCode: async () => ({ outcome: 'checked', message: null, diagnostics: [] }),
    formatCode: async ({ text }) => ({ outcome: 'formatted', text, message: null }),
    createHelper: () => ({
      help: async () => ({ available: false, names: [], active: 0, argument: 0 }),
      close: async () => {},
    }),
    exportProject: async (_text, dir) => ({ status: 'written', dir, files: 3 }),
    devices: {
      list: async () => [{ id: device.id, label: 'Virtual Uno', features: { ...device.features } }],
      open: async () => device,
    },
    runSetup: async () => true,
    log: (message, error) => logged.push(message, error),
    ...options,
  });
  onTestFinished(async () => {
    await host.close();
    // A file that is being written appears again.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const openChannel: Environment['openChannel'] = async () => {
    const [windowEnd, hostEnd] = channelPair();
    host.connect(hostEnd);
    return windowEnd;
  };
  return { folder, device, logged, openChannel, program: PROGRAM };
}
