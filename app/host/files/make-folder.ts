import { makeFolder as makeFolderNow } from '../../../platformio/setup/folder.mjs';

/** Makes a folder and those above it. Rejects with the system's error. */
export async function makeFolder(path: string, options: { readonly mode?: number } = {}): Promise<void> {
  makeFolderNow(path, options);
}
