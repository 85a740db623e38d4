/**
 * Finds the kernels that the user installs. They are not part of Polyloop. The user asks for one by
 * `polyloop kernels get`, or names its folder in the environment variable that its other builds use, too.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ENGLISH } from './hints.mjs';
import { kernelDir } from './paths.mjs';

/** @typedef {import('./tools.ts').KernelTool} KernelTool */

/**
 * What a kernel's folder looks like.
 *
 * @typedef {object} KernelFolder
 * @property {string} name as the kernel's documentation writes it
 * @property {string} variable environment variable with the folder
 * @property {string | null} get the command that installs it; null: Polyloop cannot install it
 * @property {string | null} page where its publisher explains how to get it; null: the command suffices
 * @property {string} ownDir the folder to search if the variable is not set
 * @property {string} folder what the folder is: "checkout of FreeRTOS-Kernel"
 * @property {readonly string[]} files that every such folder has
 * @property {(directory: string) => string | null} versionIn
 * @property {(version: string) => boolean} isTooOld
 * @property {string} least the oldest supported version
 */

/** @param {string[]} parts */
const textOf = (...parts) => fs.readFileSync(path.join(...parts), 'utf8');

/** @param {string} version the number may follow a `V` */
const numbersOf = (version) => (/(\d+)(?:\.(\d+))?/.exec(version) ?? []).slice(1).map((part) => Number(part ?? 0));

/** @param {string} version @param {string} least */
export function isOlder(version, least) {
  const [major = 0, minor = 0] = numbersOf(version);
  const [leastMajor = 0, leastMinor = 0] = numbersOf(least);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

/** @type {KernelFolder} */
const FREERTOS = {
  name: 'FreeRTOS',
  variable: 'FREERTOS_KERNEL_PATH',
  get: 'npx polyloop kernels get freertos',
  page: null,
  ownDir: kernelDir('FreeRTOS-Kernel'),
  folder: 'checkout of FreeRTOS-Kernel',
  files: ['tasks.c', 'include/FreeRTOS.h'],
  versionIn: (directory) =>
    /^#define\s+tskKERNEL_VERSION_NUMBER\s+"(V[^"]+)"/m.exec(textOf(directory, 'include', 'task.h'))?.[1] ?? null,
  isTooOld: (version) => isOlder(version, 'V11'),
  // The first version with static memory for its own tasks and without a heap.
  least: 'V11',
};

/** @param {string} directory */
function zephyrVersion(directory) {
  const text = textOf(directory, 'VERSION');
  /** @param {string} name */
  const part = (name) => new RegExp(`^${name}\\s*=\\s*(\\d+)`, 'm').exec(text)?.[1];
  const parts = [part('VERSION_MAJOR'), part('VERSION_MINOR'), part('PATCHLEVEL')];
  return parts.includes(undefined) ? null : parts.join('.');
}

/** @type {KernelFolder} */
const ZEPHYR = {
  name: 'Zephyr',
  variable: 'ZEPHYR_BASE',
  get: 'npx polyloop kernels get zephyr',
  page: null,
  ownDir: path.join(kernelDir('zephyrproject'), 'zephyr'),
  folder: 'folder zephyr of a Zephyr workspace',
  files: ['VERSION', 'kernel/sched.c', 'cmake/modules/kernel.cmake'],
  versionIn: zephyrVersion,
  isTooOld: (version) => isOlder(version, '3.7'),
  // The long-term support release whose board names the generated projects use.
  least: '3.7',
};

/** @param {KernelFolder} kernel @param {string} directory @returns {string | null} null: it is no such folder */
function versionIn({ files, versionIn: read }, directory) {
  try {
    return files.every((file) => fs.existsSync(path.join(directory, file))) ? read(directory) : null;
  } catch {
    return null;
  }
}

/**
 * @param {KernelFolder} kernel
 * @param {string | null} version
 * @param {boolean} isNamed
 * @param {string} dir
 * @param {import('./hints.mjs').Hints} hints
 */
function fault({ name, variable, folder, files, least }, version, isNamed, dir, hints) {
  const [last = '', ...others] = [...files].reverse();
  const needed = others.length === 0 ? last : hints.both(others.reverse().join(', '), last);
  if (version === null) {
    return isNamed ? hints.namesNoKernel(variable, dir, folder, needed) : hints.noKernel(dir, folder, needed);
  }
  return isNamed
    ? hints.namesOldKernel(variable, dir, name, version, least)
    : hints.oldKernel(dir, name, version, least);
}

/** @param {KernelFolder} kernel @param {boolean} isNamed @param {import('./hints.mjs').Hints} hints */
function howToGet({ variable, get, page }, isNamed, hints) {
  const way = get ?? page ?? '';
  return isNamed ? hints.setOrUnset(variable, way) : hints.orSet(way, variable);
}

/**
 * @param {KernelFolder} kernel
 * @returns {(environment?: Readonly<Record<string, string | undefined>>, ownDir?: string,
 *   hints?: import('./hints.mjs').Hints) => KernelTool}
 */
function finderOf(kernel) {
  return (environment = process.env, ownDir = kernel.ownDir, hints = ENGLISH) => {
    const { name, variable, isTooOld } = kernel;
    const named = environment[variable];
    const sourceDir = named ? path.resolve(named) : ownDir;
    const version = versionIn(kernel, sourceDir);
    if (version !== null && !isTooOld(version)) return { installed: true, name, sourceDir, version };
    const missing = /** @type {const} */ ({
      installed: false,
      name,
      howToGet: howToGet(kernel, Boolean(named), hints),
    });
    if (!named && !fs.existsSync(ownDir)) return missing;
    return { ...missing, problem: fault(kernel, version, Boolean(named), sourceDir, hints) };
  };
}

export const findFreertosKernel = finderOf(FREERTOS);
export const findZephyrKernel = finderOf(ZEPHYR);
