/** What a build is given and what comes of it: the same for the window and the command line. */

import type { Sketch } from '../../../generator/sketch/model.ts';
import type { BuildFinished, BuildLine, BuildTool } from '../../contract/builds.ts';
import type { FirmwareImage } from '../devices/device.ts';

export interface BuildRequest {
  readonly sketch: Sketch;
  /** The project's folder; made if need be. Built on from what it holds. */
  readonly dir: string;
  readonly tool: BuildTool;
  readonly signal: AbortSignal;
  onLine(line: Omit<BuildLine, 'buildId'>): void;
}

export type BuildOutcome = Pick<BuildFinished, 'outcome' | 'message' | 'diagnostics' | 'memory' | 'durationMs'> & {
  /** Null unless the outcome is `ok`. */
  readonly firmware: FirmwareImage | null;
};

/** Rejects only with what is a mistake in the program; everything expected is an outcome. */
export type BuildRunner = (request: BuildRequest) => Promise<BuildOutcome>;
