import fs from 'node:fs';
import path from 'node:path';

/** @param {string} folder */
const isFolder = (folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes a folder and those above it, one at a time. Node's own way to make several at once never ends in a folder such
 * as /proc, in which nothing can be made, and reports a read-only disk as a folder that does not exist.
 * @param {string} folder
 * @param {{ readonly mode?: number }} [options] the mode of the folder itself
 */
export function makeFolder(folder, options = {}) {
  try {
    fs.mkdirSync(folder, options);
  } catch (error) {
    // Another process may make it at the same time.
    if (isFolder(folder)) return;
    const parent = path.dirname(folder);
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    // The folder above is there and takes no new one, so a second attempt would be the same.
    if (!isMissing || parent === folder || isFolder(parent)) throw error;
    makeFolder(parent);
    makeFolder(folder, options);
  }
}
