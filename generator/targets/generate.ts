/** Generates a project from a sketch: the only entry point of code generation. */
import { lower } from '../lower/lower.ts';
import { type Board, ownLibrariesOf } from '../platform/board.ts';
import type { ProjectFiles, ProjectPrinter, StaticFiles } from '../print/project.ts';
import { foreignFiles } from '../sketch/code/foreign-files.ts';
import type { Sketch, TargetName } from '../sketch/model.ts';
import type { Problem } from '../sketch/problem.ts';
import { freertosProject } from './freertos/project.ts';
import { targetById } from './index.ts';
import { preemptiveProject } from './preemptive/project.ts';
import { questProject } from './quest/project.ts';
import { rtemsProject } from './rtems/project.ts';
import { superloopProject } from './superloop/project.ts';
import { zephyrProject } from './zephyr/project.ts';

/** The printer of each target with `generates` in its capabilities. */
export const PRINTERS: Readonly<Partial<Record<TargetName, ProjectPrinter>>> = {
  superloop: superloopProject,
  preemptive: preemptiveProject,
  freertos: freertosProject,
  zephyr: zephyrProject,
  rtems: rtemsProject,
  quest: questProject,
};

export interface GenerateOptions {
  readonly board: Board;
  /** See StaticFiles. Under Node, `templates/load.ts` reads the files. */
  readonly statics: StaticFiles;
  /** Whether the program sends telemetry. Default: true. */
  readonly telemetry?: boolean;
  /** See ProjectRequest. Default: null. */
  readonly kernel?: ReadonlyMap<string, string> | null;
}

export interface GeneratedProject {
  /** Empty if a diagnostic is an error. The same sketch always gives the same bytes. */
  readonly files: ProjectFiles;
  /** Errors and warnings, as problems of the sketch file. */
  readonly diagnostics: readonly Problem[];
}

export function generateProject(sketch: Sketch, options: GenerateOptions): GeneratedProject {
  const { board, statics, telemetry = true, kernel = null } = options;
  const { program, diagnostics: lowered } = lower(sketch, board, targetById(sketch.target));
  const foreign = foreignFiles(sketch);
  const diagnostics = [...lowered, ...foreign];
  if (foreign.length > 0) return { files: new Map(), diagnostics };
  const print = PRINTERS[sketch.target];
  if (program === null || print === undefined) return { files: new Map(), diagnostics };
  const ownLibraries = ownLibrariesOf(sketch, board);
  const libraries = sketch.libraries.filter(({ name }) => !ownLibraries.has(name));
  const { policy } = sketch;
  return {
    files: print({ program, board, policy, libraries, ownLibraries, telemetry, statics, kernel }),
    diagnostics,
  };
}
