/** A disk that is full or read-only: the message says so, and what was there before stays. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newSketch } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { hasSandbox } from '../../platformio/driver/sandbox.ts';

const root = join(import.meta.dirname, '../..');
const hostModule = (name: string) => JSON.stringify(join(root, 'app/host', name));
const [before, after] = ['before', 'after'].map((name) => writeSketch(newSketch(name, {})));

/** What the victim reports of a disk with a sketch, before and after the disk has room again. */
const SCRIPT = `
const { openSketchFile, saveSketchFile } = await import(${hostModule('files/sketch-file.ts')});
const { Recovery } = await import(${hostModule('files/recovery.ts')});
const { readdirSync, readFileSync, rmSync, writeFileSync } = await import('node:fs');
const [before, after] = ${JSON.stringify([before, after])};
const path = '/disk/a.polyloop.json';
const attempt = (action) => action().then((done) => done.status ?? done, (error) => error.message);
const save = (text) => attempt(() => saveSketchFile({ path, text }));
const recovery = new Recovery('/disk/recovery');
const keep = (saved, text) => attempt(() =>
  recovery.keep(window, 'document', { file: { path, revision: 'r', writable: true }, text, saved }));
const window = {};
const kept = async () => (await recovery.read('document'))?.text ?? null;
const first = process.argv[1] === 'full' ? [await save(before), await keep(before, before)] : [];
if (process.argv[1] === 'full') {
  // The last bytes of the disk, too.
  for (const size of [4096, 1]) try { for (let n = 0; ; n++) writeFileSync('/disk/fill-' + size + '-' + n, Buffer.alloc(size)); } catch {}
}
const full = [await save(after), await keep(before, after)];
const state = { text: readFileSync(path, 'utf8') === before, kept: (await kept()) === before };
const names = readdirSync('/disk').filter((name) => !name.startsWith('fill-'));
const opened = (await openSketchFile(path)).problems.length;
let again = [];
if (process.argv[1] === 'full') {
  for (const name of readdirSync('/disk')) if (name.startsWith('fill-')) rmSync('/disk/' + name);
  again = [await save(after), await keep(before, after), (await kept()) === after];
}
console.log(JSON.stringify({ first, full, state, names, opened, again }));
process.exit();
`;

function victimOn(disk: readonly string[], kind: 'full' | 'read-only') {
  const [program = '', ...sandbox] = [
    'bwrap',
    '--ro-bind',
    '/',
    '/',
    ...['--tmpfs', '/tmp', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/mnt'],
    // The project itself may be in a temporary folder.
    ...['--ro-bind', root, root],
  ];
  const node = [process.execPath, '--input-type=module', '-e', SCRIPT.replaceAll('/disk', '/mnt/disk'), kind];
  return JSON.parse(execFileSync(program, [...sandbox, ...disk, '--', ...node], { encoding: 'utf8' }));
}

describe.skipIf(!(await hasSandbox()))('a disk', () => {
  it('that is full loses nothing, and takes the next save when it has room', () => {
    const result = victimOn(['--size', '200000', '--tmpfs', '/mnt/disk'], 'full');
    expect(result.first).toEqual(['saved', true]);
    for (const message of result.full) expect(message).toMatch(/\/mnt\/disk\/.*the disk is full; free some space/);
    expect(result.state).toEqual({ text: true, kept: true });
    expect(result.names).toEqual(['a.polyloop.json', 'recovery']);
    expect(result.opened).toBe(0);
    expect(result.again).toEqual(['saved', true, true]);
  });

  it('that is read-only loses nothing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'polyloop-read-only-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'a.polyloop.json'), before ?? '');
    const result = victimOn(['--ro-bind', folder, '/mnt/disk'], 'read-only');
    for (const message of result.full) expect(message).toMatch(/\/mnt\/disk\/.*the disk is read-only/);
    expect(result.state.text).toBe(true);
    expect(result.opened).toBe(0);
    expect(readdirSync(folder)).toEqual(['a.polyloop.json']);
    expect(readFileSync(join(folder, 'a.polyloop.json'), 'utf8')).toBe(before);
  });
});
