/** The calibrations of the windows. One runs at a time. */
import { join } from 'node:path';
import { type BoardChoice, boardOf } from '../../../generator/boards/index.ts';
import type { TargetName } from '../../../generator/sketch/model.ts';
import { tr } from '../../../generator/words/tr.ts';
import type { BuildTool } from '../../contract/builds.ts';
import type { CalibrationFinished } from '../../contract/calibrations.ts';
import { RpcError } from '../../contract/errors.ts';
import type { BuildRunner } from '../builds/build.ts';
import { isPort } from '../devices/serial/device-id.ts';
import type { HostPaths } from '../paths.ts';
import type { DeviceProvider } from '../runs/service.ts';
import { SingleJob } from '../single-job.ts';
import { calibrate } from './calibrate.ts';
import { CalibrationStore, type Calibrations } from './store.ts';

export interface CalibrationOrder extends BoardChoice {
  readonly target: TargetName;
  readonly device: string;
  readonly tool: BuildTool;
}

/** Called with the progress of a window's calibration. */
export interface CalibrationWatcher {
  step(text: string): void;
  finished(result: CalibrationFinished): void;
}

interface Needs {
  readonly paths: HostPaths;
  readonly build: BuildRunner;
  readonly devices: Pick<DeviceProvider, 'open'>;
  /** Tells all windows that the records have changed. */
  readonly onChange: () => void;
}

/** The build folder of the calibration programs. The command line uses the same. */
export const calibrationFolder = (
  cache: string,
  { board, target, tool }: Omit<CalibrationOrder, 'device' | 'boardFacts'>,
): string => join(cache, 'builds', `calibration-${board}-${target}-${tool}`);

export class CalibrationService {
  readonly #needs: Needs;
  readonly #store: CalibrationStore;
  readonly #job = new SingleJob<CalibrationWatcher>();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#store = new CalibrationStore({ config: needs.paths.config, programDir: needs.paths.program });
  }

  list(): Promise<Calibrations> {
    return this.#store.read();
  }

  start(order: CalibrationOrder, watcher: CalibrationWatcher): void {
    const busy = tr`Another calibration is running. Wait for its end.`;
    const work = (signal: AbortSignal) => this.#run(order, watcher, signal);
    this.#job.start(watcher, busy, work, (result) => {
      watcher.finished(result);
      if (result.outcome === 'ok') this.#needs.onChange();
    });
  }

  async #run(order: CalibrationOrder, watcher: CalibrationWatcher, signal: AbortSignal): Promise<CalibrationFinished> {
    const { paths, build, devices } = this.#needs;
    const { target, tool } = order;
    try {
      const board = boardOf(order);
      if (board === undefined) throw new RpcError('not-found', tr`There is no board "${order.board}".`);
      const record = await calibrate({
        ...{ board, boardFacts: order.boardFacts, target, tool, build, signal, programDir: paths.program },
        kind: isPort(order.device) ? 'port' : 'virtual',
        open: async () => devices.open(order.device, board),
        dir: calibrationFolder(paths.cache, order),
        onStep: (step) => watcher.step(step),
      });
      await this.#store.write(record);
      return { outcome: 'ok', message: null };
    } catch (error) {
      if (signal.aborted) return { outcome: 'cancelled', message: null };
      return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Ends the calibration of a window. */
  cancel(watcher: CalibrationWatcher): void {
    this.#job.cancel(watcher);
  }

  async remove(board: string, target: TargetName): Promise<void> {
    if (await this.#store.remove(board, target)) this.#needs.onChange();
  }

  close(): Promise<void> {
    return this.#job.close();
  }
}
