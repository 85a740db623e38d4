/** The running programs of all windows. */
import { randomUUID } from 'node:crypto';
import { type BoardChoice, boardOf } from '../../../generator/boards/index.ts';
import type { Board } from '../../../generator/platform/board.ts';
import type { Part } from '../../../generator/sketch/model.ts';
import { readSketch } from '../../../generator/sketch/read.ts';
import { tr } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';
import { type CurrentRun, type DeviceInfo, type RunFeatures, STACK_TOO_SMALL } from '../../contract/runs.ts';
import type { FirmwareStore } from '../builds/firmware.ts';
import { type Device, StackTooSmall } from '../devices/device.ts';
import { GRACE_MS, Run, type RunWatcher } from './run.ts';
import type { PartValues, RunParts } from './run-parts.ts';
import { requireTrust } from './trust.ts';
import type { UsedDevices } from './used-devices.ts';

export interface DeviceWishes {
  /** A serial port that is not found without its name. Empty: there is none. */
  readonly named: string;
  /** The device that the user chose, which is listed also when it is not plugged in. */
  readonly chosen: string | null;
}

/** Finds and opens devices. */
export interface DeviceProvider {
  list(board: Board, wishes: DeviceWishes): Promise<readonly DeviceInfo[]>;
  /** Changes when a port appears or vanishes. Undefined: there are no ports. */
  portsVersion?(): Promise<string>;
  /** Rejects with an Error for the user when this board has no such device. */
  open(deviceId: string, board: Board): Promise<Device>;
}

export interface RunOrder {
  readonly firmwareId: string;
  readonly deviceId: string;
  readonly windowId: string;
  readonly partValues?: PartValues | undefined;
  readonly trusted?: boolean | undefined;
  readonly ignoreStack?: boolean | undefined;
}

/** A window that asks for its run. `isOwn`: no other window can have the id. */
export interface AskingWindow {
  readonly windowId: string;
  readonly isOwn?: boolean | undefined;
}

/** A sketch that is to run as the user. `trusted`: the user trusts a sketch without a file. */
export interface TrustOrder {
  readonly path: string | null;
  readonly trusted?: boolean | undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function partsOf(sketchText: string): readonly Part[] {
  const read = readSketch(sketchText);
  return read.ok ? read.sketch.parts : [];
}

export class RunService {
  readonly #devices: DeviceProvider;
  readonly #firmware: FirmwareStore;
  readonly #graceMs: number;
  readonly #used: UsedDevices | null;
  readonly #trustedFolders: () => Promise<readonly string[]>;
  readonly #runs = new Map<string, Run>();
  /** The windows that are connected, by their ids. */
  readonly #windows = new Map<string, RunWatcher>();
  /** Windows that disconnected while one of their runs was still starting. */
  readonly #gone = new WeakSet<RunWatcher>();
  #closed = false;

  /**
   * @param used remembers the device of each sketch; null: nothing is remembered
   * @param trustedFolders the sketches in them may run as the user
   */
  constructor(
    devices: DeviceProvider,
    firmware: FirmwareStore,
    graceMs: number = GRACE_MS,
    used: UsedDevices | null = null,
    trustedFolders: () => Promise<readonly string[]> = async () => [],
  ) {
    this.#devices = devices;
    this.#firmware = firmware;
    this.#graceMs = graceMs;
    this.#used = used;
    this.#trustedFolders = trustedFolders;
  }

  async list(choice: BoardChoice, wishes: DeviceWishes): Promise<DeviceInfo[]> {
    const board = boardOf(choice);
    if (!board) throw new RpcError('not-found', tr`There is no board "${choice.board}".`);
    return [...(await this.#devices.list(board, wishes))];
  }

  portsVersion(): Promise<string> {
    return this.#devices.portsVersion?.() ?? Promise.resolve('');
  }

  async start(order: RunOrder, watcher: RunWatcher): Promise<{ runId: string; features: RunFeatures }> {
    const firmware = await this.#firmware.get(order.firmwareId);
    await this.#makeRoom(order);
    const device = await this.#devices.open(order.deviceId, firmware.board).catch((error: unknown) => {
      throw new RpcError('not-found', messageOf(error));
    });
    if (this.#closed) {
      await device.stop();
      throw new RpcError('unavailable', tr`Polyloop is closing.`);
    }
    if (device.isNative === true) {
      await this.requireTrust({ path: firmware.sketchPath, trusted: order.trusted });
    }
    const { sketchText } = firmware;
    const subject = {
      ...{ runId: randomUUID(), windowId: order.windowId, firmwareId: firmware.id, sketchText, device },
      ...{ parts: partsOf(sketchText), partValues: order.partValues ?? {} },
    };
    const run = new Run(subject, () => this.#runs.delete(subject.runId), this.#graceMs);
    this.#runs.set(subject.runId, run);
    try {
      await run.start(order.ignoreStack === true ? { ...firmware.image, stackProblem: null } : firmware.image);
    } catch (error) {
      if (error instanceof RpcError) throw error;
      const details = error instanceof StackTooSmall ? { reason: STACK_TOO_SMALL } : undefined;
      throw new RpcError('unavailable', messageOf(error), details);
    }
    if (firmware.sketchPath !== null) await this.#used?.note(firmware.sketchPath, order.deviceId);
    // Runs after the answer has been sent: a window cannot assign events to a run before it knows
    // the run's id.
    setImmediate(() => (this.#gone.has(watcher) ? run.awaitWindow() : run.watchFromStart(watcher)));
    return { runId: subject.runId, features: { ...device.features } };
  }

  /**
   * Rejects before a sketch runs as the user if the user has not trusted it. Only its window knows a sketch without a
   * file from another one, so the window says at each start whether the user trusts it.
   */
  async requireTrust({ path, trusted }: TrustOrder): Promise<void> {
    if (path === null && trusted === true) return;
    await requireTrust(path, this.#trustedFolders);
  }

  /**
   * Ends the window's own run, and a run on the same real device whose window is gone. Another window's
   * run goes on: the device then says that it is in use.
   */
  async #makeRoom({ windowId, deviceId }: RunOrder): Promise<void> {
    const inTheWay = [...this.#runs.values()].filter(({ subject, isWatched }) => {
      const { device } = subject;
      return subject.windowId === windowId || (device.id === deviceId && !device.isShared && !isWatched);
    });
    await Promise.all(inTheWay.map((run) => run.stop()));
  }

  /** Attaches the watcher to the window's run, if it has one, unless another window has the id. */
  current({ windowId, isOwn }: AskingWindow, watcher: RunWatcher): { run: CurrentRun | null; isTaken: boolean } {
    const holder = this.#windows.get(windowId) ?? watcher;
    if (holder !== watcher && isOwn !== true) return { run: null, isTaken: true };
    this.#windows.set(windowId, watcher);
    const run = [...this.#runs.values()].find(({ subject }) => subject.windowId === windowId);
    if (!run) return { run: null, isTaken: false };
    const snapshot = run.snapshot();
    run.watch(watcher);
    return { run: snapshot, isTaken: false };
  }

  /** Returns the parts of an active run. */
  parts(runId: string): RunParts {
    return this.#find(runId).parts;
  }

  /** Returns the device of an active run. */
  device(runId: string): Device {
    return this.#find(runId).subject.device;
  }

  /** The window has handled this many events of a run. */
  taken(runId: string, events: number): void {
    this.#runs.get(runId)?.taken(events);
  }

  async stop(runId: string): Promise<void> {
    await this.#runs.get(runId)?.stop();
  }

  /** The window has disconnected. */
  leave(watcher: RunWatcher): void {
    this.#gone.add(watcher);
    for (const [windowId, one] of this.#windows) if (one === watcher) this.#windows.delete(windowId);
    for (const run of this.#runs.values()) run.unwatch(watcher);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#runs.values()].map((run) => run.stop()));
  }

  #find(runId: string): Run {
    const run = this.#runs.get(runId);
    if (!run) throw new RpcError('not-found', tr`This run has ended.`);
    return run;
  }
}
