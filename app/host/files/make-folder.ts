import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node reports a read-only disk as a folder that does not exist if it makes
 * several folders at once, so the reason is asked for again with one folder.
 */
export async function makeFolder(path: string, options: { readonly mode?: number } = {}): Promise<void> {
  try {
    await mkdir(path, { ...options, recursive: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const parent = dirname(path);
    if (parent !== path) await makeFolder(parent);
    await mkdir(path, options);
  }
}
