/** Selects the folder that a project is written to. It must not contain other files. */
import { readdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PROJECT_MANIFEST } from '../host/builds/project-files.ts';
import { systemCode, systemError } from '../host/system-errors.ts';
import { CommandError, EXIT_INVALID } from './exit-codes.ts';

/**
 * Returns the absolute path of a folder that is new, is empty, or contains a project that Polyloop
 * generated. Throws a CommandError for any other folder unless `force` is set.
 */
export async function outputFolder(path: string, force: boolean): Promise<string> {
  const folder = resolve(path);
  const entries = await entriesOf(folder);
  if (force || entries.length === 0 || entries.includes(PROJECT_MANIFEST)) return folder;
  const message = `${folder} contains files that Polyloop did not generate. Choose another folder, or add --force to write into it.`;
  throw new CommandError(message, EXIT_INVALID);
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    const info = await stat(folder);
    if (info.isDirectory()) return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    const named = systemError(error, 'write to', folder);
    throw new CommandError(named instanceof Error ? named.message : String(named), EXIT_INVALID);
  }
  throw new CommandError(`${folder} is a file. Choose a folder for the project.`, EXIT_INVALID);
}
