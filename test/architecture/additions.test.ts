/**
 * Each chart, view, analysis and command has a test and its entry in the docs. docs/skeletons lists
 * the steps.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../app/cli/commands/index.ts';
import { METHODS } from '../../generator/analysis/registry.ts';
import { filesBelow, root } from './files.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const textOf = (folder: string, files: RegExp): string => filesBelow(folder, files).map(read).join('\n');
const TESTS = /\.test\.tsx?$/;

describe.each(['app/renderer/charts', 'app/renderer/views'])('each folder of %s', (parent) => {
  const folders = readdirSync(path.join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it.each(folders.map(({ name }) => name))('%s has a test', (name) => {
    expect(filesBelow(`${parent}/${name}`, TESTS).length, `write a test in ${parent}/${name}`).toBeGreaterThan(0);
  });
});

describe('each schedulability test', () => {
  const tests = textOf('generator/analysis', TESTS);

  it.each(METHODS.map(({ id }) => id))('%s is named by a test', (id) => {
    expect(tests.includes(`'${id}'`), `write a test of "${id}" in generator/analysis`).toBe(true);
  });
});

describe('each command', () => {
  const tests = textOf('app/cli', TESTS);
  const [table = ''] = read('docs/cli.md').split(/^## /m);

  it.each(COMMAND_NAMES)('%s is run by a test', (name) => {
    expect(tests.includes(`'${name}'`), `write a test of "${name}" in app/cli`).toBe(true);
  });

  it.each(COMMAND_NAMES)('%s is in the table of docs/cli.md', (name) => {
    expect(new RegExp(`^\\| \`${name}\\b`, 'm').test(table), `add a row for "${name}" to docs/cli.md`).toBe(true);
  });
});
