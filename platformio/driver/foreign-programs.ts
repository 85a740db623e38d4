/**
 * Programs that a sketch brings into its build: scripts and compiler flags of its libraries, and platforms that
 * PlatformIO would download. Anyone can publish both. A build in a sandbox may run those of libraries. Elsewhere
 * they run as the user, so the user must trust the sketch. A platform also writes boards, which no sandbox confines.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { tr } from '../../generator/words/tr.ts';
import type { Program } from '../setup/tools.ts';
import { readTable } from './boards/table.ts';
import type { BuildRequest } from './build.ts';
import { libraryFolders } from './build-sandbox.ts';
import { hasSandbox } from './sandbox.ts';

const MANIFEST = 'library.json';
const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
/** Members of other types are not what PlatformIO runs. */
const manifestSchema = z.object({
  name: z.string().catch(''),
  build: z.object({ extraScript: z.string().optional().catch(undefined), flags: texts.catch([]) }).catch({ flags: [] }),
});

/** `!` runs a command, the others name a program or a file of flags. */
const RUNNING_FLAG = /^\s*!|(?:^|\s)(?:-fplugin|-wrapper|-B|-specs|--specs|@)/;
/** A path outside of the library. */
const OUTSIDE_FLAG = /(?:^|[\s=,]|-[A-Za-z]+)(?:\/|[A-Za-z]:[\\/])|\.\.(?:[\\/]|$|\s)/;

export interface ForeignProgram {
  /** The library's name. */
  readonly library: string;
  /** The file or the flag. */
  readonly what: string;
}

const isForeign = (flag: string): boolean => RUNNING_FLAG.test(flag) || OUTSIDE_FLAG.test(flag);

/** Arduino's own manifest can only have flags of the linker. */
async function linkerFlagsOf(library: string): Promise<ForeignProgram[]> {
  const text = await readFile(path.join(library, 'library.properties'), 'utf8').catch(() => '');
  const flags = /^[ \t]*ldflags[ \t]*=(.*)$/m.exec(text)?.[1] ?? '';
  return isForeign(flags) ? [{ library: path.basename(library), what: flags.trim() }] : [];
}

async function programsOf(library: string): Promise<ForeignProgram[]> {
  const linker = await linkerFlagsOf(library);
  const text = await readFile(path.join(library, MANIFEST), 'utf8').catch(() => null);
  if (text === null) return linker;
  const name = path.basename(library);
  let manifest: z.infer<typeof manifestSchema>;
  try {
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch {
    // PlatformIO may read what this program cannot.
    return [{ library: name, what: MANIFEST }];
  }
  const { extraScript, flags } = manifest.build;
  const found = flags.filter(isForeign);
  const whats = [...(extraScript === undefined ? [] : [extraScript]), ...found];
  return [...linker, ...whats.map((what) => ({ library: manifest.name === '' ? name : manifest.name, what }))];
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
}

/** What the libraries of a project run while they are built. The project's packages are installed. */
export async function programsOfLibraries(projectDir: string, ini: string): Promise<ForeignProgram[]> {
  const environments = await foldersIn(path.join(projectDir, '.pio', 'libdeps'));
  const installed = await Promise.all(environments.map(foldersIn));
  const libraries = [...libraryFolders(ini), ...installed.flat()];
  return (await Promise.all(libraries.map(programsOf))).flat();
}

/** Why the build stops before it runs a library's program as the user, or null. */
export function untrustedProgram(programs: readonly ForeignProgram[]): string | null {
  const [first] = programs;
  if (first === undefined) return null;
  const { library, what } = first;
  return tr`The library ${library} was not built: it would run ${what} as a program of your account, and this computer has no sandbox for it. Read it first. Then trust the folder of the sketch with \`polyloop build --trust FILE\`, or install bubblewrap on Linux.`;
}

/** Why the libraries of a project may not be built, or null. */
export async function refusedLibraries(
  { projectDir, trusted = false }: Pick<BuildRequest, 'projectDir' | 'trusted'>,
  ini: string,
): Promise<string | null> {
  if (trusted || (await hasSandbox())) return null;
  return untrustedProgram(await programsOfLibraries(projectDir, ini));
}

/** Why PlatformIO may not download the project's platform, or null. */
export async function unknownPlatform(ini: string, { env }: Pick<Program, 'env'>): Promise<string | null> {
  const name = /^platform *= *([^\s@]+)(?:@\S+)? *$/m.exec(ini)?.[1];
  if (name === undefined || readTable().some(({ platform }) => platform === name)) return null;
  const installed = await readdir(path.join(env.PLATFORMIO_CORE_DIR ?? '', 'platforms')).catch(() => []);
  if (installed.some((folder) => folder === name || folder.startsWith(`${name}@`))) return null;
  return tr`The platform ${name} was not downloaded: it is not one of PlatformIO's own Arduino platforms, and its programs would run with your permissions. Choose another board. If you trust who made the platform, install it with \`pio pkg install --global --platform ${name}\`.`;
}
