/**
 * The last build: its output, its diagnostics, and how much of the board's memory the program uses.
 */

import { createStore } from 'zustand/vanilla';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { BuildFinished, BuildLine, Diagnostic, MemoryUse } from '../../../contract/builds.ts';
import type { HostClient } from '../../../contract/contract.ts';
import type { Environment } from '../session/environment.ts';
import { createFrameBatch } from '../session/frame-batch.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';

export interface OutputLine {
  readonly id: number;
  readonly stream: BuildLine['stream'];
  readonly text: string;
}

interface BuildState {
  readonly phase: 'idle' | 'building' | 'ok' | 'failed' | 'cancelled';
  readonly lines: readonly OutputLine[];
  /** How many of the oldest lines were dropped because there were too many. */
  readonly leftOut: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly message: string | null;
  readonly memory: MemoryUse | null;
  readonly durationMs: number | null;
  /** The sketch that was built. Lines and columns of diagnostics refer to its code. */
  readonly sketch: Sketch | null;
}

const NOTHING: BuildState = {
  phase: 'idle',
  lines: [],
  leftOut: 0,
  diagnostics: [],
  message: null,
  memory: null,
  durationMs: null,
  sketch: null,
};

const MAX_LINES = 5000;

export type Build = ReturnType<typeof createBuild>;

export function createBuild(environment: Pick<Environment, 'requestFrame'>, scope: Scope) {
  const store = createStore<BuildState>(() => NOTHING);
  let nextLine = 1;
  const batch = createFrameBatch<OutputLine>(environment, scope, (added) =>
    store.setState(({ lines, leftOut }) => {
      const all = [...lines, ...added];
      const over = Math.max(0, all.length - MAX_LINES);
      return { lines: over === 0 ? all : all.slice(over), leftOut: leftOut + over };
    }),
  );

  const clearBuild = (): void => store.setState(NOTHING);

  function beginBuild(sketch: Sketch): void {
    store.setState(({ memory }) => ({ ...NOTHING, phase: 'building', sketch, memory }));
  }

  function finish(result: BuildFinished): void {
    batch.flush();
    store.setState({
      phase: result.outcome,
      diagnostics: result.diagnostics,
      message: result.message,
      memory: result.memory,
      durationMs: result.durationMs,
    });
  }

  /** The build could not be started or followed. */
  function failBuild(message: string): void {
    batch.flush();
    store.setState({ phase: 'failed', message });
  }

  /** Takes the output of a build until it has finished, and resolves with its result. */
  function followBuild(host: HostClient, buildId: string): Promise<BuildFinished> {
    return new Promise((resolve, reject) => {
      const offLine = host.on('builds.line', ({ buildId: of, stream, text }) =>
        of === buildId ? batch.add({ id: nextLine++, stream, text }) : undefined,
      );
      const offFinished = host.on('builds.finished', (result) => {
        if (result.buildId !== buildId) return;
        offLine();
        offFinished();
        finish(result);
        resolve(result);
      });
      host.onClose(() => reject(new Error(tr`The connection to the Polyloop host was lost while it was building.`)));
    });
  }

  return { store, clearBuild, beginBuild, failBuild, followBuild };
}

export const useBuild = storeHook(({ build }) => build.store);
