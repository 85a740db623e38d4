import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeProject } from './project-files.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-project-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

const file = (path: string, content: string) => ({ path, content });

describe('a project on disk', () => {
  it('is written with all files and folders', async () => {
    const written = await writeProject(dir, [file('platformio.ini', 'a'), file('src/main.cpp', 'b')]);
    expect(written).toEqual({ changed: ['platformio.ini', 'src/main.cpp'], removed: [] });
    expect(await readFile(join(dir, 'src', 'main.cpp'), 'utf8')).toBe('b');
  });

  it('keeps the time stamps of unchanged files', async () => {
    await writeProject(dir, [file('a.c', '1'), file('b.c', '2')]);
    const past = new Date(2001, 1, 1);
    await Promise.all(['a.c', 'b.c'].map((name) => utimes(join(dir, name), past, past)));
    expect((await writeProject(dir, [file('a.c', '1'), file('b.c', '3')])).changed).toEqual(['b.c']);
    expect((await stat(join(dir, 'a.c'))).mtimeMs).toBe(past.getTime());
    expect((await stat(join(dir, 'b.c'))).mtimeMs).toBeGreaterThan(past.getTime());
  });

  it('loses files of the previous generation but none of the user’s files', async () => {
    await writeProject(dir, [file('old.c', '1'), file('kept.c', '2')]);
    await writeFile(join(dir, 'notes.txt'), 'mine');
    expect((await writeProject(dir, [file('kept.c', '2')])).removed).toEqual(['old.c']);
    expect((await readdir(dir)).filter((name) => !name.startsWith('.')).sort()).toEqual(['kept.c', 'notes.txt']);
  });

  it.each(['../x', '/x', 'a/../../x', '', 'a\0b'])('refuses the path %j', async (path) => {
    await expect(writeProject(join(dir, 'in'), [file(path, '')])).rejects.toThrow('leaves the project');
    expect(await readdir(dir)).toEqual([]);
  });
});
