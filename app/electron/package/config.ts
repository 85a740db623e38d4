/** The installers' configuration for electron-builder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { UNPACKED } from './stage.ts';

/** Relative to the checkout. */
export const STAGED = join('build', 'package', 'app');
/** Where the installers are written, relative to the checkout. */
const OUTPUT = 'dist';

/**
 * Restrictions in Electron's program itself, where a page or a variable of the environment cannot lift
 * them. See https://www.electronjs.org/docs/latest/tutorial/fuses.
 */
export const FUSES = {
  /** The program cannot be started as a plain Node with the rights that a user gave to Polyloop. */
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  /** The archive's hash is in the program. Electron checks it on Windows and macOS. */
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  /** The window is served under polyloop:, not file:. */
  grantFileProtocolExtraPrivileges: false,
} as const;

/**
 * @param root the checkout
 * @param changes for instance `electronDist`, a folder with Electron's program. Without it, electron-builder
 *   downloads Electron.
 */
export function packageConfig(root: string, changes: Partial<Configuration> = {}): Configuration {
  return {
    appId: 'io.github.polyloop',
    productName: 'Polyloop',
    copyright: 'The Polyloop authors',
    directories: { app: STAGED, output: OUTPUT, buildResources: join('app', 'electron', 'package', 'resources') },
    electronVersion: installedVersion(root, 'electron'),
    files: ['**/*'],
    asar: true,
    asarUnpack: UNPACKED,
    electronFuses: FUSES,
    // Serialport brings its native module prebuilt for each system.
    npmRebuild: false,
    publish: null,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in.
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    linux: { target: ['AppImage', 'deb'], category: 'Development', executableName: 'polyloop', maintainer: 'Polyloop' },
    deb: { depends: ['libgtk-3-0', 'libnotify4', 'libnss3', 'libxss1', 'libxtst6', 'python3-venv'] },
    mac: { target: ['dmg', 'zip'], category: 'public.app-category.developer-tools', hardenedRuntime: true },
    win: { target: ['nsis'] },
    nsis: { oneClick: false, allowToChangeInstallationDirectory: true },
    ...changes,
  };
}

function installedVersion(root: string, name: string): string {
  const manifest = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
