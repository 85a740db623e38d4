import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSketch } from '../../../generator/sketch/create.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { eventually } from '../../../test/eventually.ts';
import { openSketchFile, saveSketchFile } from './sketch-file.ts';
import { WatchedFile } from './watched-file.ts';

const text = (name: string) => writeSketch(newSketch(name));

let dir: string;
let path: string;
let seen: (string | null)[];
let watched: WatchedFile;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-watch-'));
  path = join(dir, 'a.polyloop.json');
  await writeFile(path, text('a'));
  seen = [];
  watched = new WatchedFile((_path, revision) => seen.push(revision));
});
afterEach(async () => {
  watched.close();
  await rm(dir, { recursive: true, force: true });
});

const revision = async () => (await openSketchFile(path)).revision;

describe('a watched file', () => {
  it('is reported when it is written, replaced, deleted and created again', async () => {
    watched.watch({ path, revision: await revision() });
    await writeFile(path, text('written'));
    const written = await revision();
    await eventually(() => expect(seen).toEqual([written]));
    await writeFile(join(dir, 'new'), text('replaced'));
    await rename(join(dir, 'new'), path);
    const replaced = await revision();
    await eventually(() => expect(seen).toEqual([written, replaced]));
    await rm(path);
    await eventually(() => expect(seen).toEqual([written, replaced, null]));
    await writeFile(path, text('again'));
    const again = await revision();
    await eventually(() => expect(seen).toEqual([written, replaced, null, again]));
  });

  it('is reported if it had changed before', async () => {
    watched.watch({ path, revision: 'older' });
    const now = await revision();
    await eventually(() => expect(seen).toEqual([now]));
  });

  it('is not reported for a save that the window knows, nor after another file is watched', async () => {
    watched.watch({ path, revision: await revision() });
    const saved = await saveSketchFile({ path, text: text('mine') });
    if (saved.status !== 'saved') throw new Error(saved.status);
    watched.watch({ path, revision: saved.revision });
    const other = join(dir, 'b.polyloop.json');
    await writeFile(other, text('b'));
    watched.watch({ path: other, revision: 'older' });
    await writeFile(path, text('late'));
    const now = (await openSketchFile(other)).revision;
    await eventually(() => expect(seen).toEqual([now]));
  });
});
