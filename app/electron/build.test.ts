import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleElectron, MODULE } from './build.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-bundle-'));
  await bundleElectron(dir);
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('the desktop program’s bundle', () => {
  it('requires only Electron in the sandboxed window', async () => {
    const preload = await readFile(join(dir, 'preload.cjs'), 'utf8');
    const required = [...preload.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(required).toEqual(['electron', 'electron'].slice(0, required.length));
    expect(preload).toContain('exposeInMainWorld');
  });

  it.each(['main.mjs', 'virtual-avr-worker.js'])('%s contains everything but Electron and Node', async (file) => {
    const main = await readFile(join(dir, file), 'utf8');
    const imported = [...main.matchAll(/^(?:import|export) .*?from "([^"]+)";$/gm)].map(([, name = '']) => name);
    const { builtinModules } = await import('node:module');
    const own = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'electron']);
    expect(imported.filter((name) => !own.has(name))).toEqual([]);
    expect(main.length).toBeGreaterThan(10_000);
  });

  it('defines __filename for CommonJS packages: saving a sketch needs it', async () => {
    const [outfile, saved] = [join(dir, 'save.mjs'), join(dir, 'saved.polyloop.json')];
    const contents = `
      import { saveSketchFile } from './sketch-file.ts';
      const [, , path, text] = process.argv;
      process.stdout.write((await saveSketchFile({ path, text })).status);`;
    const resolveDir = join(import.meta.dirname, '..', 'host', 'files');
    await build({ ...MODULE, stdin: { contents, resolveDir }, outfile });
    const sketch = '{ "polyloop": 1, "name": "x", "board": "uno", "target": "superloop", "tasks": [] }';
    expect(execFileSync(process.execPath, [outfile, saved, sketch], { encoding: 'utf8' })).toBe('saved');
    expect(await readFile(saved, 'utf8')).toBe(sketch);
  });
});
