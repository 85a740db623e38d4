/** The libraries of a sketch: what their members may hold, and how PlatformIO is given them. */
import { tr } from '../words/tr.ts';
import type { Library } from './model.ts';

/** A name of PlatformIO's registry, with its owner or without: "Servo", "arduino-libraries/Servo". */
const NAME = /^[A-Za-z0-9_][\w .+-]*(\/[A-Za-z0-9_][\w .+-]*)?$/;
/** A version or a range of semantic versioning. */
const VERSION = /^[~^<>=!]*\d[\w.+,<>=!~^ -]*$/;
const ABSOLUTE = /^(\/|[A-Za-z]:[\\/]|\\\\)/;
/** Characters with a meaning in platformio.ini, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const SPECIAL = /[;#$"\u0000-\u001f\u007f]/;

export const LIBRARY_MEMBERS = ['name', 'version', 'folder'] as const satisfies readonly (keyof Library)[];

/** What is wrong with a member, as the rest of a sentence after its name; null if nothing is. */
export function libraryFault(member: keyof Library, text: string): string | null {
  switch (member) {
    case 'name':
      if (NAME.test(text)) return null;
      return tr`expected the name of a library, e.g. "arduino-libraries/Servo". Search for it at registry.platformio.org.`;
    case 'version':
      return VERSION.test(text) ? null : tr`expected a version, e.g. "1.2.1" or "^1.2". Leave it out for the newest.`;
    case 'folder':
      if (!ABSOLUTE.test(text))
        return tr`expected a full path, e.g. "/home/me/Arduino/libraries/Servo". Write it from the root.`;
      return SPECIAL.test(text)
        ? tr`holds one of the characters ; # $ ", which the build cannot use. Rename the folder.`
        : null;
  }
}

/** The name without the owner: "Servo" of "arduino-libraries/Servo". */
export const libraryShortName = ({ name }: Pick<Library, 'name'>): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * Whether PlatformIO would install one library for two names: "Servo" is "arduino-libraries/Servo" for it. Libraries
 * of two owners are two.
 */
export function isSameLibrary(a: Pick<Library, 'name'>, b: Pick<Library, 'name'>): boolean {
  const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()];
  if (first === second) return true;
  if (first.includes('/') && second.includes('/')) return false;
  return libraryShortName({ name: first }) === libraryShortName({ name: second });
}

/** A line of `lib_deps` in platformio.ini. */
export function dependencyOf(library: Library): string {
  const { name, version, folder } = library;
  if (folder !== null) return `${libraryShortName(library)}=symlink://${folder.replaceAll('\\', '/')}`;
  return version === null ? name : `${name}@${version}`;
}
