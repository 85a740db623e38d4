/** The folders in which the program stores its data, and the folder of the program itself. */
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';
import { quote } from '../../generator/sketch/problem.ts';
import { tr } from '../../generator/words/tr.ts';
import { RpcError } from '../contract/errors.ts';

export interface HostPaths {
  /** The user's settings and recent files. */
  readonly config: string;
  /** Build folders. They may be deleted at any time when no build is running. */
  readonly cache: string;
  /** The program's own folder, which contains templates/ and build/. */
  readonly program: string;
}

/**
 * This file is app/host/paths.ts in the program's folder. A bundle passes its program folder
 * explicitly.
 */
const PROGRAM = fileURLToPath(new URL('../../', import.meta.url));

const noHome = (folder: string): string =>
  tr`The environment gives ${quote(folder)} as the folder of Polyloop's files, which is not a full path. Set HOME to your home folder, or POLYLOOP_HOME to a folder for these files.`;

/**
 * Throws if the environment names no home folder, or one that is not a full path.
 *
 * `POLYLOOP_HOME` puts all written files below one folder, for tests and for portable use from a
 * USB drive.
 */
export function hostPaths(environment: NodeJS.ProcessEnv = process.env, program: string = PROGRAM): HostPaths {
  const home = environment.POLYLOOP_HOME;
  if (home) return { config: resolve(home, 'config'), cache: resolve(home, 'cache'), program };
  const { config, cache } = envPaths('Polyloop', { suffix: '' });
  for (const folder of [config, cache]) if (!isAbsolute(folder)) throw new RpcError('unavailable', noHome(folder));
  return { config, cache, program };
}
