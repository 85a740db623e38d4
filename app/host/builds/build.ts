/** Input and result of a build. The window and the command line use the same types. */

import type { Sketch } from '../../../generator/sketch/model.ts';
import type { BuildFinished, BuildLine, BuildTool } from '../../contract/builds.ts';
import type { FirmwareImage } from '../devices/device.ts';

export interface BuildRequest {
  readonly sketch: Sketch;
  /**
   * The project's folder. The build creates it if necessary and reuses files of an earlier build.
   */
  readonly dir: string;
  readonly tool: BuildTool;
  /** Whether only Polyloop builds in the folder, so that a build may repeat a part of the last one. */
  readonly repeat?: boolean;
  /** Whether the user trusts the folder of the sketch. */
  readonly trusted?: boolean;
  readonly signal: AbortSignal;
  onLine(line: Omit<BuildLine, 'buildId'>): void;
}

export type BuildOutcome = Pick<BuildFinished, 'outcome' | 'message' | 'diagnostics' | 'memory' | 'durationMs'> & {
  /** Null unless the outcome is `ok`. */
  readonly firmware: FirmwareImage | null;
};

/** Rejects only because of a bug in the program. Every expected failure is an outcome. */
export type BuildRunner = (request: BuildRequest) => Promise<BuildOutcome>;
