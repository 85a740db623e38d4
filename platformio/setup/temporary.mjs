/**
 * Temporary folders with a living owner. The name of a folder tells which process made it, so the next program removes
 * the folder of a killed process at its start. No clock and no age decide: a build of an hour keeps its folder.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hasLeft, MARK, ownMark } from './owner.mjs';

/** The name of a folder: `polyloop-`, its kind, the mark of its process, and six random letters. */
const NAME = new RegExp(`^polyloop-[a-z]+-(${MARK})-\\w{6}$`);

/**
 * Whether a folder was left by a process that has ended.
 * @param {string} name
 */
function isLeft(name) {
  const [, mark] = NAME.exec(name) ?? [];
  return mark !== undefined && hasLeft(mark);
}

/**
 * Removes the temporary folders that killed programs of this user left. Returns their names.
 * @param {string} [folder]
 * @returns {string[]}
 */
export function removeLeftTemporary(folder = os.tmpdir()) {
  const user = process.getuid?.();
  const removed = [];
  try {
    for (const name of fs.readdirSync(folder)) {
      if (!isLeft(name)) continue;
      const left = path.join(folder, name);
      const info = fs.lstatSync(left, { throwIfNoEntry: false });
      // What another user made may be replaced by a link while it is removed.
      if (!info?.isDirectory() || (user !== undefined && info.uid !== user)) continue;
      fs.rmSync(left, { recursive: true, force: true });
      removed.push(name);
    }
  } catch {
    // What cannot be removed now is harmless, and the next start tries again.
  }
  return removed;
}

/**
 * Makes a temporary folder that only this user can read. Before the first one, removes those of killed programs.
 * @param {string} kind lower-case letters, for people who find the folder
 * @returns {Promise<string>}
 */
export async function makeTemporary(kind) {
  const folder = os.tmpdir();
  removeOnce(folder);
  return fs.promises.mkdtemp(prefixOf(folder, kind));
}

/** @param {string} folder @param {string} kind */
const prefixOf = (folder, kind) => path.join(folder, `polyloop-${kind}-${ownMark()}-`);

/** @type {Set<string>} */
const tidied = new Set();

/** @param {string} folder */
function removeOnce(folder) {
  if (tidied.has(folder)) return;
  tidied.add(folder);
  removeLeftTemporary(folder);
}

/** @type {Map<string, string>} */
const forChildren = new Map();

/**
 * The environment of a child whose temporary files must not outlive it: a compiler that is killed leaves its own. All
 * children of this process have one folder. It goes when this process ends, or before the next start of a program.
 * @returns {Record<string, string>} empty if no folder can be made
 */
export function temporaryEnvironment() {
  const parent = os.tmpdir();
  const folder = forChildren.get(parent) ?? folderForChildren(parent);
  if (folder === null) return {};
  return process.platform === 'win32' ? { TEMP: folder, TMP: folder } : { TMPDIR: folder };
}

/** @param {string} parent */
function folderForChildren(parent) {
  try {
    const folder = fs.mkdtempSync(prefixOf(parent, 'tools'));
    forChildren.set(parent, folder);
    process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return null;
  }
}
