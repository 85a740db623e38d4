/**
 * Finds the sources of kernels. They are not part of Polyloop, and set-up does not install them:
 * the user names a checkout, or puts one into Polyloop's folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import { freertosKernelDir } from './paths.mjs';

/** @typedef {import('./tools.ts').KernelTool} KernelTool */

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

/** @param {string | null} version @returns {string | null} what is wrong with the kernel's folder, as the end of a sentence */
function fault(version) {
  if (version === null) return 'no checkout of FreeRTOS-Kernel (it needs tasks.c and include/FreeRTOS.h)';
  return isTooOld(version) ? `FreeRTOS ${version}; Polyloop needs V${oldestMajor} or later` : null;
}

/**
 * @param {Readonly<Record<string, string | undefined>>} [environment]
 * @param {string} [ownDir] the folder to search if the variable is not set
 * @returns {KernelTool}
 */
export function findFreertosKernel(environment = process.env, ownDir = freertosKernelDir) {
  const name = 'FreeRTOS';
  const named = environment[variable];
  const sourceDir = named ? path.resolve(named) : ownDir;
  const version = versionIn(sourceDir);
  const wrong = fault(version);
  if (version !== null && wrong === null) return { installed: true, name, sourceDir, version };
  const howToGet = `git clone --depth 1 https://github.com/FreeRTOS/FreeRTOS-Kernel "${ownDir}", or set ${variable} to a checkout`;
  if (named) return { installed: false, name, howToGet, problem: `${variable} names ${sourceDir}, which is ${wrong}.` };
  if (fs.existsSync(ownDir)) return { installed: false, name, howToGet, problem: `${ownDir} is ${wrong}.` };
  return { installed: false, name, howToGet };
}
