/** npm packages that are shipped: which ones a package needs, and their licences. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** An npm package in node_modules. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package gives it. */
  readonly license: string;
  /** Relative to the checkout: "node_modules/serialport/node_modules/debug". */
  readonly dir: string;
}

const MODULES = 'node_modules/';

/** The packages in package-lock.json, by their folders. The key of the checkout itself is "". */
function lockedPackages(root: string): Readonly<Record<string, LockedPackage>> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return lock.packages;
}

/** The dependencies of the checkout itself, without those that only development needs. */
export const productionDependencies = (root: string): readonly string[] =>
  Object.keys(lockedPackages(root)['']?.dependencies ?? {});

/**
 * The packages of these names and all that they depend on, ordered by folder. Packages for other
 * systems, which are not installed here, are left out.
 */
export function installedClosure(root: string, names: readonly string[]): readonly NpmPackage[] {
  const locked = lockedPackages(root);
  const found = new Map<string, NpmPackage>();
  const visit = (name: string, from: string): void => {
    const dir = resolved(locked, name, from);
    if (dir === null || found.has(dir) || !existsSync(join(root, dir))) return;
    const { version = '', license = '', dependencies, optionalDependencies } = locked[dir] ?? {};
    found.set(dir, { name, version, license, dir });
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(needed, dir);
  };
  for (const name of names) visit(name, '');
  return [...found.values()].sort((a, b) => (a.dir < b.dir ? -1 : 1));
}

/** Node's rule: the nearest node_modules on the way from the package to the checkout. */
function resolved(locked: Readonly<Record<string, LockedPackage>>, name: string, from: string): string | null {
  for (let parent = from; ; parent = parent.slice(0, Math.max(0, parent.lastIndexOf(`/${MODULES}`)))) {
    const dir = `${parent === '' ? '' : `${parent}/`}${MODULES}${name}`;
    if (locked[dir] !== undefined) return dir;
    if (parent === '') return null;
  }
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** The texts of the package's licence and notice files. Empty if it has none. */
const licenseTexts = (root: string, { dir }: NpmPackage): readonly string[] =>
  readdirSync(join(root, dir), { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(join(root, dir, name), 'utf8').trim());

/** What an installer contains of other authors, with every licence in full. */
export function thirdPartyLicenses(root: string): string {
  const packages = installedClosure(root, productionDependencies(root)).filter(({ name }) => isShipped(name));
  const parts = packages.map((each) => {
    const texts = licenseTexts(root, each);
    const body =
      texts.length === 0 ? `The package names its licence, ${each.license}, without a text.` : texts.join('\n\n');
    return `${each.name} ${each.version} (${each.license})\n${'-'.repeat(72)}\n\n${body}\n`;
  });
  return [HEADING, ...parts].join('\n\n');
}

const HEADING = `Polyloop contains these packages of other authors.
Electron's own licences are in the files LICENSE.electron.txt and LICENSES.chromium.html.`;

/** The pinned Node is for a checkout: the desktop program runs on Electron. Types are not code. */
const isShipped = (name: string): boolean =>
  name !== 'node' && !name.startsWith('node-bin-') && !name.startsWith('@types/');
