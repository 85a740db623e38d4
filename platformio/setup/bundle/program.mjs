/** What to run for a program: its bundle, which is made first if it is missing or outdated. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileCacheDir, nodeProgram, root } from '../paths.mjs';
import { currentBundle, sourceOf } from './current.mjs';

const bundler = path.join(root, 'platformio', 'setup', 'bundle', 'make.ts');

/**
 * Returns the file to run. If the sources have an error, no bundle can be made, and Node reports
 * the error from the sources.
 * @param {import('./current.mjs').Program} program
 */
export function mainFile(program) {
  const current = currentBundle(root, program);
  if (current !== null) return current;
  spawnSync(nodeProgram, [bundler, root, program], {
    stdio: 'ignore',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheDir },
  });
  return currentBundle(root, program) ?? path.join(root, sourceOf(program));
}

/** Whether this process is the pinned Node or has the same version. */
export function isPinnedNode() {
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules', 'node', 'package.json'), 'utf8'));
  return process.versions.node === version;
}
