/** Runs the tools of node_modules under the pinned Node, without a shell and without npm. */
import fs from 'node:fs';
import path from 'node:path';
import { compileCacheDir, nodeProgram, root } from '../paths.mjs';

/**
 * The script behind a command such as `vite`; Windows' `vite.cmd` could not be spawned without a shell.
 * @param {string} packageName
 * @param {string} [binName]
 */
function scriptOf(packageName, binName = packageName) {
  const directory = path.join(root, 'node_modules', ...packageName.split('/'));
  const { bin } = JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8'));
  return path.join(directory, typeof bin === 'string' ? bin : bin[binName]);
}

/**
 * @param {string} packageName
 * @param {string} binName
 * @param {readonly string[]} args
 * @returns {string[]}
 */
export const nodeTool = (packageName, binName, args) => [nodeProgram, scriptOf(packageName, binName), ...args];

/** Puts the pinned Node first on PATH for everything that a tool starts. */
export function toolEnvironment() {
  const search = [path.dirname(nodeProgram), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? ''];
  /** @type {Record<string, string | undefined>} */
  const environment = { PATH: search.join(path.delimiter), NODE_COMPILE_CACHE: compileCacheDir };
  // A tool's output goes through a pipe, so an environment variable tells it whether there is a
  // terminal.
  if (process.env.NO_COLOR === undefined && process.env.FORCE_COLOR === undefined) {
    environment[process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR'] = '1';
  }
  return environment;
}
