/**
 * Finds the current bundle of a program: the command line or the server. This is plain JavaScript
 * without packages, because it runs on whatever Node version the user has.
 *
 * A bundle is current if none of the files that it was made from has changed. Each must have the
 * same inode, size, time of the last content change (mtime) and time of the last file change
 * (ctime). No program can set ctime back. New files cannot affect a bundle, because each import
 * names its file, and a package's exports change only together with the lock file.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** @typedef {'cli' | 'serve'} Program */

/**
 * The folder of a program's bundles, relative to the checkout's directory.
 * @param {Program} program
 */
export const bundleDir = (program) => `build/${program}`;

/**
 * The program's first source, relative to the checkout's directory.
 * @param {Program} program
 */
export const sourceOf = (program) => `app/${program}/main.ts`;

/** Names the current bundle and its inputs. Written last. */
const MANIFEST = 'current.json';

/** Incremented when the meaning of a manifest or of a bundle changes. */
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

/**
 * @param {string} root the checkout's directory
 * @param {Program} program
 */
export const manifestFile = (root, program) => path.join(root, bundleDir(program), MANIFEST);

/** @param {string} entry @param {ReadonlyMap<string, Stamp>} inputs */
export const manifestText = (entry, inputs) =>
  JSON.stringify({ format: FORMAT, entry, inputs: Object.fromEntries(inputs) });

/**
 * @param {string} root the checkout's directory
 * @param {Program} program
 * @returns {string | null} the file to run, or null if there is no current bundle
 */
export function currentBundle(root, program) {
  try {
    /** @type {Manifest} */
    const { format, entry, inputs } = JSON.parse(readFileSync(manifestFile(root, program), 'utf8'));
    if (format !== FORMAT) return null;
    for (const [name, stamp] of Object.entries(inputs)) {
      if (!isSame(stampOf(path.join(root, name)), stamp)) return null;
    }
    const file = path.join(root, bundleDir(program), entry);
    return statSync(file).isFile() ? file : null;
  } catch {
    // The bundle was never made or was partly removed, or an input is missing.
    return null;
  }
}

/** @param {Stamp} stamp @param {Stamp} other */
const isSame = (stamp, other) => stamp.every((value, index) => value === other[index]);
