/** Starts the host as `npm start` does, for one window. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../app/contract/settings.ts';
import { mainFile } from '../platformio/setup/bundle/program.mjs';

/** A user who has seen the welcome, and who has every field and panel shown. */
const EXPERIENCED: Partial<Settings> = { welcomed: true, detail: 'full' };

export interface ServedHost {
  readonly url: string;
  /** Ends the host and waits until it has ended. */
  end(): Promise<void>;
  /** The same without a chance to tidy up. */
  kill(): Promise<void>;
}

/**
 * @param folder the user's home for file dialogs, which also contains the settings
 * @param settings the user's settings. `{}` is a first start.
 * @param environment variables added to this process's environment
 */
export async function serve(
  folder: string,
  serveArguments: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  settings: Partial<Settings> = EXPERIENCED,
): Promise<ServedHost> {
  const config = path.join(folder, '.polyloop-home', 'config');
  if (!existsSync(config)) {
    mkdirSync(config, { recursive: true });
    writeFileSync(path.join(config, 'settings.json'), JSON.stringify(settings));
  }
  const home = { POLYLOOP_HOME: path.join(folder, '.polyloop-home'), HOME: folder, USERPROFILE: folder };
  const child = spawn(process.execPath, ['--enable-source-maps', mainFile('serve'), '--no-open', ...serveArguments], {
    cwd: folder,
    env: { ...process.env, ...home, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`The host ended without an address:\n${text}`)));
  });
  const endWith = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exit;
  };
  return { url, end: () => endWith('SIGTERM'), kill: () => endWith('SIGKILL') };
}
