/** The window as `npm start` builds it, also from a program that runs tests. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../paths.mjs';
import { buildWindow } from './window-build.mjs';

it('the window contains no code for development', async () => {
  expect(await buildWindow(() => {})).toBe(true);
  const assets = path.join(root, 'build', 'renderer', 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts).toContainEqual(expect.stringMatching(/^window-/));
  expect(scripts.filter((name) => readFileSync(path.join(assets, name), 'utf8').includes('jsxDEV'))).toEqual([]);
});
