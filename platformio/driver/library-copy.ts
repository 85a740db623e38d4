/** Finds a library that PlatformIO cannot download in the folders of the Arduino IDE. */
import os from 'node:os';
import path from 'node:path';
import { libraryShortName } from '../../generator/sketch/libraries.ts';
import { exists } from './files.ts';

/** The folders in which the Arduino IDE keeps a user's libraries, on Linux, macOS and Windows. */
const LIBRARY_FOLDERS = [
  ['Arduino', 'libraries'],
  ['Documents', 'Arduino', 'libraries'],
];

/**
 * The folder of the user's copy of a library; null if there is none. The Arduino IDE replaces spaces in the name of
 * a library by underscores.
 * @param name its name in PlatformIO's registry, with or without the owner
 */
export async function libraryCopy(name: string, home = os.homedir()): Promise<string | null> {
  const short = libraryShortName({ name });
  const names = [...new Set([short, short.replaceAll(' ', '_')])];
  for (const folder of LIBRARY_FOLDERS.flatMap((parts) => names.map((each) => path.join(home, ...parts, each)))) {
    if (await exists(path.join(folder, 'library.properties'))) return folder;
  }
  return null;
}
