/** The functions that the bench calls, from this checkout or another checkout of this repository. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { designHelp, taskHelp } from '../../generator/analysis/help/index.ts';
import type { applyMethod } from '../../generator/analysis/method.ts';
import type { METHODS } from '../../generator/analysis/registry.ts';
import type { buildTaskSet } from '../../generator/analysis/task-set.ts';
import type { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import type { Simulation } from '../../generator/simulation/engine/engine.ts';
import type { modelOf } from '../../generator/simulation/test-models.ts';
import type { TraceStore } from '../../generator/trace/store/store.ts';

export interface Tree {
  readonly applyMethod: typeof applyMethod;
  readonly METHODS: typeof METHODS;
  readonly buildTaskSet: typeof buildTaskSet;
  readonly preemptiveKernel: typeof preemptiveKernel;
  readonly sketchOf: typeof sketchOf;
  readonly superLoop: typeof superLoop;
  readonly designHelp: typeof designHelp;
  readonly taskHelp: typeof taskHelp;
  readonly Simulation: typeof Simulation;
  readonly modelOf: typeof modelOf;
  readonly TraceStore: typeof TraceStore;
}

/** Current path of each module, then its earlier paths. */
const MODULES = [
  ['analysis/method.ts'],
  ['analysis/registry.ts'],
  ['analysis/task-set.ts'],
  ['analysis/test-sketches.ts'],
  ['analysis/help/index.ts'],
  ['simulation/engine/engine.ts', 'simulation/engine.ts'],
  ['simulation/test-models.ts'],
  ['trace/store/store.ts', 'trace/store.ts'],
];

export const ROOT = path.join(import.meta.dirname, '..', '..');

export async function treeAt(root: string): Promise<Tree> {
  const modules = await Promise.all(
    MODULES.map((names): Promise<object> => {
      const files = names.map((name) => path.join(root, 'generator', name));
      const file = files.find(existsSync);
      if (file === undefined) throw new Error(`There is no ${files.join(' or ')}.`);
      return import(pathToFileURL(file).href);
    }),
  );
  return Object.assign({}, ...modules);
}

export const HERE: Tree = await treeAt(ROOT);
