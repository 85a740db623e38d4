/** The folders in which the program stores its data, and the folder of the program itself. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';

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

/**
 * `POLYLOOP_HOME` puts all written files below one folder, for tests and for portable use from a
 * USB drive.
 */
export function hostPaths(environment: NodeJS.ProcessEnv = process.env, program: string = PROGRAM): HostPaths {
  const home = environment.POLYLOOP_HOME;
  if (home) return { config: join(home, 'config'), cache: join(home, 'cache'), program };
  const user = envPaths('Polyloop', { suffix: '' });
  return { config: user.config, cache: user.cache, program };
}
