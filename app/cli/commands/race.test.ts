import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTools } from '../../../platformio/setup/tools.ts';
import { documents, FIXTURES, runCli } from '../test-cli.ts';

const LEAST = join(FIXTURES, 'least.polyloop.json');
const { pio, freertosKernel } = findTools();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-race-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const race = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCli(['race', ...args], { env: { POLYLOOP_HOME: join(folder, 'home'), ...env } });

interface Result {
  readonly target: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly memory: { readonly ramBytes: number } | null;
  readonly figures: { readonly jobs: number; readonly aboveBound: boolean | null } | null;
}

describe.skipIf(!pio.installed)('polyloop race', () => {
  it('runs the targets that it can, says why it cannot run the others, and writes a report', async () => {
    const report = join(folder, 'report.html');
    const args = [LEAST, '--for', '300ms', '--targets', 'superloop,freertos,quest', '--report', report, '--json'];
    // A path without a kernel: FreeRTOS is not installed, wherever this test runs.
    const result = await race(args, { FREERTOS_KERNEL_PATH: join(folder, 'nothing') });
    expect(result.code).toBe(0);
    const racers = (documents(result)[0]?.racers ?? []) as Result[];
    expect(racers.map(({ target, outcome }) => [target, outcome])).toEqual([
      ['superloop', 'ran'],
      ['freertos', 'not-installed'],
      ['quest', 'impossible'],
    ]);
    const [ran, missing] = racers;
    expect(ran?.reason).toBeNull();
    expect(ran?.figures?.aboveBound).toBe(false);
    expect(ran?.figures?.jobs).toBeGreaterThanOrEqual(25);
    expect(ran?.memory?.ramBytes).toBeGreaterThan(0);
    expect(missing?.reason).toContain('FREERTOS_KERNEL_PATH');
    const page = readFileSync(report, 'utf8');
    expect(page).toContain('<svg');
    expect(page).toContain('FreeRTOS, Not installed');
    const again = await race([LEAST, '--for', '300ms', '--targets', 'superloop', '--report', report]);
    expect(again.code).not.toBe(0);
    expect(again.error).toContain('--force');
  });

  it.skipIf(!freertosKernel.installed)('runs FreeRTOS beside the super-loop', async () => {
    const [document] = documents(await race([LEAST, '--for', '300ms', '--targets', 'superloop,freertos', '--json']));
    const racers = (document?.racers ?? []) as Result[];
    expect(racers.map(({ outcome }) => outcome)).toEqual(['ran', 'ran']);
    expect(racers[1]?.memory?.ramBytes).toBeGreaterThan(racers[0]?.memory?.ramBytes ?? 0);
  });
});

describe('what polyloop race refuses', () => {
  it('names the targets that exist', async () => {
    const { code, error } = await race([LEAST, '--targets', 'superloop,linux']);
    expect(code).toBe(2);
    expect(error).toContain('There is no target "linux". Choose from: superloop, ');
  });

  it('writes a report only into a web page', async () => {
    const { code, error } = await race([LEAST, '--report', join(folder, 'sketch.json')]);
    expect(code).toBe(2);
    expect(error).toContain('.html');
  });
});
