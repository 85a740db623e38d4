import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browseFolder, startFolder } from './browse.ts';
import { RecentFiles } from './recent.ts';
import { Templates } from './templates.ts';

const SKETCH = JSON.stringify({ polyloop: 1, name: 'Blink', board: 'uno', target: 'superloop', tasks: [] });

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-projects-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('a folder', () => {
  it('lists folders, then sketches, and nothing else', async () => {
    for (const name of ['b10', 'b9', '.hidden']) await mkdir(join(dir, name));
    for (const name of ['z.polyloop.json', 'A.polyloop.json', 'package.json', '.x.polyloop.json']) {
      await writeFile(join(dir, name), '{}');
    }
    const folder = await browseFolder(dir);
    expect(folder.entries.map(({ name }) => name)).toEqual(['b9', 'b10', 'A.polyloop.json', 'z.polyloop.json']);
    expect(folder).toMatchObject({ dir, truncated: false, parent: join(dir, '..') });
  });

  it('has no parent at the root', async () => {
    expect((await browseFolder(parse(dir).root)).parent).toBeNull();
  });

  it('that does not exist is reported as missing', async () => {
    await expect(browseFolder(join(dir, 'no'))).rejects.toMatchObject({ code: 'not-found' });
  });

  it('at the start is the folder of the last sketch if it exists', async () => {
    expect(await startFolder(join(dir, 'a.polyloop.json'))).toBe(dir);
    expect(await startFolder(join(dir, 'no', 'a.polyloop.json'))).not.toContain(dir);
  });
});

describe('recent files', () => {
  const list = async (files: RecentFiles) => (await files.list()).map(({ name }) => name);

  it('are listed once each, most recent first, and only if they exist', async () => {
    const files = new RecentFiles(join(dir, 'config', 'recent.json'));
    const paths = ['a', 'b', 'c'].map((name) => join(dir, `${name}.polyloop.json`));
    for (const path of paths) await writeFile(path, '');
    await Promise.all([...paths, ...paths.slice(0, 1)].map((path) => files.note(path)));
    expect(await list(files)).toEqual(['a.polyloop.json', 'c.polyloop.json', 'b.polyloop.json']);
    await rm(paths[2] ?? '');
    await files.forget(paths[0] ?? '');
    expect(await list(files)).toEqual(['b.polyloop.json']);
  });

  it('start empty when the stored list is invalid', async () => {
    await writeFile(join(dir, 'recent.json'), '{"files": [{"path": 5}]');
    const files = new RecentFiles(join(dir, 'recent.json'));
    expect(await list(files)).toEqual([]);
    await files.note(join(dir, 'recent.json'));
    expect(await list(files)).toEqual(['recent.json']);
  });
});

describe('starter sketches', () => {
  it('take title and summary from their README', async () => {
    await mkdir(join(dir, 'blink'));
    await writeFile(join(dir, 'blink', 'blink.polyloop.json'), SKETCH);
    await writeFile(join(dir, 'blink', 'README.md'), '# One LED\n\nIt *blinks*\nslowly.\n\nMore.\n');
    const templates = new Templates(dir);
    expect(await templates.list()).toMatchObject([
      {
        id: 'blink',
        name: 'Blink',
        title: 'One LED',
        summary: 'It blinks slowly.',
        board: 'uno',
        tasks: 0,
        difficulty: 'advanced',
      },
    ]);
    expect(await templates.open('blink')).toMatchObject({ name: 'Blink', text: SKETCH });
    await expect(templates.open('other')).rejects.toMatchObject({ code: 'not-found' });
  });
});
