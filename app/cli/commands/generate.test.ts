import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, FIXTURES, runCli } from '../test-cli.ts';

const LEAST = join(FIXTURES, 'least.polyloop.json');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-generate-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('polyloop generate', () => {
  it('writes a project, and changes nothing the second time', async () => {
    const out = join(folder, 'new', 'project');
    const [first] = documents(await runCli(['generate', LEAST, '--out', out, '--json']));
    expect(first).toMatchObject({ file: LEAST, out, removed: [], problems: [] });
    expect(first?.files).toContain('src/main.cpp');
    expect(first?.changed).toEqual(first?.files);
    expect(existsSync(join(out, 'platformio.ini'))).toBe(true);
    const [second] = documents(await runCli(['generate', LEAST, '--out', out, '--json']));
    expect(second).toEqual({ ...first, changed: [] });
  });

  it('does not write into a folder with other files unless forced', async () => {
    const out = join(folder, 'mine');
    const own = join(folder, 'mine', 'thesis.txt');
    await runCli(['generate', LEAST, '--out', out]);
    rmSync(join(out, '.polyloop-files.json'));
    writeFileSync(own, 'words');
    const refused = await runCli(['generate', LEAST, '--out', out]);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.error).toMatch(/contains files that Polyloop did not generate.*--force/);
    expect((await runCli(['generate', LEAST, '--out', out, '--force'])).code).toBe(0);
    expect(readFileSync(own, 'utf8')).toBe('words');
  });

  it('rejects a file in place of a folder', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const result = await runCli(['generate', LEAST, '--out', file]);
    expect(result).toMatchObject({ code: 2 });
    expect(result.error).toMatch(/is a file/);
  });

  it('reports obstacles, and writes nothing', async () => {
    const out = join(folder, 'nothing');
    const result = await runCli(['generate', join(FIXTURES, 'everything.polyloop.json'), '--out', out, '--json']);
    expect(result.code).toBe(1);
    const problems = documents(result)[0]?.problems;
    expect(problems).toContainEqual(expect.objectContaining({ pointer: '/cores', severity: 'error' }));
    expect(existsSync(out)).toBe(false);
  });

  it('rejects an invalid sketch and reports its problems', async () => {
    const result = await runCli([
      'generate',
      join(FIXTURES, 'broken', 'newer.polyloop.json'),
      '--out',
      folder,
      '--json',
    ]);
    expect(result.code).toBe(2);
    expect(documents(result)[0]?.problems).toMatchObject([{ pointer: '/polyloop' }]);
  });

  it('requires an output folder', async () => {
    expect(await runCli(['generate', LEAST])).toMatchObject({ code: 2, error: expect.stringContaining('--out') });
  });
});
