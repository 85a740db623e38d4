/**
 * Finds the kernel that a sketch's target needs: whether it is installed, and which of its files a
 * build uses. The user installs kernels. Each call searches again, so a kernel that was just
 * installed is found.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Board } from '../../generator/platform/board.ts';
import type { KernelSources } from '../../generator/platform/kernel.ts';
import type { TargetName } from '../../generator/sketch/model.ts';
import { targetById } from '../../generator/targets/index.ts';
import { tr } from '../../generator/words/tr.ts';
import {
  describeMissing,
  findTools,
  type KernelCheckout,
  type KernelTool,
  type Tools,
} from '../../platformio/setup/tools.ts';
import { systemError } from './system-errors.ts';

const FINDERS: Readonly<Partial<Record<TargetName, (tools: Tools) => KernelTool>>> = {
  freertos: ({ freertosKernel }) => freertosKernel,
  zephyr: ({ zephyrKernel }) => zephyrKernel,
  rtems: ({ rtemsKernel }) => rtemsKernel,
  quest: ({ questKernel }) => questKernel,
};

/**
 * Returns the state of a target's kernel on this machine. Null when the target needs no kernel or
 * cannot be built yet.
 */
export function kernelOf(target: TargetName, tools: Tools = findTools()): KernelTool | null {
  const sources = targetById(target).kernel;
  return sources === null ? null : found(sources, FINDERS[target], tools);
}

/** A kernel without a finder counts as not installed. */
export function found(
  { name, howToGet }: KernelSources,
  finder: ((tools: Tools) => KernelTool) | undefined,
  tools: Tools,
): KernelTool {
  const problem = tr`Polyloop does not know where to look for ${name} yet.`;
  return finder?.(tools) ?? { installed: false, name, howToGet, problem };
}

export type LoadedKernel =
  /** The target needs no kernel. */
  | { readonly state: 'none' }
  /** Text by path in the checkout, with `/` between folders and `\n` line endings. */
  | { readonly state: 'loaded'; readonly version: string; readonly files: ReadonlyMap<string, string> }
  | { readonly state: 'missing'; readonly message: string };

/** Loads the files of a target's kernel that a build for a board uses. */
export function loadKernel(target: TargetName, { label, targets }: Board, tools: Tools = findTools()): LoadedKernel {
  const sources = targetById(target).kernel;
  const kernel = kernelOf(target, tools);
  if (sources === null || kernel === null) return { state: 'none' };
  if (!kernel.installed) return { state: 'missing', message: `${describeMissing(kernel)}.` };
  const needed = targets[target]?.kernelBoard;
  if (kernel.board !== undefined && needed !== undefined && kernel.board !== needed) {
    const found = tr`The ${kernel.name} in ${kernel.sourceDir} is for ${kernel.board}, but ${label} needs ${needed}.`;
    return { state: 'missing', message: tr`${found} Install it for that board, or choose another board.` };
  }
  try {
    const paths = (targets[target]?.kernelFiles ?? []).flatMap((each) =>
      each.endsWith('/') ? filesIn(kernel, each) : [each],
    );
    const files = new Map(paths.map((each) => [each, textOf(path.join(kernel.sourceDir, each))]));
    return { state: 'loaded', version: kernel.version, files };
  } catch (error) {
    const named = systemError(error, 'read', pathOf(error) ?? kernel.sourceDir);
    if (named === error || !(named instanceof Error)) throw error;
    return { state: 'missing', message: tr`The ${kernel.name} in ${kernel.sourceDir} is incomplete. ${named.message}` };
  }
}

function filesIn({ sourceDir }: KernelCheckout, folder: string): string[] {
  const names = readdirSync(path.join(sourceDir, folder)).filter((name) => /\.[ch]$/.test(name));
  return names.sort().map((name) => folder + name);
}

const textOf = (file: string): string => readFileSync(file, 'utf8').replace(/\r\n/g, '\n');

function pathOf(error: unknown): string | null {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null;
}
