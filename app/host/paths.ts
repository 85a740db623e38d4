/** Where the program keeps things on this machine, and where its own files lie. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';

export interface HostPaths {
  /** The user's settings and recent files. */
  readonly config: string;
  /** Build folders; may be deleted at any time when no build runs. */
  readonly cache: string;
  /** The program's own folder, with templates/ and build/. */
  readonly program: string;
}

/** This file is app/host/paths.ts of the program; a bundle gives its program folder itself. */
const PROGRAM = fileURLToPath(new URL('../../', import.meta.url));

/** `POLYLOOP_HOME` puts everything that is written below one folder: for tests, and for use from a stick. */
export function hostPaths(environment: NodeJS.ProcessEnv = process.env, program: string = PROGRAM): HostPaths {
  const home = environment.POLYLOOP_HOME;
  if (home) return { config: join(home, 'config'), cache: join(home, 'cache'), program };
  const user = envPaths('Polyloop', { suffix: '' });
  return { config: user.config, cache: user.cache, program };
}
