/** Sketch → project: the one entry into code generation. */
import { lower } from '../lower/lower.ts';
import type { Board } from '../platform/board.ts';
import type { ProjectFiles, ProjectPrinter, StaticFiles } from '../print/project.ts';
import type { Sketch, TargetName } from '../sketch/model.ts';
import type { Problem } from '../sketch/problem.ts';
import { freertosProject } from './freertos/project.ts';
import { targetById } from './index.ts';
import { superloopProject } from './superloop/project.ts';

/** The printer of each target whose capabilities say that it generates. */
export const PRINTERS: Readonly<Partial<Record<TargetName, ProjectPrinter>>> = {
  superloop: superloopProject,
  freertos: freertosProject,
};

export interface GenerateOptions {
  readonly board: Board;
  /** See StaticFiles; under Node, `templates/load.ts` reads them. */
  readonly statics: StaticFiles;
  /** Whether the program reports its events; by default it does. */
  readonly telemetry?: boolean;
  /** See ProjectRequest; by default there is none. */
  readonly kernel?: ReadonlyMap<string, string> | null;
}

export interface GeneratedProject {
  /** Empty when a diagnostic is an error. The same sketch gives the same bytes. */
  readonly files: ProjectFiles;
  /** Everything that stands in the way, and warnings, as problems of the sketch's file. */
  readonly diagnostics: readonly Problem[];
}

export function generateProject(sketch: Sketch, options: GenerateOptions): GeneratedProject {
  const { board, statics, telemetry = true, kernel = null } = options;
  const { program, diagnostics } = lower(sketch, board, targetById(sketch.target));
  const print = PRINTERS[sketch.target];
  if (program === null || print === undefined) return { files: new Map(), diagnostics };
  return { files: print({ program, board, policy: sketch.policy, telemetry, statics, kernel }), diagnostics };
}
