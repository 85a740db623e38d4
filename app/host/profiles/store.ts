/**
 * The profiles of a sketch: a folder beside its file, NAME.profiles, with a JSON file for each. A user may copy
 * files into it, rename them and delete them, so each list reads the folder again.
 */
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Profile, readProfile, writeProfile } from '../../../generator/profile/profile.ts';
import { tr } from '../../../generator/words/tr.ts';
import { makeFolder } from '../../../platformio/setup/folder.mjs';
import { RpcError } from '../../contract/errors.ts';
import { readPlainFile } from '../files/plain-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { systemCode, systemError } from '../system-errors.ts';

const ENDING = '.json';
const SKETCH_ENDING = /(\.polyloop)?\.json$/i;
const MAX_STEM = 80;
/** Larger than a profile of the largest sketch. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

export interface KeptProfile {
  /** The name of its file, which identifies it. */
  readonly file: string;
  readonly profile: Profile;
}

/** A file that is not a valid profile. */
export interface ProfileProblem {
  readonly file: string;
  /** With the path of the file. */
  readonly message: string;
}

export interface KeptProfiles {
  /** The newest first. */
  readonly profiles: readonly KeptProfile[];
  readonly problems: readonly ProfileProblem[];
}

/** The folder of a sketch's profiles. */
export function profileFolder(sketchPath: string): string {
  const path = resolve(sketchPath);
  return join(dirname(path), `${basename(path).replace(SKETCH_ENDING, '')}.profiles`);
}

/** The file of a profile with this name. */
export function profileFile(name: string): string {
  const stem = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, MAX_STEM);
  return `${stem === '' || RESERVED.test(stem) ? `profile${stem === '' ? '' : `-${stem}`}` : stem}${ENDING}`;
}

/** All valid profiles, and what is wrong with the other files. A folder that does not exist is empty. */
export async function readProfiles(sketchPath: string): Promise<KeptProfiles> {
  const folder = profileFolder(sketchPath);
  const profiles: KeptProfile[] = [];
  const problems: ProfileProblem[] = [];
  for (const file of await filesIn(folder)) {
    const read = await readFileOf(join(folder, file));
    if (read.ok) profiles.push({ file, profile: read.profile });
    else problems.push({ file, message: read.problem });
  }
  return { profiles: profiles.sort((a, b) => b.profile.date.localeCompare(a.profile.date)), problems };
}

/** One profile, by its path. */
export async function readFileOf(path: string): Promise<ReturnType<typeof readProfile>> {
  try {
    const read = readProfile(String(await readPlainFile(path, MAX_BYTES)));
    return read.ok ? read : { ok: false, problem: `${path}: ${read.problem}` };
  } catch (error) {
    const named = systemError(error, 'read', path);
    return { ok: false, problem: named instanceof Error ? named.message : String(named) };
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw systemError(error, 'read', folder);
  }
}

/**
 * Keeps a profile, and returns its path.
 *
 * @param replace whether a profile of the same name is replaced. Otherwise it is an error.
 */
export async function keepProfile(sketchPath: string, profile: Profile, replace: boolean): Promise<string> {
  const folder = profileFolder(sketchPath);
  const file = profileFile(profile.name);
  const path = join(folder, file);
  const taken = (await filesIn(folder)).some((each) => each.toLowerCase() === file.toLowerCase());
  if (taken && !replace) {
    throw new RpcError(
      'not-permitted',
      tr`There is a profile "${profile.name}" already: ${path}. Choose another name.`,
    );
  }
  try {
    makeFolder(folder);
    await replaceFile(path, writeProfile(profile));
  } catch (error) {
    throw systemError(error, 'save', path);
  }
  return path;
}

/** Deletes a profile. @param file as in the list */
export async function deleteProfile(sketchPath: string, file: string): Promise<void> {
  const path = join(profileFolder(sketchPath), file);
  if (basename(file) !== file || !file.endsWith(ENDING)) {
    throw new RpcError('not-permitted', tr`${file} is not the file of a profile.`);
  }
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw systemError(error, 'write to', path);
  }
}
