/**
 * Creates a directory completely or not at all. The directory is filled under a temporary name next to
 * its final place, gets a stamp with its inputs, and is renamed. A directory without a matching stamp
 * was made by another program or version, and is replaced.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const stampName = '.polyloop-stamp.json';
const temporaryPrefix = '.making-';

/** The temporary directories that this process fills now. Steps of set-up run at the same time. @type {Set<string>} */
const inUse = new Set();

/** @param {unknown} inputs any value that JSON can represent */
function fingerprint(inputs) {
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
}

/**
 * @param {string} directory
 * @param {unknown} inputs the inputs from which the directory would be made now
 */
export function isInPlace(directory, inputs) {
  try {
    const stamp = JSON.parse(fs.readFileSync(path.join(directory, stampName), 'utf8'));
    return stamp.fingerprint === fingerprint(inputs);
  } catch {
    return false;
  }
}

/**
 * @param {string} directory
 * @param {unknown} inputs
 * @param {(temporary: string) => Promise<void>} make fills the temporary directory; throws if it fails
 */
export async function place(directory, inputs, make) {
  const parent = path.dirname(directory);
  fs.mkdirSync(parent, { recursive: true });
  removeLeftovers(parent);
  const temporary = fs.mkdtempSync(path.join(parent, temporaryPrefix));
  inUse.add(temporary);
  const remove = () => {
    fs.rmSync(temporary, { recursive: true, force: true });
    inUse.delete(temporary);
  };
  process.once('exit', remove);
  try {
    await make(temporary);
    fs.writeFileSync(path.join(temporary, stampName), `${JSON.stringify({ fingerprint: fingerprint(inputs) })}\n`);
    await renameOver(temporary, directory);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/**
 * Renames, and tries again: Windows refuses a rename while a virus scanner reads one of the files.
 * @param {string} from
 * @param {string} to
 */
async function renameOver(from, to) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      fs.rmSync(to, { recursive: true, force: true, maxRetries: 5 });
      fs.renameSync(from, to);
      return;
    } catch (error) {
      if (attempt === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
    }
  }
}

/**
 * Removes what an interrupted set-up left. The caller holds the lock, so no other set-up uses these files.
 * @param {string} parent
 */
export function removeLeftovers(parent) {
  for (const name of fs.existsSync(parent) ? fs.readdirSync(parent) : []) {
    const file = path.join(parent, name);
    if (name.startsWith(temporaryPrefix) && !inUse.has(file)) fs.rmSync(file, { recursive: true, force: true });
  }
}

/**
 * Names and contents of all files in a directory, as input for a stamp.
 * @param {string} directory
 * @returns {Record<string, string>}
 */
export function contentsOf(directory) {
  /** @type {Record<string, string>} */
  const contents = {};
  for (const name of fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(directory, name);
    if (name.includes('__pycache__') || !fs.statSync(file).isFile()) continue;
    contents[name.replaceAll('\\', '/')] = fs.readFileSync(file, 'utf8');
  }
  return contents;
}
