import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../generator/sketch/create.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { eventually } from '../../../test/eventually.ts';
import { openSketchFile, saveSketchFile } from './sketch-file.ts';

const sketchNamed = (name: string, body = '') =>
  writeSketch(newSketch(name, { tasks: [newTask('T1', { periodUs: 10_000, budgetUs: 1_000, body })] }));

let dir: string;
let path: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-files-'));
  path = join(dir, 'a.polyloop.json');
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('opening', () => {
  it('returns the unchanged text with a revision', async () => {
    await writeFile(path, sketchNamed('a'));
    expect(await openSketchFile(path)).toMatchObject({ path, text: sketchNamed('a'), problems: [], writable: true });
  });

  it('returns the problems of an invalid sketch and does not change the file', async () => {
    await writeFile(path, '{"polyloop": 1, "tasks": [5]');
    const file = await openSketchFile(path);
    expect(file.problems.length).toBeGreaterThan(0);
    expect(await readFile(path, 'utf8')).toBe('{"polyloop": 1, "tasks": [5]');
  });

  it.each([
    ['nothing', 'missing.polyloop.json', async () => {}, 'not-found'],
    ['a folder', 'd.json', async (at: string) => void (await mkdir(at)), 'unavailable'],
    ['not UTF-8', 'u.json', async (at: string) => writeFile(at, new Uint8Array([0xff, 0xfe, 0])), 'unavailable'],
    ['too large', 'l.json', async (at: string) => writeFile(at, Buffer.alloc(13 * 2 ** 20, 32)), 'too-large'],
    ['not a sketch by its name', '.bashrc', async () => {}, 'not-permitted'],
  ])('of %s reports the reason', async (_what, name, make, code) => {
    await make(join(dir, name));
    await expect(openSketchFile(join(dir, name))).rejects.toMatchObject({ code });
    await expect(openSketchFile(join(dir, name))).rejects.toThrow(name);
  });
});

describe('saving', () => {
  it('creates a file, then replaces its own last version', async () => {
    const first = await saveSketchFile({ path, text: sketchNamed('a'), expectedRevision: null });
    if (first.status !== 'saved') throw new Error(first.status);
    const second = await saveSketchFile({ path, text: sketchNamed('b'), expectedRevision: first.revision });
    expect(second.status).toBe('saved');
    expect(await readFile(path, 'utf8')).toBe(sketchNamed('b'));
    expect(await readdir(dir)).toEqual(['a.polyloop.json']);
  });

  it('returns the same revision as opening', async () => {
    const saved = await saveSketchFile({ path, text: sketchNamed('ä → 日本') });
    expect(saved).toMatchObject({ revision: (await openSketchFile(path)).revision });
  });

  it.each([
    ['changed', 'other', 'x'.repeat(64)],
    ['exists', 'other', null],
    ['deleted', null, 'x'.repeat(64)],
  ])('detects that the file was %s', async (reason, there, expectedRevision) => {
    if (there !== null) await writeFile(path, sketchNamed(there));
    const answer = await saveSketchFile({ path, text: sketchNamed('mine'), expectedRevision });
    expect(answer).toMatchObject({ status: 'conflict', reason });
    const after = await readFile(path, 'utf8').catch(() => null);
    expect(after).toBe(there === null ? null : sketchNamed(there));
  });

  it('overwrites a conflicting file with the revision from the conflict', async () => {
    await writeFile(path, sketchNamed('other'));
    const conflict = await saveSketchFile({ path, text: sketchNamed('mine'), expectedRevision: null });
    if (conflict.status !== 'conflict') throw new Error(conflict.status);
    const { revision } = conflict;
    expect(await saveSketchFile({ path, text: sketchNamed('mine'), expectedRevision: revision })).toMatchObject({
      status: 'saved',
    });
  });

  it('lets only one of two concurrent saves succeed', async () => {
    const texts = ['b', 'c'].map((name) => sketchNamed(name));
    const answers = await Promise.all(texts.map((text) => saveSketchFile({ path, text, expectedRevision: null })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['conflict', 'saved']);
  });

  it('rejects text that does not parse as a sketch', async () => {
    await writeFile(path, sketchNamed('a'));
    const answer = await saveSketchFile({ path, text: '{"polyloop": 1}' });
    expect(answer).toMatchObject({ status: 'refused' });
    expect(await readFile(path, 'utf8')).toBe(sketchNamed('a'));
  });

  it('keeps a symbolic link and the mode of the file', async ({ skip }) => {
    skip(process.platform === 'win32', 'creating links needs special rights on Windows');
    const link = join(dir, 'link.polyloop.json');
    await writeFile(path, sketchNamed('a'), { mode: 0o600 });
    await symlink(path, link);
    expect((await saveSketchFile({ path: link, text: sketchNamed('b') })).status).toBe('saved');
    expect(await readlink(link)).toBe(path);
    expect(await readFile(path, 'utf8')).toBe(sketchNamed('b'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('reports a missing folder', async () => {
    const text = sketchNamed('a');
    await expect(saveSketchFile({ path: join(dir, 'no', 'a.polyloop.json'), text })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('reports a folder that is not writable', async ({ skip }) => {
    skip(process.getuid === undefined || process.getuid() === 0, 'this user may write everywhere');
    await chmod(dir, 0o500);
    const saving = saveSketchFile({ path, text: sketchNamed('a') });
    await expect(saving).rejects.toMatchObject({ code: 'not-permitted', message: expect.stringContaining(path) });
    await chmod(dir, 0o700);
  });
});

/** Saves repeatedly until it is killed. */
const SAVER = `
import { saveSketchFile } from ${JSON.stringify(new URL('./sketch-file.ts', import.meta.url).href)};
const [path, ...texts] = process.argv.slice(2);
process.stdout.write('ready');
for (let i = 0; ; i++) await saveSketchFile({ path, text: texts[i % texts.length] });
`;

const ONE_SAVE = `
import { saveSketchFile } from ${JSON.stringify(new URL('./sketch-file.ts', import.meta.url).href)};
const [path, text] = process.argv.slice(1);
await saveSketchFile({ path, text });
`;

/** The name of the temporary file of a save of this process. The save may also remove those of killed processes. */
async function nameWhileWriting(path: string): Promise<string | undefined> {
  const seen: string[] = [];
  const watcher = watch(dirname(path), (_event, name) => seen.push(String(name)));
  await saveSketchFile({ path, text: sketchNamed('first') });
  return eventually(() => {
    const name = seen.find((one) => one.endsWith('.tmp') && one.includes(`-${process.pid}-`));
    expect(name).toBeDefined();
    watcher.close();
    return name;
  });
}

describe('a program that is killed while it saves', () => {
  it('leaves one complete sketch, and the next save removes the rest', async () => {
    const saver = join(dir, 'saver.mjs');
    await writeFile(saver, SAVER);
    const texts = ['first', 'second'].map((name) => sketchNamed(name, `// ${name} `.repeat(4000)));
    await writeFile(path, texts[0] ?? '');
    for (let round = 0; round < 5; round++) {
      const child = spawn(process.execPath, [saver, path, ...texts], {
        cwd: fileURLToPath(new URL('.', import.meta.url)),
      });
      await new Promise((resolve, reject) => {
        child.stdout.once('data', resolve);
        child.once('exit', () => reject(new Error('the saver ended by itself')));
      });
      await new Promise((resolve) => setTimeout(resolve, 20 + 7 * round));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      expect(texts).toContain(await readFile(path, 'utf8'));
    }
    // A leftover of that process for certain, and a file of the user's that looks like one.
    await rm(saver);
    const [, computer, start] = /(polyloop-\w{8})-\d+-(\w+)-/.exec((await nameWhileWriting(path)) ?? '') ?? [];
    const nameOf = (pid: number, begun = start) => `.a.polyloop.json.${computer}-${pid}-${begun}-0123456789ab.tmp`;
    // The id of an ended process may be another's by now, which started at another time.
    const lefts = [nameOf(2 ** 30), ...(process.platform === 'linux' ? [nameOf(process.pid, '00000000')] : [])];
    const others = ['.a.polyloop.json.tmp', nameOf(process.pid)];
    for (const name of [...lefts, ...others]) await writeFile(join(dir, name), '');
    const next = spawn(process.execPath, ['--input-type=module', '--eval', ONE_SAVE, path, texts[0] ?? '']);
    expect(await new Promise((resolve) => next.once('close', resolve))).toBe(0);
    expect((await readdir(dir)).sort()).toEqual([...others, 'a.polyloop.json'].sort());
  });
});
