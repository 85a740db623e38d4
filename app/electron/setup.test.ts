import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { utilityProcess } from 'electron';
import { expect, it } from 'vitest';
import { unpacked } from '../../platformio/setup/paths.mjs';
import { setupInElectron } from './setup.ts';

/** A process with the parts of Electron's that the set-up uses. */
class Child extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly forked: unknown[];
  constructor(...forked: unknown[]) {
    super();
    this.forked = forked;
  }
  kill(): boolean {
    return this.emit('exit', 143);
  }
}

function startSetup() {
  const children: Child[] = [];
  const fork = (...forked: unknown[]) => {
    const child = new Child(...forked);
    children.push(child);
    return child;
  };
  const lines: string[] = [];
  const abort = new AbortController();
  const runSetup = setupInElectron(join('/opt', 'app.asar'), fork as unknown as typeof utilityProcess.fork);
  const ok = runSetup({ part: 'build-tools', onLine: (line) => lines.push(line), signal: abort.signal });
  const child = children[0];
  if (child === undefined) throw new Error('no process was started');
  return { child, lines, abort, ok };
}

it('the installed program runs the set-up that is beside its archive', async () => {
  const { child, lines, ok } = startSetup();
  const script = join('/opt', 'app.asar.unpacked', 'platformio', 'setup', 'setup.mjs');
  expect(child.forked.slice(0, 2)).toEqual([script, ['--for', 'start']]);
  child.stdout.write('[1/4] PlatformIO Core\n');
  child.stderr.write('a warning\n');
  await expect.poll(() => [...lines].sort()).toEqual(['[1/4] PlatformIO Core', 'a warning']);
  child.emit('exit', 0);
  expect(await ok).toBe(true);
});

it('an installation ends with its program', async () => {
  const { abort, ok } = startSetup();
  abort.abort();
  expect(await ok).toBe(false);
});

it('a checkout has no archive', () => expect(unpacked('/src/polyloop')).toBe('/src/polyloop'));
