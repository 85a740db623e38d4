import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleElectron } from './build.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-bundle-'));
  await bundleElectron(dir);
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('the desktop program’s bundle', () => {
  it('asks of a sandboxed window for nothing but Electron', async () => {
    const preload = await readFile(join(dir, 'preload.cjs'), 'utf8');
    const required = [...preload.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(required).toEqual(['electron', 'electron'].slice(0, required.length));
    expect(preload).toContain('exposeInMainWorld');
  });

  it.each(['main.mjs', 'virtual-uno-worker.js'])('%s holds everything but Electron and Node', async (file) => {
    const main = await readFile(join(dir, file), 'utf8');
    const imported = [...main.matchAll(/^(?:import|export) .*?from "([^"]+)";$/gm)].map(([, name = '']) => name);
    const { builtinModules } = await import('node:module');
    const own = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'electron']);
    expect(imported.filter((name) => !own.has(name))).toEqual([]);
    expect(main.length).toBeGreaterThan(10_000);
  });
});
