import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from './paths.mjs';

const sourceFolders = ['app', 'bench', 'docs', 'e2e', 'generator', 'platformio', 'runtime-c', 'templates', 'test'];
const list = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', ...sourceFolders];
const git = spawnSync('git', list, { cwd: root, encoding: 'utf8' });

// A pattern such as `build/` also hides a folder with that name inside the sources: it would work
// here but be missing in every clone.
test.skipIf(git.status !== 0)('.gitignore hides no source file', () => {
  const hidden = git.stdout.split('\0').filter((name) => /\.(?:tsx?|mjs|css|html|json|c|h|cpp|ini|py|md)$/.test(name));
  expect(hidden).toEqual([]);
});
