import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
