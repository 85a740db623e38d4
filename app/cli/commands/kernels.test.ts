import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { documents, runCli } from '../test-cli.ts';

function kernelFolder(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'polyloop-kernels-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'include'));
  for (const file of ['tasks.c', 'include/FreeRTOS.h']) writeFileSync(join(folder, file), '');
  writeFileSync(join(folder, 'include', 'task.h'), `#define tskKERNEL_VERSION_NUMBER "${version}"\n`);
  return folder;
}

it('polyloop kernels lists each kernel with its folder and boards, or the way to get it', async () => {
  const folder = kernelFolder('V11.9.9');
  const env = { FREERTOS_KERNEL_PATH: folder, ZEPHYR_BASE: '/nowhere' };
  const found = await runCli(['kernels'], { env });
  expect(found).toMatchObject({ code: 0, error: '' });
  expect(found.out).toContain(
    `FreeRTOS V11.9.9\n  folder: ${folder}\n  boards: uno, nano, nano-old, mega, mps2-an385\n`,
  );
  expect(found.out).toMatch(
    /^ZEPHYR_BASE names \/nowhere, .*npx polyloop kernels get zephyr\.\n {2}boards: mps2-an385$/m,
  );
  const [document] = documents(await runCli(['kernels', '--json'], { env }));
  const common = { target: 'freertos', name: 'FreeRTOS', boards: expect.arrayContaining(['uno']) };
  const ofFreertos = { ...common, installed: true, version: 'V11.9.9', path: folder, problem: null };
  expect(document?.kernels).toContainEqual(ofFreertos);
  const ofZephyr = { target: 'zephyr', installed: false, version: null, path: null, boards: ['mps2-an385'] };
  expect(document?.kernels).toContainEqual(expect.objectContaining(ofZephyr));
  const none = await runCli(['kernels'], { env: { FREERTOS_KERNEL_PATH: '/nowhere' } });
  expect(none).toMatchObject({ code: 0 });
  expect(none.out).toMatch(/^FREERTOS_KERNEL_PATH names \/nowhere, .*npx polyloop kernels get freertos/);
});

it('polyloop kernels get refuses a kernel that is unknown or that no build would use', async () => {
  const unknown = await runCli(['kernels', 'get', 'linux']);
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.error).toMatch(/Allowed choices are freertos/);
  const named = await runCli(['kernels', 'get', 'freertos'], { env: { FREERTOS_KERNEL_PATH: '/mine' } });
  expect(named).toMatchObject({ code: 1 });
  expect(named.error).toContain('Unset FREERTOS_KERNEL_PATH, then try again.');
});
