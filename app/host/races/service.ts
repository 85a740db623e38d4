/** The races of the windows. One runs at a time, because they would disturb each other's builds and boards. */
import { boardOf } from '../../../generator/boards/index.ts';
import { calibratedOf } from '../../../generator/calibration/record.ts';
import type { Sketch, TargetName } from '../../../generator/sketch/model.ts';
import { tr } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';
import type { RaceFinished } from '../../contract/races.ts';
import type { BuildRunner } from '../builds/build.ts';
import { buildFolder } from '../builds/service.ts';
import type { Calibrations } from '../calibration/store.ts';
import type { Device } from '../devices/device.ts';
import { isPort } from '../devices/serial/device-id.ts';
import type { HostPaths } from '../paths.ts';
import type { DeviceProvider, TrustOrder } from '../runs/service.ts';
import { SingleJob } from '../single-job.ts';
import { readSketchText } from '../sketch-text.ts';

export interface RaceOrder extends TrustOrder {
  readonly text: string;
  readonly targets: readonly TargetName[];
  readonly durationNs: number;
}

/** Called with the progress of a window's race. */
export interface RaceWatcher {
  step(text: string): void;
  finished(result: RaceFinished): void;
}

interface Needs {
  readonly paths: HostPaths;
  readonly build: BuildRunner;
  readonly devices: Pick<DeviceProvider, 'list' | 'open'>;
  readonly calibrations: () => Promise<Calibrations>;
  /** Rejects before a sketch that the user has not trusted runs as the user. */
  readonly requireTrust: (order: TrustOrder) => Promise<void>;
}

const NOTHING = { message: null, racers: [], picture: null, report: null } as const;

export class RaceService {
  readonly #needs: Needs;
  readonly #job = new SingleJob<RaceWatcher>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async start(order: RaceOrder, watcher: RaceWatcher): Promise<void> {
    const read = readSketchText(order.text);
    if (!read.ok) throw new RpcError('unavailable', tr`The sketch has errors. Fix them, then race again.`);
    const { sketch } = read;
    const device = await this.#open(sketch);
    if (device.isNative === true) await this.#needs.requireTrust(order);
    const busy = tr`Another race is running. Wait for its end.`;
    const work = (signal: AbortSignal) => this.#run(order, sketch, watcher, signal);
    this.#job.start(watcher, busy, work, (result) => watcher.finished(result));
  }

  /** The virtual board of a sketch. */
  async #open(sketch: Sketch): Promise<Device> {
    const { devices } = this.#needs;
    const board = boardOf(sketch);
    if (board === undefined) throw new RpcError('not-found', tr`There is no board "${sketch.board}".`);
    const found = (await devices.list(board, { named: '', chosen: null })).find(({ id }) => !isPort(id));
    if (found !== undefined) return devices.open(found.id, board);
    const text = tr`There is no virtual board for "${board.label}". Choose another board for the sketch, e.g. "uno".`;
    throw new RpcError('not-found', text);
  }

  async #run(order: RaceOrder, sketch: Sketch, watcher: RaceWatcher, signal: AbortSignal): Promise<RaceFinished> {
    const { paths, build, calibrations } = this.#needs;
    const { targets, durationNs, path } = order;
    try {
      const board = boardOf(sketch);
      if (board === undefined) throw new RpcError('not-found', tr`There is no board "${sketch.board}".`);
      const records = (await calibrations()).entries.map(({ record, stale }) => calibratedOf(record, stale));
      // The analysis and the report are loaded with the first race, so the server starts without them.
      const [{ race }, { shown }] = await Promise.all([import('./race.ts'), import('./shown.ts')]);
      const result = await race({
        ...{ sketch, board, targets, durationNs, calibrations: records, signal, build },
        dirOf: (target) => buildFolder(paths.cache, path, sketch, 'platformio', `race ${target}`),
        open: () => this.#open(sketch),
        onStep: (text) => watcher.step(text),
      });
      if (signal.aborted) return { ...NOTHING, racers: [], outcome: 'cancelled' };
      return { outcome: 'ok', message: null, ...shown(sketch, board.label, durationNs, result) };
    } catch (error) {
      if (signal.aborted) return { ...NOTHING, racers: [], outcome: 'cancelled' };
      const message = error instanceof Error ? error.message : String(error);
      return { ...NOTHING, racers: [], outcome: 'failed', message };
    }
  }

  /** Ends the race of a window. */
  cancel(watcher: RaceWatcher): void {
    this.#job.cancel(watcher);
  }

  close(): Promise<void> {
    return this.#job.close();
  }
}
