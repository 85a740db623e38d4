/** Builds a sketch with the product and runs it on its virtual board. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listDevices, openDevice } from '../../app/host/devices/index.ts';
import { type Measurement, measure } from '../../app/host/measuring/measure.ts';
import { boardOf, buildSketch } from '../../app/host/pipeline.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { KIND_TEXT } from '../../generator/trace/kinds.ts';
import { findTools } from '../../platformio/setup/tools.ts';

export class Runs {
  readonly #dir = mkdtempSync(path.join(tmpdir(), 'polyloop-estimate-'));
  readonly #tools = findTools();
  readonly #signal = new AbortController().signal;

  /** Rejects with the messages of the compiler or of the board. */
  async run(sketch: Sketch, durationNs: number): Promise<Measurement> {
    const dir = path.join(this.#dir, `${sketch.board}-${sketch.target}`);
    const request = { sketch, dir, tool: 'platformio' as const, repeat: true, signal: this.#signal };
    const { firmware, message, diagnostics } = await buildSketch(
      { ...request, onLine: () => {} },
      { tools: this.#tools },
    );
    if (firmware === null) throw new Error([message, ...diagnostics.map((each) => each.message)].join('\n'));
    const board = boardOf(sketch);
    const [found] = await listDevices(board);
    if (found === undefined) throw new Error(`There is no virtual ${board.label}.`);
    const device = await openDevice(found.id, board);
    device.setParts([]);
    const measured = await measure({ device, firmware, durationNs, signal: this.#signal, sketch });
    if (measured.outcome === 'failed') throw new Error(measured.message ?? 'The run failed.');
    return measured;
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** What the program printed. */
export function printedText({ recording: { store } }: Measurement): string {
  const pieces: string[] = [];
  store.walk(store.first, store.end, (_index, _timeNs, kind, _object, value) => {
    if (kind === KIND_TEXT) pieces.push(store.texts.get(value) ?? '');
  });
  return pieces.join('');
}
