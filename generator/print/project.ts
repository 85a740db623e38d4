/** What a target's printer is given and what it gives back. */
import type { Program } from '../lower/program.ts';
import type { Board } from '../platform/board.ts';
import type { Policy } from '../sketch/model.ts';

/**
 * Files that stand in the repository and go into generated projects: those of `templates/boards`, `templates/targets` and
 * `runtime-c`, by their path from the repository's root with `/` between folders.
 */
export type StaticFiles = ReadonlyMap<string, string>;

export interface ProjectRequest {
  readonly program: Program;
  readonly board: Board;
  readonly policy: Policy;
  /** Whether the program reports its events. */
  readonly telemetry: boolean;
  readonly statics: StaticFiles;
  /** The kernel's files that the target's capabilities name, by their path there; null: it has none, or they are not here. */
  readonly kernel: ReadonlyMap<string, string> | null;
}

/** Text by path inside the project, with `/` between folders; ordered by path. */
export type ProjectFiles = ReadonlyMap<string, string>;

export type ProjectPrinter = (request: ProjectRequest) => ProjectFiles;
