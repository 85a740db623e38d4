/** Starts and cancels the builds that windows request, and reports their progress. */
import { createHash, randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { boardOf } from '../../../generator/boards/index.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { tr } from '../../../generator/words/tr.ts';
import type { BuildFinished, BuildLine, BuildTool } from '../../contract/builds.ts';
import { RpcError } from '../../contract/errors.ts';
import { readSketchText } from '../sketch-text.ts';
import type { BuildRunner } from './build.ts';
import type { FirmwareStore } from './firmware.ts';
import { diagnosticsOf } from './problem-diagnostics.ts';

export interface BuildWatcher {
  line(line: BuildLine): void;
  finished(result: BuildFinished): void;
}

export interface BuildOrder {
  readonly text: string;
  readonly path: string | null;
  readonly tool: BuildTool;
}

/** Counts the forms of the manifest (`project-files.ts`). Files of an older form would never be removed. */
const MANIFEST_FORM = 2;

/**
 * Each sketch has its own folder, so a build can reuse the results of the last build of the same
 * sketch. Each board and each tool has its own folder too, because their files must not mix. `path`
 * is the path of the sketch's file, or null.
 *
 * @param purpose separates builds that would otherwise replace each other's files in turn
 */
export function buildFolder(
  cache: string,
  path: string | null,
  sketch: Pick<Sketch, 'name' | 'board'>,
  tool: BuildTool,
  purpose?: string,
): string {
  const key = path === null ? `untitled:${sketch.name}` : `file:${resolve(path)}`;
  const parts = [key, sketch.board, tool, MANIFEST_FORM, ...(purpose === undefined ? [] : [purpose])];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return join(cache, 'builds', hash.slice(0, 16));
}

type Ending = Pick<BuildFinished, 'outcome' | 'message' | 'diagnostics' | 'memory' | 'firmwareId' | 'durationMs'>;

const NOTHING_BUILT = { diagnostics: [], memory: null, firmwareId: null, durationMs: 0 };

export class BuildService {
  readonly #cache: string;
  readonly #run: BuildRunner;
  readonly #firmware: FirmwareStore;
  readonly #trusts: (path: string) => Promise<boolean>;
  readonly #onInternalError: (error: unknown) => void;
  readonly #active = new Map<string, { abort: AbortController; done: Promise<void> }>();
  #closed = false;

  /** @param trusts whether the user trusts the folder of this sketch file */
  constructor(
    cache: string,
    run: BuildRunner,
    firmware: FirmwareStore,
    onInternalError: (error: unknown) => void = () => {},
    trusts: (path: string) => Promise<boolean> = async () => false,
  ) {
    this.#trusts = trusts;
    this.#cache = cache;
    this.#run = run;
    this.#firmware = firmware;
    this.#onInternalError = onInternalError;
  }

  /**
   * Starts a build and returns its id. `watcher` receives lines and then `finished` once. The first
   * call comes in the next turn of the event loop, after the id has been sent to the window.
   */
  start(order: BuildOrder, watcher: BuildWatcher): string {
    if (this.#closed) throw new RpcError('unavailable', tr`Polyloop is closing.`);
    const buildId = randomUUID();
    const abort = new AbortController();
    const done = new Promise<void>((resolveDone) => {
      setImmediate(async () => {
        const ending = await this.#build(order, abort.signal, (line) => watcher.line({ buildId, ...line }));
        this.#active.delete(buildId);
        watcher.finished({ buildId, ok: ending.outcome === 'ok', ...ending });
        resolveDone();
      });
    });
    this.#active.set(buildId, { abort, done });
    return buildId;
  }

  cancel(buildId: string): void {
    this.#active.get(buildId)?.abort.abort();
  }

  /** Cancels all builds. Resolves when no build is running. */
  async close(): Promise<void> {
    this.#closed = true;
    const active = [...this.#active.values()];
    for (const { abort } of active) abort.abort();
    await Promise.all(active.map(({ done }) => done));
  }

  async #build(
    order: BuildOrder,
    signal: AbortSignal,
    onLine: (line: Omit<BuildLine, 'buildId'>) => void,
  ): Promise<Ending> {
    const cancelled: Ending = { ...NOTHING_BUILT, outcome: 'cancelled', message: null };
    if (signal.aborted) return cancelled;
    const read = readSketchText(order.text);
    if (!read.ok) {
      const message = tr`The sketch has errors. Fix them, then build again.`;
      return { ...NOTHING_BUILT, outcome: 'failed', message, diagnostics: diagnosticsOf(read.problems, null) };
    }
    const { sketch } = read;
    const dir = buildFolder(this.#cache, order.path, sketch, order.tool);
    try {
      const trusted = order.path !== null && (await this.#trusts(order.path));
      const request = { sketch, dir, tool: order.tool, repeat: true, trusted, signal, onLine };
      const { firmware, ...outcome } = await this.#run(request);
      const board = boardOf(sketch);
      if (firmware === null || !board) return { ...outcome, firmwareId: null };
      const { id } = await this.#firmware.add(firmware, board, order.text, order.path);
      return { ...outcome, firmwareId: id };
    } catch (error) {
      if (signal.aborted) return cancelled;
      if (error instanceof RpcError) return { ...NOTHING_BUILT, outcome: 'failed', message: error.message };
      this.#onInternalError(error);
      const message = tr`Polyloop failed while building. Please try again. Details are in its log.`;
      return { ...NOTHING_BUILT, outcome: 'failed', message };
    }
  }
}
