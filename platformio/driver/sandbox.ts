/**
 * The sandbox in which compilers and build tools run. A sketch, or the build script of a library, may come from
 * a stranger. On Linux with bubblewrap (`bwrap`), a build has no network, and sees only what it needs: the programs and
 * libraries of the system, its own folder, in which alone it writes, and what its order names. All its processes end
 * with Polyloop. Elsewhere a build has the limits of `limits.ts` only.
 */
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const NAMESPACES = ['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--die-with-parent'];
const NO_NETWORK = '--unshare-net';
/**
 * bubblewrap leaves an administrator nearly all capabilities (capabilities(7)), with which a program would leave the
 * sandbox. Any other user has none there.
 */
const NO_CAPABILITIES = process.getuid?.() === 0 ? ['--cap-drop', 'ALL'] : [];
/** An administrator builds in folders of other users too. */
const OF_OTHERS = ['CAP_CHOWN', 'CAP_DAC_OVERRIDE', 'CAP_FOWNER'];
/** The programs and libraries of the system. Nix and Guix keep them in a store. */
const PROGRAMS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];
/** What programs read of the system's settings: libraries, names of users and hosts, time, certificates, Python. */
const SETTINGS = [
  ...['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'static', 'os-release'],
  ...['passwd', 'group', 'nsswitch.conf', 'hosts', 'host.conf', 'resolv.conf', 'gai.conf', 'services', 'protocols'],
  ...['localtime', 'timezone', 'locale.alias', 'locale.conf', 'mime.types'],
  ...['ssl', 'ca-certificates', 'pki', 'crypto-policies', 'python3', 'avrdude.conf'],
].map((name) => `/etc/${name}`);
const PROCESSORS = '/sys/devices/system/cpu';

/** A system whose /bin is a link to usr/bin keeps the link. */
function shown(folder: string): string[] {
  const info = lstatSync(folder, { throwIfNoEntry: false });
  if (info?.isSymbolicLink()) return ['--symlink', readlinkSync(folder), folder];
  return info === undefined ? [] : ['--ro-bind', folder, folder];
}

const system = (): string[] => [
  ...PROGRAMS.flatMap(shown),
  ...[...SETTINGS, PROCESSORS].flatMap((file) => ['--ro-bind-try', file, file]),
  ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/run'],
  // The settings of the kernel in /proc/sys belong to the administrator, with or without capabilities.
  ...['--remount-ro', '/proc'],
];
/** Folders of the sandbox itself, which take memory of the system. */
const IN_MEMORY = ['/dev', '/tmp', '/run', '/'];
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
  const probe = [...NAMESPACES, ...NO_CAPABILITIES, NO_NETWORK, ...system(), '--', '/bin/true'];
  return promisify(execFile)('bwrap', probe, { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

export interface Confinement {
  /** Folders that the program may write, with links resolved. One that is missing is made, if its parent is there. */
  readonly writable?: readonly string[];
  /** Folders and files that it may read, besides the programs and libraries of the system. */
  readonly readable?: readonly string[];
  /** Further folders that are empty for the program. What is `readable` or `writable` in them stays. */
  readonly hidden?: readonly string[];
  /** Whether the sandbox has access to the network. */
  readonly network?: boolean;
  /** Whether it has no temporary files either. */
  readonly sealed?: boolean;
  /** The folder in which it starts. */
  readonly cwd: string;
}

/** The home of the user, unless everything is in it. */
function homes(): string[] {
  const home = homedir();
  return home === '' || path.dirname(home) === home || !existsSync(home) ? [] : [realpathSync(home)];
}

/** The user's variables can name a folder that the sandbox makes read-only. */
const TEMPORARY = ['TMPDIR', 'TMP', 'TEMP'].flatMap((name) => ['--setenv', name, '/tmp']);

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
export function inSandbox(confinement: Confinement): string[] {
  const { writable = [], readable = [], hidden = [], network = false, sealed = false, cwd } = confinement;
  const isThere = (folder: string) => existsSync(folder);
  const kept = NO_CAPABILITIES.length > 0 && writable.length > 0 ? OF_OTHERS : [];
  for (const folder of writable) makeMissing(folder);
  const visible = [...PROGRAMS, ...readable, ...writable];
  const isVisible = (file: string) => visible.some((folder) => file !== folder && isIn(folder, file));
  // A home in a folder of the system, and what is hidden in a folder that is read.
  const empty = [...new Set([...homes(), ...hidden])].filter(isThere).filter(isVisible);
  // The outer folders first: each mount covers those below it.
  const mounts = [
    ...empty.map((folder) => ({ at: folder, options: ['--tmpfs', folder] })),
    ...readable.map((file) => ({ at: file, options: ['--ro-bind-try', file, file] })),
    ...writable.filter(isThere).map((folder) => ({ at: folder, options: ['--bind', folder, folder] })),
  ].sort((a, b) => a.at.length - b.at.length);
  return [
    'bwrap',
    ...NAMESPACES,
    ...NO_CAPABILITIES,
    ...kept.flatMap((capability) => ['--cap-add', capability]),
    ...(network ? [] : [NO_NETWORK]),
    ...system(),
    ...TEMPORARY,
    ...(network ? ['--ro-bind-try', RESOLVER, RESOLVER] : []),
    ...mounts.flatMap(({ options }) => options),
    ...(sealed ? IN_MEMORY.flatMap((folder) => ['--remount-ro', folder]) : []),
    ...['--setenv', 'TMPDIR', '/tmp'],
    '--chdir',
    cwd,
    '--',
  ];
}

/** With links resolved. A path that does not exist stays as it is. */
export const resolved = (files: readonly string[]): Promise<string[]> =>
  Promise.all(files.map((file) => realpath(file).catch(() => file)));
