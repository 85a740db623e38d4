import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMATS } from '../../../generator/trace/exports/index.ts';
import { describeMissing, findTools } from '../../../platformio/setup/tools.ts';
import { documents, FIXTURES, runCli } from '../test-cli.ts';

const LEAST = join(FIXTURES, 'least.polyloop.json');
const { arduinoCli } = findTools();
if (!arduinoCli.installed) console.warn(`Exports are not built: ${describeMissing(arduinoCli)}`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-export-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('polyloop export of a trace', () => {
  it.skipIf(process.platform === 'win32')('reads no device and no pipe, to which a link leads', async () => {
    const [zero, pipe] = ['zero', 'pipe'].map((name) => join(folder, `${name}.pltrace`)) as [string, string];
    symlinkSync('/dev/zero', zero);
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    for (const trace of [zero, pipe]) {
      const { code, error } = await runCli(['export', trace, '--format', 'csv', '--out', join(folder, 'never.csv')]);
      expect(code).not.toBe(0);
      expect(error).toContain(`${trace}: It is not a file.`);
    }
  });

  it('writes each format beside the trace, and replaces a file only with --force', async () => {
    const trace = join(folder, 'run.pltrace');
    expect((await runCli(['simulate', LEAST, '--for', '100ms', '--trace', trace])).code).toBe(0);
    const events = new Set<unknown>();
    for (const { id, extension } of FORMATS.filter((format) => format.id !== 'polyloop')) {
      const [document] = documents(await runCli(['export', trace, '--format', id, '--json']));
      const out = join(folder, `run${extension}`);
      expect(document).toMatchObject({ file: trace, out, format: id });
      events.add(document?.events);
      expect(readdirSync(folder)).toContain(`run${extension}`);
    }
    expect(events.size).toBe(1);
    expect(readdirSync(join(folder, 'run.ctf'))).toEqual(['metadata', 'stream']);
    const again = ['export', trace, '--format', 'svg', '--from', '10ms', '--for', '20ms'];
    expect(await runCli(again)).toMatchObject({ code: 2, error: expect.stringContaining('--force') });
    expect((await runCli([...again, '--force'])).code).toBe(0);
    const copy = join(folder, 'copy.pltrace');
    expect((await runCli(['export', trace, '--format', 'polyloop', '--out', copy])).code).toBe(0);
    expect(readFileSync(copy)).toEqual(readFileSync(trace));
  });

  it.each([
    [['--format', 'svg'], 'is no trace. Record one: polyloop run'],
    [[], 'Choose what to write'],
    [['--as', 'ino', '--format', 'svg'], 'Choose what to write'],
    [['--as', 'ino'], 'Name the folder of the export'],
  ])('refuses %j for a sketch', async (args, message) => {
    expect(await runCli(['export', LEAST, ...args])).toMatchObject({
      code: 2,
      error: expect.stringContaining(message),
    });
  });
});

describe('polyloop export', () => {
  it('replaces an earlier export only with --force, and deletes no other file', async () => {
    const out = join(folder, 'project');
    const args = ['export', LEAST, '--as', 'platformio', '--out', out];
    const [first] = documents(await runCli([...args, '--json']));
    expect(first).toMatchObject({ out, problems: [] });
    expect(readdirSync(out)).toContain('platformio.ini');
    writeFileSync(join(out, 'mine.txt'), 'words');
    expect(await runCli(args)).toMatchObject({ code: 2, error: expect.stringContaining('--force') });
    expect((await runCli([...args, '--force'])).code).toBe(0);
    expect(readdirSync(out)).toContain('mine.txt');
  });

  it('writes a zip file', async () => {
    const out = join(folder, 'least');
    const [document] = documents(await runCli(['export', LEAST, '--as', 'ino', '--zip', '--out', out, '--json']));
    expect(document?.out).toBe(`${out}.zip`);
  });

  it.skipIf(!arduinoCli.installed)('writes a folder that arduino-cli compiles without further options', async () => {
    const out = join(folder, 'least');
    expect((await runCli(['export', LEAST, '--as', 'ino', '--out', out])).code).toBe(0);
    if (!arduinoCli.installed) return;
    const [command = '', ...first] = arduinoCli.command;
    // avr-gcc 5's <float.h> lacks a constant that Debian's core requires.
    const core =
      arduinoCli.vendor === 'debian'
        ? ['--build-property', 'compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__']
        : [];
    const args = [...first, 'compile', '--fqbn', `${arduinoCli.vendor}:avr:uno`, ...core, out];
    const result = spawnSync(command, args, { env: { ...process.env, ...arduinoCli.env }, encoding: 'utf8' });
    expect(result.stderr).not.toMatch(/error:/);
    expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining('Sketch uses') });
  });
});
