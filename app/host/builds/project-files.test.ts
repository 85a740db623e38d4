import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
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

  it('follows no link that someone put into the folder', async ({ skip }) => {
    skip(process.platform === 'win32', 'creating links needs special rights on Windows');
    const [project, outside] = [join(dir, 'project'), join(dir, 'outside')];
    await Promise.all([project, outside].map((folder) => mkdir(folder)));
    await writeFile(join(outside, 'main.cpp'), 'mine');
    await symlink(outside, join(project, 'src'));
    await expect(writeProject(project, [file('src/main.cpp', 'x')])).rejects.toThrow(join(project, 'src'));
    await rm(join(project, 'src'));
    await symlink(join(outside, 'main.cpp'), join(project, 'main.cpp'));
    await expect(writeProject(project, [file('main.cpp', 'x')])).rejects.toThrow('is a symbolic link');
    await rm(join(project, '.polyloop-files.json'));
    await symlink(join(outside, 'main.cpp'), join(project, '.polyloop-files.json'));
    await expect(writeProject(project, [file('a.c', 'x')])).rejects.toThrow('.polyloop-files.json');
    expect(await readFile(join(outside, 'main.cpp'), 'utf8')).toBe('mine');
    expect(await readdir(outside)).toEqual(['main.cpp']);
  });

  it('loses nothing that it did not write, whatever a list in the folder says', async () => {
    const [project, outside] = [join(dir, 'project'), join(dir, 'outside')];
    await Promise.all([project, outside].map((folder) => mkdir(folder)));
    for (const path of ['notes.txt', 'edited.c']) await writeFile(join(project, path), 'mine');
    await writeFile(join(outside, 'old.c'), 'mine');
    if (process.platform !== 'win32') await symlink(outside, join(project, 'lib'));
    const mine = createHash('sha256').update('mine').digest('hex');
    const listed = { 'notes.txt': 'x', 'edited.c': createHash('sha256').update('1').digest('hex'), 'lib/old.c': mine };
    await writeFile(join(project, '.polyloop-files.json'), JSON.stringify({ files: listed }));
    expect((await writeProject(project, [file('a.c', '1')])).removed).toEqual([]);
    // The list of an older version has no contents.
    await writeFile(
      join(project, '.polyloop-files.json'),
      JSON.stringify({ files: ['notes.txt', '../outside/old.c'] }),
    );
    expect((await writeProject(project, [file('a.c', '1')])).removed).toEqual([]);
    await writeFile(join(project, '.polyloop-files.json'), JSON.stringify({ files: { '../outside/old.c': mine } }));
    expect((await writeProject(project, [file('a.c', '1')])).removed).toEqual([]);
    expect(await readFile(join(outside, 'old.c'), 'utf8')).toBe('mine');
    expect((await readdir(project)).sort()).toContain('edited.c');
  });

  it.each(['../x', '/x', 'a/../../x', '', 'a\0b'])('refuses the path %j', async (path) => {
    await expect(writeProject(join(dir, 'in'), [file(path, '')])).rejects.toThrow('leaves the project');
    expect(await readdir(dir)).toEqual([]);
  });
});
