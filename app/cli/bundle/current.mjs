/**
 * Which bundle of the command line is current. Plain JavaScript without packages, because bin.mjs asks under whatever
 * Node the user has.
 *
 * A bundle is current while every file that it was made from is as it was: the same inode, size, and times of the last
 * change of contents (mtime) and of the file (ctime, which no program sets back). New files cannot change a bundle: each
 * import names its file, and what a package exports changes with the lock file only.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Where bundles are kept, from the checkout's directory. */
export const BUNDLE_DIR = 'build/cli';

/** Names the current bundle and its inputs; written last. */
const MANIFEST = 'current.json';

/** Rises with what a manifest or a bundle means. */
const FORMAT = 1;

/** @typedef {readonly [inode: number, size: number, mtimeMs: number, ctimeMs: number]} Stamp */
/**
 * @typedef {object} Manifest
 * @property {number} format
 * @property {string} entry the file to run, beside the manifest
 * @property {Readonly<Record<string, Stamp>>} inputs by their paths from the checkout's directory
 */

/** @param {string} file @returns {Stamp} */
export function stampOf(file) {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file);
  return [ino, size, mtimeMs, ctimeMs];
}

/** @param {string} root the checkout's directory */
export const manifestFile = (root) => path.join(root, BUNDLE_DIR, MANIFEST);

/** @param {string} entry @param {ReadonlyMap<string, Stamp>} inputs */
export const manifestText = (entry, inputs) =>
  JSON.stringify({ format: FORMAT, entry, inputs: Object.fromEntries(inputs) });

/**
 * @param {string} root the checkout's directory
 * @returns {string | null} the file to run; null: there is no bundle, or it is not current
 */
export function currentBundle(root) {
  try {
    /** @type {Manifest} */
    const { format, entry, inputs } = JSON.parse(readFileSync(manifestFile(root), 'utf8'));
    if (format !== FORMAT) return null;
    for (const [name, stamp] of Object.entries(inputs)) {
      if (!isSame(stampOf(path.join(root, name)), stamp)) return null;
    }
    const file = path.join(root, BUNDLE_DIR, entry);
    return statSync(file).isFile() ? file : null;
  } catch {
    // Never made, half removed, or an input is gone.
    return null;
  }
}

/** @param {Stamp} stamp @param {Stamp} other */
const isSame = (stamp, other) => stamp.every((value, index) => value === other[index]);
