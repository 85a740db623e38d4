import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../generator/sketch/create.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { type ExportRequest, writeExport } from './export.ts';

const FOLDER: ExportRequest = { form: 'platformio', zip: false, replace: false };
const TEXT = writeSketch(newSketch('lights', { tasks: [newTask('Blink')] }));
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-export-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('an export', () => {
  it('writes the generated project, and replaces it only if it is allowed to', async () => {
    const out = join(dir, 'lights');
    const first = await writeExport(TEXT, out, FOLDER, {});
    expect(first).toMatchObject({ status: 'written', dir: out });
    expect(await readdir(out)).toContain('platformio.ini');
    expect(await writeExport(TEXT, out, FOLDER, {})).toEqual({ status: 'exists', path: out });
    expect(await writeExport(TEXT, out, { ...FOLDER, replace: true }, {})).toEqual(first);
  });

  it('refuses a folder with other files, and a file', async () => {
    await writeFile(join(dir, 'notes.txt'), 'keep');
    await expect(writeExport(TEXT, dir, FOLDER, {})).rejects.toThrow('contains other files');
    await expect(writeExport(TEXT, join(dir, 'notes.txt'), FOLDER, {})).rejects.toThrow('is a file');
    expect(await readdir(dir)).toEqual(['notes.txt']);
  });

  it('refuses text that is not a sketch, and writes nothing', async () => {
    expect(await writeExport('{', join(dir, 'x'), FOLDER, {})).toMatchObject({ status: 'refused' });
    expect(await readdir(dir)).toEqual([]);
  });

  it('is a sketch folder of the Arduino IDE, with relative includes only', async () => {
    const out = join(dir, 'my lights');
    const result = await writeExport(TEXT, out, { ...FOLDER, form: 'ino' }, {});
    expect(result).toMatchObject({ status: 'written', dir: join(dir, 'my_lights') });
    const folder = join(dir, 'my_lights');
    const names = await readdir(folder, { recursive: true });
    expect(names).toContain('my_lights.ino');
    expect(names).toContain('main.cpp');
    expect(names.filter((name) => name.endsWith('.c')).every((name) => name.startsWith('src'))).toBe(true);
    const main = await readFile(join(folder, 'main.cpp'), 'utf8');
    expect(main).toContain('#include <Arduino.h>');
    expect(main).toContain('#include "src/polyloop/polyloop/polyloop.h"');
    expect(await readFile(join(folder, 'src/polyloop/job.c'), 'utf8')).not.toMatch(/#include <polyloop/);
  });

  it('is a zip file with the same bytes each time', async () => {
    const files: Buffer[] = [];
    for (const name of ['a', 'b']) {
      const result = await writeExport(TEXT, join(dir, name, 'lights'), { ...FOLDER, zip: true }, {});
      expect(result).toMatchObject({ status: 'written', dir: join(dir, name, 'lights.zip') });
      files.push(await readFile(join(dir, name, 'lights.zip')));
    }
    expect(files[0]?.equals(files[1] ?? Buffer.of())).toBe(true);
    const names = Object.keys(unzipSync(files[0] ?? Buffer.of()));
    expect(names).toContain('lights/platformio.ini');
    expect(names).toEqual(names.toSorted());
    const again = await writeExport(TEXT, join(dir, 'a', 'lights.zip'), { ...FOLDER, zip: true }, {});
    expect(again.status).toBe('exists');
  });

  it('cannot be an Arduino sketch for a board that the Arduino IDE does not know', async () => {
    const text = writeSketch(newSketch('lights', { board: 'host', tasks: [newTask('Blink')] }));
    const result = await writeExport(text, join(dir, 'x'), { ...FOLDER, form: 'ino' }, {});
    expect(result).toMatchObject({ status: 'refused', problems: [{ pointer: '/board' }] });
  });
});
