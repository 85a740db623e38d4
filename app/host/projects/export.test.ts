import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../generator/sketch/create.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { writeExport } from './export.ts';

const TEXT = writeSketch(newSketch('lights', { tasks: [newTask('Blink')] }));
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-export-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('an export', () => {
  it('writes the generated project, and writes it again into the same folder', async () => {
    const out = join(dir, 'lights');
    const first = await writeExport(TEXT, out, {});
    expect(first).toMatchObject({ status: 'written', dir: out });
    expect(await readdir(out)).toContain('platformio.ini');
    expect(await writeExport(TEXT, out, {})).toEqual(first);
  });

  it('refuses a folder with other files, and a file', async () => {
    await writeFile(join(dir, 'notes.txt'), 'keep');
    await expect(writeExport(TEXT, dir, {})).rejects.toThrow('contains other files');
    await expect(writeExport(TEXT, join(dir, 'notes.txt'), {})).rejects.toThrow('is a file');
    expect(await readdir(dir)).toEqual(['notes.txt']);
  });

  it('refuses text that is not a sketch, and writes nothing', async () => {
    expect(await writeExport('{', join(dir, 'x'), {})).toMatchObject({ status: 'refused' });
    expect(await readdir(dir)).toEqual([]);
  });
});
