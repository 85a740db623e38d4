/**
 * Collects the files of the desktop program in one folder, as an installer contains them. Its layout is
 * the checkout's, so that the program finds templates/, runtime-c/ and build/ where it expects them.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { bundleElectron, NOT_BUNDLED } from '../build.ts';
import { installedClosure, thirdPartyLicenses } from './packages.ts';

/** Folders that the program reads when it runs, relative to the checkout. */
const FOLDERS = ['templates', 'runtime-c', 'platformio/driver', 'platformio/platform', 'platformio/setup'];

/** Kept outside the archive: other programs read these files, or the system loads them. */
export const UNPACKED = ['platformio/**', '**/*.node'];

/** Sources of tests, and of what the bundle already contains. */
const isLeftOut = (path: string): boolean =>
  /\.ts$|\.test\.mjs$|\.map$|\.stamp$/.test(path) || ['__pycache__', 'test'].includes(basename(path));

/** Files of a package that are left out: types, C++ sources, and modules for systems that Electron does not support. */
const isLeftOutOfPackage = (path: string): boolean =>
  /\.(?:[cm]?ts|map|md|gypi?|h|c|cpp)$/.test(path) ||
  /[/\\]prebuilds[/\\](?:android-|linux-arm$|win32-ia32)/.test(path);

/** The installed program's package.json. Electron reads its name, version and main file. */
const stagedManifest = (dependencies: Readonly<Record<string, string>>) => ({
  name: packageJson.name,
  productName: 'Polyloop',
  version: packageJson.version,
  description: packageJson.description,
  license: packageJson.license,
  author: 'The Polyloop authors',
  type: 'module',
  main: 'build/electron/main.mjs',
  dependencies,
});

interface Staging {
  /** The checkout. */
  readonly root: string;
  /** The folder with the built window. */
  readonly window: string;
  /** The folder to write. It is replaced. */
  readonly out: string;
}

export async function stage({ root, window, out }: Staging): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  copy(window, join(out, 'build', 'renderer'), isLeftOut);
  for (const folder of FOLDERS) copy(join(root, folder), join(out, folder), isLeftOut);
  copy(join(root, 'LICENSE'), join(out, 'LICENSE'), () => false);
  await bundleElectron(join(out, 'build', 'electron'), { sourcemap: false });
  const packages = installedClosure(root, NOT_BUNDLED);
  for (const { dir } of packages) {
    // The packages inside a package are in the list.
    const inner = join(root, dir, 'node_modules');
    copy(join(root, dir), join(out, dir), (path) => path === inner || isLeftOutOfPackage(path));
  }
  const versions = packages
    .filter(({ name }) => NOT_BUNDLED.includes(name))
    .map(({ name, version }) => [name, version]);
  write(join(out, 'package.json'), `${JSON.stringify(stagedManifest(Object.fromEntries(versions)), null, 2)}\n`);
  write(join(out, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(root));
}

function copy(from: string, to: string, leftOut: (path: string) => boolean): void {
  cpSync(from, to, { recursive: true, filter: (path) => path === from || !leftOut(path) });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
