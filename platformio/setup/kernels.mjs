/**
 * Finds the sources of kernels. They are not part of Polyloop. The user asks for them by `polyloop kernels get`,
 * or names a checkout.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ENGLISH } from './hints.mjs';
import { freertosKernelDir } from './paths.mjs';

/** @typedef {import('./tools.ts').KernelTool} KernelTool */

/** The command that installs the kernel into Polyloop's folder. */
const get = 'npx polyloop kernels get freertos';
/** Other builds of FreeRTOS programs use the same variable. */
const variable = 'FREERTOS_KERNEL_PATH';
/** The first version with static memory for its own tasks and without a heap. */
const oldestMajor = 11;

/** @param {string} directory @returns {string | null} the kernel's version, or null if the directory has no kernel */
function versionIn(directory) {
  try {
    if (!['tasks.c', 'include/FreeRTOS.h'].every((file) => fs.existsSync(path.join(directory, file)))) return null;
    const header = fs.readFileSync(path.join(directory, 'include', 'task.h'), 'utf8');
    return /^#define\s+tskKERNEL_VERSION_NUMBER\s+"(V[^"]+)"/m.exec(header)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** @param {string} version */
const isTooOld = (version) => Number(/^V(\d+)/.exec(version)?.[1] ?? 0) < oldestMajor;

/**
 * @param {string | null} version
 * @param {string | undefined} named the folder that the variable names
 * @param {string} dir
 * @param {import('./hints.mjs').Hints} hints
 */
function fault(version, named, dir, hints) {
  if (version === null) return named ? hints.namesNoKernel(variable, dir) : hints.noKernel(dir);
  return named ? hints.namesOldKernel(variable, dir, version, oldestMajor) : hints.oldKernel(dir, version, oldestMajor);
}

/**
 * @param {Readonly<Record<string, string | undefined>>} [environment]
 * @param {string} [ownDir] the folder to search if the variable is not set
 * @param {import('./hints.mjs').Hints} [hints]
 * @returns {KernelTool}
 */
export function findFreertosKernel(environment = process.env, ownDir = freertosKernelDir, hints = ENGLISH) {
  const name = 'FreeRTOS';
  const named = environment[variable];
  const sourceDir = named ? path.resolve(named) : ownDir;
  const version = versionIn(sourceDir);
  if (version !== null && !isTooOld(version)) return { installed: true, name, sourceDir, version };
  const howToGet = named ? hints.setOrUnset(variable, get) : hints.orSet(get, variable);
  if (named || fs.existsSync(ownDir))
    return { installed: false, name, howToGet, problem: fault(version, named, sourceDir, hints) };
  return { installed: false, name, howToGet };
}
