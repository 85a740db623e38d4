import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fillPattern, translateWith } from '../../generator/words/tr.ts';
import { findFreertosKernel, findZephyrKernel, isOlder } from './kernels.mjs';
import { describeMissing, findTools, type Missing } from './tools.ts';

let parent = '';
let own = '';
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop kernel-'));
  own = path.join(parent, 'kernels', 'FreeRTOS-Kernel');
});
afterEach(() => fs.rmSync(parent, { recursive: true, force: true }));

function checkout(directory: string, version: string) {
  fs.mkdirSync(path.join(directory, 'include'), { recursive: true });
  for (const file of ['tasks.c', 'include/FreeRTOS.h']) fs.writeFileSync(path.join(directory, file), '');
  const define = `#define tskKERNEL_VERSION_NUMBER                      "${version}"`;
  fs.writeFileSync(path.join(directory, 'include', 'task.h'), `/* tskKERNEL_VERSION_NUMBER */\n${define}\n`);
}

function text(environment: Record<string, string>) {
  const found = findFreertosKernel(environment, own);
  return found.installed ? `${found.version} in ${found.sourceDir}` : describeMissing(found);
}

test("the variable's checkout takes precedence over Polyloop's folder", () => {
  const named = path.join(parent, 'named');
  checkout(own, 'V11.2.0');
  expect(text({})).toBe(`V11.2.0 in ${own}`);
  checkout(named, 'V11.1.0+');
  expect(text({ FREERTOS_KERNEL_PATH: named })).toBe(`V11.1.0+ in ${named}`);
});

test('a missing kernel is reported with both ways to get it', () => {
  const expected = `FreeRTOS is not installed. To get it: npx polyloop kernels get freertos, or set FREERTOS_KERNEL_PATH to a checkout`;
  expect(text({})).toBe(expected);
  expect(text({ FREERTOS_KERNEL_PATH: '' })).toBe(expected);
});

test("a variable that names no kernel is reported, even if Polyloop's folder has one", () => {
  checkout(own, 'V11.2.0');
  const named = path.join(parent, 'FreeRTOS');
  expect(text({ FREERTOS_KERNEL_PATH: named })).toMatch(
    `FREERTOS_KERNEL_PATH names ${named}, which is no checkout of FreeRTOS-Kernel`,
  );
});

test('an incomplete folder and an old version are reported', () => {
  fs.mkdirSync(own, { recursive: true });
  expect(text({})).toMatch(`${own} is no checkout of FreeRTOS-Kernel`);
  checkout(own, 'V10.4.3');
  expect(text({})).toMatch(`${own} is FreeRTOS V10.4.3; Polyloop needs V11 or later.`);
});

test('versions are compared by their first two numbers', () => {
  expect(['3.7.0', '3.10.1', '4.0.0', 'V11.1.0'].map((version) => isOlder(version, '3.7'))).toEqual(
    Array(4).fill(false),
  );
  expect(['3.6.99', '2.7.5', ''].map((version) => isOlder(version, '3.7'))).toEqual(Array(3).fill(true));
  expect(isOlder('V10.4.3', 'V11')).toBe(true);
});

/** The files of Zephyr by which it is found. */
function zephyr(directory: string, minor: number) {
  for (const file of ['kernel/sched.c', 'cmake/modules/kernel.cmake']) {
    fs.mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    fs.writeFileSync(path.join(directory, file), '');
  }
  const version = `VERSION_MAJOR = 3\nVERSION_MINOR = ${minor}\nPATCHLEVEL = 1\nVERSION_TWEAK = 0\nEXTRAVERSION =\n`;
  fs.writeFileSync(path.join(directory, 'VERSION'), version);
}

test('Zephyr is found by ZEPHYR_BASE, from version 3.7', () => {
  expect(describeMissing(findZephyrKernel({}, own) as Missing)).toMatch(
    /^Zephyr is not installed. To get it: npx polyloop kernels get zephyr, or set ZEPHYR_BASE to a checkout$/,
  );
  zephyr(own, 7);
  expect(findZephyrKernel({ ZEPHYR_BASE: own })).toEqual({
    installed: true,
    name: 'Zephyr',
    sourceDir: own,
    version: '3.7.1',
  });
  zephyr(own, 6);
  expect(findZephyrKernel({ ZEPHYR_BASE: own })).toMatchObject({
    installed: false,
    problem: `ZEPHYR_BASE names ${own}, which is Zephyr 3.6.1; Polyloop needs 3.7 or later.`,
  });
  fs.rmSync(path.join(own, 'VERSION'));
  expect(findZephyrKernel({ ZEPHYR_BASE: own })).toMatchObject({
    problem: expect.stringContaining('(it needs VERSION, kernel/sched.c and cmake/modules/kernel.cmake)'),
  });
});

test.runIf(process.env.FREERTOS_KERNEL_PATH)('the kernel of this machine has a version', () => {
  expect(findFreertosKernel()).toMatchObject({ installed: true, version: expect.stringMatching(/^V\d+\./) });
});

test('what is missing is said in the language of the user', () => {
  onTestFinished(() => {
    translateWith();
    vi.unstubAllEnvs();
  });
  translateWith(() => (pattern, values) => `⟦${fillPattern(pattern, values)}⟧`);
  vi.stubEnv('FREERTOS_KERNEL_PATH', parent);
  const { freertosKernel } = findTools();
  expect(freertosKernel).toMatchObject({
    howToGet: expect.stringMatching(/^⟦set FREERTOS_KERNEL_PATH to a checkout, or unset .*⟧$/),
    problem: expect.stringMatching(/^⟦FREERTOS_KERNEL_PATH names .*⟧$/),
  });
});
