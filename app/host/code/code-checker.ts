/** The checks of one window. A new check replaces the one before it, and two never run at once. */
import type { Sketch } from '../../../generator/sketch/model.ts';
import { PrecompiledHeaders } from '../../../platformio/driver/check/precompiled.ts';
import type { BuildTool } from '../../contract/builds.ts';
import type { CheckDepth, CheckedCode } from '../../contract/code.ts';
import type { CancelSignal } from '../../contract/server.ts';
import { diagnosticsOf } from '../builds/problem-diagnostics.ts';
import { buildFolder } from '../builds/service.ts';
import { readSketchText } from '../sketch-text.ts';
import type { CodeCheckRunner } from './check-sketch.ts';
import { Scratch } from './scratch.ts';

export interface CheckOrder {
  readonly text: string;
  readonly path: string | null;
  readonly tool: BuildTool;
  readonly depth: CheckDepth;
}

const REPLACED: CheckedCode = { outcome: 'replaced', message: null, diagnostics: [] };

export class CodeChecker {
  readonly #cache: string;
  readonly #run: CodeCheckRunner;
  readonly #scratch = new Scratch();
  readonly #headers = new PrecompiledHeaders();
  #current: { readonly abort: AbortController; readonly done: Promise<unknown> } | null = null;
  #closed = false;

  constructor(cache: string, run: CodeCheckRunner) {
    this.#cache = cache;
    this.#run = run;
  }

  async check(order: CheckOrder, cancelled: CancelSignal): Promise<CheckedCode> {
    const read = readSketchText(order.text);
    if (!read.ok) return { outcome: 'checked', message: null, diagnostics: diagnosticsOf(read.problems, null) };
    const before = this.#current;
    before?.abort.abort();
    const abort = new AbortController();
    cancelled.onAbort(() => abort.abort());
    const done = this.#after(before?.done, order, read.sketch, abort.signal);
    this.#current = { abort, done };
    return done;
  }

  async #after(
    before: Promise<unknown> | undefined,
    { path, tool, depth }: CheckOrder,
    sketch: Sketch,
    signal: AbortSignal,
  ): Promise<CheckedCode> {
    await before?.catch(() => {});
    if (signal.aborted || this.#closed) return REPLACED;
    const buildDir = buildFolder(this.#cache, path, sketch, tool);
    return this.#run({ sketch, depth, scratch: this.#scratch, headers: this.#headers, buildDir, signal });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#current?.abort.abort();
    await this.#current?.done.catch(() => {});
    await this.#headers.close();
    await this.#scratch.remove();
  }
}
