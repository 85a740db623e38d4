/**
 * The page that a browser is started with. Every user of a computer can read the command lines of all
 * processes. So the browser's command line names a file that only this user can read, and the file leads
 * to the address that works once. Jupyter starts its browser in the same way.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../platformio/setup/folder.mjs';
import { makeTemporary } from '../../platformio/setup/temporary.mjs';
import { LAUNCH_LIFETIME_MS } from './launch-keys.ts';

const NAME = /^open-[\w-]+\.html$/;
const ASK_MS = 5_000;

function pageOf(url: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}">
<title>Polyloop</title>
</head>
<body><p><a href="${url}">Open Polyloop</a></p></body>
</html>
`;
}

/** Removes the pages of programs that were killed. Their keys do not work any more. */
async function removeOldPages(dir: string, nowMs: number): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const info = await stat(path).catch(() => null);
    if (NAME.test(name) && info !== null && nowMs - info.mtimeMs > LAUNCH_LIFETIME_MS) await rm(path, { force: true });
  }
}

async function privateFolder(dir: string): Promise<string> {
  makeFolder(dir, { mode: 0o700 });
  await chmod(dir, 0o700);
  await removeOldPages(dir, Date.now());
  return dir;
}

export interface LaunchPage {
  readonly path: string;
  remove(): void;
}

/**
 * Writes a page that leads to `url` into `dir`, or into a new temporary folder if `dir` cannot be written.
 * `url` must be an address of this server, because the page contains it as it is.
 */
export async function writeLaunchPage(dir: string, url: string): Promise<LaunchPage> {
  const name = `open-${randomBytes(8).toString('hex')}.html`;
  const write = async (folder: string) => {
    const path = join(folder, name);
    await writeFile(path, pageOf(url), { mode: 0o600, flag: 'wx' });
    return path;
  };
  try {
    const path = await write(await privateFolder(dir));
    return { path, remove: () => rmSync(path, { force: true }) };
  } catch {
    const folder = await makeTemporary('open');
    return { path: await write(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
  }
}

/** Whether the browser is a Windows program that opens an address of Linux: it cannot read Linux's files. */
export const isWsl = (): boolean => process.platform === 'linux' && release().toLowerCase().includes('microsoft');

/**
 * A folder that the default browser can read. A browser that is a snap cannot read hidden folders, but
 * only its own folder below `~/snap`.
 */
export async function launchFolder(config: string, home: string = homedir()): Promise<string> {
  const usual = join(config, 'launch');
  if (process.platform !== 'linux') return usual;
  try {
    await access(join(home, 'snap'));
    const ask = promisify(execFile)('xdg-settings', ['get', 'default-web-browser'], { timeout: ASK_MS });
    const snap = /^([\w-]+)_[\w-]+\.desktop$/.exec((await ask).stdout.trim())?.[1] ?? '';
    const own = join(home, 'snap', snap, 'common');
    await access(snap === '' ? join(own, 'none') : own);
    return join(own, 'polyloop');
  } catch {
    return usual;
  }
}
