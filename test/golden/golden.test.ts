/**
 * Compares generated files with reviewed ones. `npm run goldens` renews them; review the
 * difference. compile.test.ts compiles and runs the same projects, because a comparison of text
 * does not find wrong code.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Sketch } from '../../generator/sketch/model.ts';
import { BOARD_IDS, generated, goldenDir, ownFiles, READABLE, SKETCHES, sketchNamed } from './projects.ts';
import { isRenewing } from './renewing.ts';

async function goldenFiles(dir: string): Promise<[string, string][]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = files.map(async (file): Promise<[string, string]> => {
    return [path.relative(dir, file).split(path.sep).join('/'), await readFile(file, 'utf8')];
  });
  return (await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1));
}

async function bless(dir: string, files: readonly (readonly [string, string])[]): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  for (const [name, text] of files) {
    const target = path.join(dir, ...name.split('/'));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

async function expectGolden(sketch: Sketch, boardId: string, dir: string): Promise<void> {
  const files = ownFiles(generated(sketch, boardId));
  if (isRenewing) await bless(dir, files);
  const golden = await goldenFiles(dir);
  expect(files.map(([file]) => file)).toEqual(golden.map(([file]) => file));
  for (const [index, [file, text]] of files.entries()) expect(text, file).toBe(golden[index]?.[1]);
}

describe.each(BOARD_IDS)('for the board %s', (boardId) => {
  it.each(READABLE)('%s gives the golden files', async (name) => {
    await expectGolden(await sketchNamed(name), boardId, goldenDir(name, boardId));
  });

  it.each(SKETCHES)('%s gives the same bytes every time', async (name) => {
    const sketch = await sketchNamed(name);
    const once = [...generated(sketch, boardId).files];
    const again = [...generated(structuredClone(sketch), boardId).files];
    expect(again).toEqual(once);
    expect(once.map(([file]) => file)).toEqual(once.map(([file]) => file).toSorted());
  });
});

it('overload on the virtual Arm board gives the golden files', async () => {
  const boardId = 'mps2-an385';
  await expectGolden(await sketchNamed('overload'), boardId, goldenDir('overload', boardId));
});

it.each([
  ['why-late', 'uno'],
  ['urgent-and-long', 'uno'],
  ['everything', 'host'],
  ['everything', 'mps2-an385'],
] as const)('%s with preemption on the board %s gives the golden files', async (name, boardId) => {
  const sketch: Sketch = { ...(await sketchNamed(name)), target: 'preemptive' };
  await expectGolden(sketch, boardId, goldenDir(name, boardId, 'preemptive'));
});

// Without the kernel's files, which are not part of Polyloop.
it.each([
  ['runaway', 'uno', 'freertos'],
  ['everything', 'mps2-an385', 'freertos'],
  ['everything', 'mps2-an385', 'zephyr'],
  ['everything', 'realview-pbx-a9', 'rtems'],
  ['loops', 'quest-pc', 'quest'],
] as const)('%s on the board %s for %s gives the golden files', async (name, boardId, target) => {
  const sketch: Sketch = { ...(await sketchNamed(name)), target };
  await expectGolden(sketch, boardId, goldenDir(name, boardId, target));
});
