/**
 * A virtual AVR board: the emulator runs in a worker thread behind the Device interface. `stop`
 * never waits for the program, because it terminates the thread.
 *
 * `pause()` and `setSpeed()` may be called before `start()`. The program is then loaded and does
 * not run until `resume()` or `runFor()`. Because `runFor` stops at the exact cycle, such an
 * unattended run is the same every time.
 */
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Board } from '../../../generator/platform/board.ts';
import { tr } from '../../../generator/words/tr.ts';
import { currentLanguage } from '../../words/load-language.ts';
import type { Device, DeviceEvents, DeviceFeatures, DeviceStatus, FirmwareImage, PinInput } from './device.ts';
import type { WiredPart } from './parts/wired-part.ts';
import type { FromWorker, ToWorker, WorkerStart } from './virtual-avr-messages.ts';

export const VIRTUAL_FEATURES: DeviceFeatures = { pause: true, speedControl: true, pins: true };

/**
 * The worker is a file in this folder: TypeScript in the source tree, JavaScript where the host is
 * bundled.
 */
const WORKER = new URL(`./virtual-avr-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const ended = () => new Error(tr`The virtual board was stopped.`);

export class VirtualAvr implements Device {
  readonly id: string;
  readonly board: Board;
  readonly features = VIRTUAL_FEATURES;
  readonly isShared = true;
  #worker: Worker | null = null;
  #events: DeviceEvents | null = null;
  #status: DeviceStatus = { state: 'starting', boardTimeNs: 0, speed: null, message: null };
  #stopped = false;
  #paused = false;
  #speed = 1;
  #parts: readonly WiredPart[] = [];
  #nextRequest = 1;
  readonly #waiting = new Map<number, Waiting>();
  readonly #pinNames: readonly string[];

  constructor(id: string, board: Board) {
    this.id = id;
    this.board = board;
    this.#pinNames = board.pins.map(({ name }) => name);
  }

  async start(firmware: FirmwareImage, events: DeviceEvents): Promise<void> {
    if (this.#worker !== null || this.#stopped)
      throw new Error(tr`This virtual board has already been used. Open a new one.`);
    if (firmware.format !== 'intel-hex') {
      throw new Error(
        tr`The virtual ${this.board.label} runs Intel HEX files, but the firmware is ${firmware.format}.`,
      );
    }
    this.#events = events;
    const hex = await readFile(firmware.path, 'latin1').catch((error: unknown) => {
      throw new Error(tr`The firmware file could not be read (${reason(error)}). Build the sketch again.`);
    });
    // Without the ELF file, messages lack names. Nothing else is lost.
    const elf = firmware.elf == null ? null : await readFile(firmware.elf).catch(() => null);
    if (this.#stopped) throw ended();
    const { mcu, clockHz, telemetryBaud: listensAt } = this.board;
    const pins = this.#pinNames;
    const program = { hex, elf, sharedStack: firmware.sharedStack ?? false };
    const workerData: WorkerStart = {
      ...{ mcu, clockHz, pins, ...program, listensAt, language: currentLanguage() },
      ...{ paused: this.#paused, speed: this.#speed, parts: this.#parts, recordsEdges: events.edges !== undefined },
    };
    const worker = new Worker(WORKER, { workerData, name: `virtual ${this.board.label}` });
    this.#worker = worker;
    await new Promise<void>((resolve, reject) => this.#listen(worker, resolve, reject));
  }

  write(bytes: Uint8Array): void {
    this.#post({ kind: 'serial', bytes });
  }

  setPin(pin: string, input: PinInput): void {
    if (!this.#pinNames.includes(pin)) {
      throw new RangeError(tr`The ${this.board.label} has no pin "${pin}"; it has ${this.#pinNames.join(', ')}.`);
    }
    this.#post({ kind: 'pin', pin, input });
  }

  setParts(parts: readonly WiredPart[]): void {
    this.#parts = parts;
    this.#post({ kind: 'parts', parts });
  }

  setPart(name: string, value: number): void {
    this.#post({ kind: 'part', name, value });
  }

  hold(isHeld: boolean): void {
    this.#post({ kind: 'hold', isHeld });
  }

  async pause(): Promise<void> {
    this.#paused = true;
    await this.#request((request) => ({ kind: 'pause', request }));
  }

  async resume(): Promise<void> {
    this.#paused = false;
    await this.#request((request) => ({ kind: 'resume', request }));
  }

  /** Throws a RangeError when the limit is not above 0. */
  setSpeed(limit: number): void {
    if (!(limit > 0)) throw new RangeError(`A speed limit must be above 0; ${limit} is not.`);
    this.#speed = limit;
    this.#post({ kind: 'speed', limit });
  }

  /**
   * Resolves early if the board is paused or crashes meanwhile. Rejects if the board is stopped.
   */
  async runFor(boardTimeNs: number): Promise<void> {
    if (!(boardTimeNs >= 0)) throw new RangeError(`A time to run must be 0 ns or more; ${boardTimeNs} is not.`);
    if (this.#worker === null) throw new Error(tr`Start a program before running it.`);
    await this.#request((request) => ({ kind: 'run-for', request, boardTimeNs }));
  }

  async stop(): Promise<void> {
    const first = !this.#stopped;
    this.#stopped = true;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
    this.#settleAll();
    if (first && this.#status.state !== 'failed') this.#note({ ...this.#status, state: 'stopped', speed: null });
  }

  #listen(worker: Worker, started: () => void, failed: (error: Error) => void): void {
    let ready = false;
    worker.on('message', (message: FromWorker) => {
      if (this.#stopped) return;
      if (message.kind === 'ready') {
        ready = true;
        started();
      } else this.#onMessage(message);
    });
    worker.on('error', (error) => {
      const message = error instanceof Error ? error.message : String(error);
      if (ready) this.#fail(tr`The virtual board failed: ${message}`);
      failed(error instanceof Error ? error : new Error(message));
    });
    worker.on('exit', () => {
      failed(ended());
      if (ready && !this.#stopped) this.#fail(tr`The virtual board ended unexpectedly.`);
      this.#worker = null;
      this.#settleAll();
    });
  }

  #onMessage(message: Exclude<FromWorker, { kind: 'ready' }>): void {
    switch (message.kind) {
      case 'serial':
        this.#events?.serial(message.bytes);
        this.#post({ kind: 'taken', bytes: message.bytes.length });
        break;
      case 'pins':
        this.#events?.pins(message.pins);
        break;
      case 'parts':
        this.#events?.parts?.(message.parts);
        break;
      case 'edges':
        this.#events?.edges?.(message.report);
        break;
      case 'status': {
        const { kind: _kind, ...status } = message;
        this.#note(status);
        break;
      }
      case 'done':
        this.#waiting.get(message.request)?.resolve();
        this.#waiting.delete(message.request);
        break;
    }
  }

  #note(status: DeviceStatus): void {
    this.#status = status;
    this.#events?.status(status);
  }

  #fail(message: string): void {
    if (this.#status.state === 'failed') return;
    this.#note({ ...this.#status, state: 'failed', speed: null, message });
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  async #request(make: (request: number) => ToWorker): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const request = this.#nextRequest++;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject });
      worker.postMessage(make(request));
    });
  }

  #settleAll(): void {
    for (const { reject } of this.#waiting.values()) reject(ended());
    this.#waiting.clear();
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
