/**
 * Makes the installers: `npm run package`, after `npm run setup`. Each system makes its own; Linux makes Windows' as well
 * where Wine is installed.
 *
 *     npm run package                    the installers of this system, in dist/
 *     npm run package -- --win --linux   those of other systems
 *     npm run package -- --dir           the program in a folder, without an installer
 */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, DIR_TARGET, Platform } from 'electron-builder';
import { buildWindow } from '../../../platformio/setup/commands/window-build.mjs';
import { packageConfig, STAGED } from './config.ts';
import { stage } from './stage.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    linux: { type: 'boolean', default: false },
    mac: { type: 'boolean', default: false },
    win: { type: 'boolean', default: false },
  },
});

const named = [
  ...(values.linux ? [Platform.LINUX] : []),
  ...(values.mac ? [Platform.MAC] : []),
  ...(values.win ? [Platform.WINDOWS] : []),
];
const platforms = named.length > 0 ? named : [Platform.current()];

if (!(await buildWindow(print))) {
  print('The window could not be built.');
  process.exit(1);
}
print('Program … collecting its files');
await stage({ root, window: join(root, 'build', 'renderer'), out: join(root, STAGED) });
// A folder with Electron's program, for computers that cannot download it.
const electronDist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
if (electronDist !== undefined && !existsSync(electronDist)) {
  print(`ELECTRON_OVERRIDE_DIST_PATH names ${electronDist}, which does not exist.`);
  process.exit(1);
}
const targets = new Map(
  platforms.flatMap((platform) => [...platform.createTarget(values.dir ? DIR_TARGET : undefined)]),
);
const config = packageConfig(root, electronDist === undefined ? {} : { electronDist });
try {
  const files = await build({ projectDir: root, targets, config });
  for (const file of files) print(`Made ${relative(root, file)}`);
} catch (error) {
  print(`The installers were not made: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
