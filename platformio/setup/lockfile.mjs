#!/usr/bin/env node
/**
 * Completes package-lock.json. npm omits the builds of a package for other systems if the registry in
 * use does not offer them. `npm ci` then refuses the file or installs nothing on those systems. Also enters
 * the integrity of packages without one, as far as the registry in use has them.
 *
 *   node platformio/setup/lockfile.mjs
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isWindows, root } from './paths.mjs';

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], license?: string, optionalDependencies?: Record<string, string> }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lockfile */
/** @typedef {{ dependent: LockedPackage, name: string, version: string }} Absent */

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * Finds a package by Node's rule: in the nearest node_modules directory upwards that contains it.
 * @param {Lockfile} lockfile
 * @param {string} from
 * @param {string} name
 */
function resolves({ packages }, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`] !== undefined) return true;
    if (base === '') return false;
  }
}

/**
 * Optional dependencies without an entry in the file.
 * @param {Lockfile} lockfile
 * @returns {Absent[]}
 */
export function absentPackages(lockfile) {
  return Object.entries(lockfile.packages).flatMap(([from, dependent]) =>
    Object.entries(dependent.optionalDependencies ?? {})
      .filter(([name]) => !resolves(lockfile, from, name))
      .map(([name, version]) => ({ dependent, name, version })),
  );
}

/**
 * The entry that the registry would give for the package. The package's name contains its system.
 * @param {Absent} absent
 * @returns {LockedPackage}
 */
export function entryFor({ dependent, name, version }) {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`${name} does not say for which system it is`);
  const libc = words.includes('musl') ? ['musl'] : os[0] === 'linux' ? ['glibc'] : null;
  return {
    version,
    cpu,
    ...(dependent.dev && { dev: true }),
    ...(libc && { libc }),
    ...(dependent.license && { license: dependent.license }),
    optional: true,
    os,
  };
}

/**
 * The names of the packages whose bytes npm cannot check.
 * @param {Lockfile} lockfile
 */
export const withoutIntegrity = ({ packages }) =>
  Object.keys(packages).filter((name) => name !== '' && packages[name]?.integrity === undefined);

/** @param {string} name @param {string} version */
function integrityOf(name, version) {
  const view = ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent'];
  const { status, stdout } = spawnSync('npm', view, { encoding: 'utf8', shell: isWindows });
  const integrity = stdout?.trim() ?? '';
  return status === 0 && integrity.startsWith('sha512-') ? integrity : undefined;
}

/** @param {Lockfile} lockfile */
function addIntegrity(lockfile) {
  const names = withoutIntegrity(lockfile);
  for (const name of names) {
    const entry = lockfile.packages[name];
    const short = name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const integrity = integrityOf(short, entry?.version ?? '');
    if (entry !== undefined && integrity !== undefined) lockfile.packages[name] = { ...entry, integrity };
  }
  return names.length - withoutIntegrity(lockfile).length;
}

function complete() {
  const file = path.join(root, 'package-lock.json');
  /** @type {Lockfile} */
  const lockfile = JSON.parse(fs.readFileSync(file, 'utf8'));
  const absent = absentPackages(lockfile);
  for (const one of absent) lockfile.packages[`node_modules/${one.name}`] = entryFor(one);
  const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lockfile.packages = Object.fromEntries(sorted);
  const added = addIntegrity(lockfile);
  if (absent.length + added > 0) fs.writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
  process.stdout.write(`${absent.length} packages and the integrity of ${added} added to package-lock.json\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) complete();
