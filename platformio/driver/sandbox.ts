/**
 * The sandbox in which compilers and build tools run. A sketch, or the build script of a library, may come from
 * a stranger. On Linux with bubblewrap (`bwrap`), a build has no network, writes only into its own folder, and
 * sees neither the user's home nor the sockets of the desktop. All its processes end with Polyloop. Elsewhere a
 * build has the limits of `limits.ts` only.
 */
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const NAMESPACES = ['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--die-with-parent'];
const NO_NETWORK = '--unshare-net';
const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/run'];
/** For the names of hosts, where a program has the network. */
const RESOLVER = '/run/systemd/resolve';

let known: Promise<boolean> | null = null;

/** Whether this system permits this user to create such a sandbox. Containers often do not. */
export function hasSandbox(): Promise<boolean> {
  known ??= isSandboxed();
  return known;
}

async function isSandboxed(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const probe = [...NAMESPACES, NO_NETWORK, ...SYSTEM, '--', '/bin/true'];
  return promisify(execFile)('bwrap', probe, { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

export interface Confinement {
  /** Folders that the program may write, with links resolved. One that is missing is made, if its parent is there. */
  readonly writable?: readonly string[];
  /** Folders and files that it may read although they are in the home of the user or in `/tmp`. */
  readonly readable?: readonly string[];
  /** Further folders that are empty for the program. What is `readable` or `writable` in them stays. */
  readonly hidden?: readonly string[];
  /** Whether the sandbox has access to the network. */
  readonly network?: boolean;
  /** The folder in which it starts. */
  readonly cwd: string;
}

/** The home of the user, unless everything is in it. */
function homes(): string[] {
  const home = homedir();
  return home === '' || path.dirname(home) === home || !existsSync(home) ? [] : [realpathSync(home)];
}

/** Folders with files of users, disks and services. No compiler needs them. */
const FOREIGN = ['/home', '/root', '/media', '/mnt', '/srv', '/var'];

/** Where this process keeps its temporary files, unless all of the system is in it. */
function temporaryFolders(): string[] {
  const folder = tmpdir();
  const usable = path.isAbsolute(folder) && existsSync(folder);
  return usable && path.dirname(realpathSync(folder)) !== '/' ? [realpathSync(folder)] : [];
}

/** The user's variables can name a folder that the sandbox makes read-only. */
const TEMPORARY = ['TMPDIR', 'TMP', 'TEMP'].flatMap((name) => ['--setenv', name, '/tmp']);

/** A link can lead into another hidden folder, and nothing can be mounted on it. */
const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const isIn = (folder: string, file: string): boolean => file === folder || file.startsWith(`${folder}${path.sep}`);

/** A folder that is missing cannot be mounted, and in the sandbox the program could not make it. */
function makeMissing(folder: string): void {
  try {
    mkdirSync(folder);
  } catch {
    // It is there, or nothing below its parent can be written.
  }
}

/** The start of a command line that runs the rest in a sandbox. Ask `hasSandbox` first. */
export function inSandbox({ writable = [], readable = [], hidden = [], network = false, cwd }: Confinement): string[] {
  const isThere = (folder: string) => existsSync(folder);
  for (const folder of writable) makeMissing(folder);
  const empty = [...new Set([...FOREIGN.filter(isFolder), ...homes(), ...temporaryFolders(), ...hidden])].filter(
    isThere,
  );
  const isHidden = (file: string) => [...empty, '/tmp', '/run'].some((folder) => isIn(folder, file));
  // The outer folders first: each mount covers those below it.
  const mounts = [
    ...empty.map((folder) => ({ at: folder, options: ['--tmpfs', folder] })),
    ...readable.filter(isHidden).map((file) => ({ at: file, options: ['--ro-bind-try', file, file] })),
    ...writable.filter(isThere).map((folder) => ({ at: folder, options: ['--bind', folder, folder] })),
  ].sort((a, b) => a.at.length - b.at.length);
  return [
    'bwrap',
    ...NAMESPACES,
    ...(network ? [] : [NO_NETWORK]),
    ...SYSTEM,
    ...TEMPORARY,
    ...(network ? ['--ro-bind-try', RESOLVER, RESOLVER] : []),
    ...mounts.flatMap(({ options }) => options),
    ...['--setenv', 'TMPDIR', '/tmp'],
    '--chdir',
    cwd,
    '--',
  ];
}

/** With links resolved. A path that does not exist stays as it is. */
export const resolved = (files: readonly string[]): Promise<string[]> =>
  Promise.all(files.map((file) => realpath(file).catch(() => file)));
