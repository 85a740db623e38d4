/** The input and output of a target's printer. */
import type { Program } from '../lower/program.ts';
import type { Board, OwnLibrary } from '../platform/board.ts';
import type { Library, Policy } from '../sketch/model.ts';

/**
 * Files of the repository that become part of generated projects: those of `templates/boards`,
 * `templates/targets` and `runtime-c`, by their path from the repository's root with `/` between
 * folders.
 */
export type StaticFiles = ReadonlyMap<string, string>;

export interface ProjectRequest {
  readonly program: Program;
  readonly board: Board;
  readonly policy: Policy;
  /** Libraries that the build fetches or links. */
  readonly libraries: readonly Library[];
  /** Libraries of Polyloop's own, by their names. */
  readonly ownLibraries: ReadonlyMap<string, OwnLibrary>;
  /** Whether the program sends telemetry. */
  readonly telemetry: boolean;
  readonly statics: StaticFiles;
  /**
   * The kernel's files that the target's capabilities name, by their path in the checkout; null: no
   * kernel, or it is not installed.
   */
  readonly kernel: ReadonlyMap<string, string> | null;
}

/** Text by path inside the project, with `/` between folders; sorted by path. */
export type ProjectFiles = ReadonlyMap<string, string>;

export type ProjectPrinter = (request: ProjectRequest) => ProjectFiles;
