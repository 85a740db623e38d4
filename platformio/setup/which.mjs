/** Finds programs on PATH, as a shell does, without starting a shell. */
import fs from 'node:fs';
import path from 'node:path';

/** @param {string} file */
export function isExecutableFile(file) {
  try {
    if (!fs.statSync(file).isFile()) return false;
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} program a bare name such as `avr-gcc`
 * @param {string} [searchPath] directories, separated as in PATH
 * @returns {string | null} the program's full path
 */
export function which(program, searchPath = process.env.PATH ?? '') {
  const extensions = process.platform === 'win32' ? (process.env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
  for (const directory of searchPath.split(path.delimiter)) {
    if (!path.isAbsolute(directory)) continue;
    for (const extension of extensions) {
      const file = path.join(directory, program + extension.toLowerCase());
      if (isExecutableFile(file)) return file;
    }
  }
  return null;
}

/**
 * The first file in the list that exists and can be run.
 * @param {readonly (string | null | undefined)[]} files
 */
export function firstExecutable(files) {
  for (const file of files) if (file && isExecutableFile(file)) return file;
  return null;
}

/**
 * The subdirectories of a directory, newest version first; empty if the directory does not exist.
 * @param {string} directory
 */
export function versionsIn(directory) {
  try {
    return fs
      .readdirSync(directory)
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => path.join(directory, name));
  } catch {
    return [];
  }
}
