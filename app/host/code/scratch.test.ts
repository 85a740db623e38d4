import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Scratch } from './scratch.ts';

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

it('keeps what a check reads, writes only what changed, and leaves nothing', async () => {
  const scratch = new Scratch();
  onTestFinished(() => scratch.remove());
  const header = ['lib/polyloop/src/a.h', 'int a;'] as const;
  const dir = await scratch.write(new Map([header, ['src/main.cpp', 'old'], ['lib/polyloop/src/a.c', 'int a;']]));
  expect(await exists(join(dir, 'lib/polyloop/src/a.c'))).toBe(false);
  const written = await stat(join(dir, header[0]));
  expect(await scratch.write(new Map([header, ['src/main.cpp', 'new']]))).toBe(dir);
  expect(await readFile(join(dir, 'src/main.cpp'), 'utf8')).toBe('new');
  expect((await stat(join(dir, header[0]))).mtimeMs).toBe(written.mtimeMs);
  await scratch.write(new Map([['src/main.cpp', 'new']]));
  expect(await exists(join(dir, header[0]))).toBe(false);
  await scratch.remove();
  expect(await exists(dir)).toBe(false);
});
