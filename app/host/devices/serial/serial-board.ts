/**
 * A real board on a serial port: uploads the program, and then reads what the program sends.
 *
 * `start` returns when the port can be used. Upload and start of the program follow, and each step
 * is reported as a status. Opening the port after the upload resets the board, so that the program
 * begins anew and none of its telemetry is lost. A board with USB of its own is not reset: its port
 * vanishes when the boot loader ends, and comes back with the program, maybe under another name.
 */
import type { SerialPort } from 'serialport';
import type { Board } from '../../../../generator/platform/board.ts';
import { NS_PER_MS } from '../../../../generator/sketch/time.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Lock } from '../../../../platformio/setup/lock.mjs';
import {
  type Device,
  type DeviceEvents,
  type DeviceFeatures,
  type DeviceStatus,
  type FirmwareImage,
  type PinInput,
  StackTooSmall,
} from '../device.ts';
import { TelemetryClock } from '../telemetry-clock.ts';
import { lostWords, portProblem, watchPort } from './port-access.ts';
import { lockPort } from './port-lock.ts';
import { boardAt, type FindBoard, type Ports } from './returning-board.ts';
import { writeBoard } from './write-board.ts';

export const SERIAL_FEATURES: DeviceFeatures = { pause: false, speedControl: false, pins: false };

const STATUS_INTERVAL_MS = 250;
/**
 * Time without a byte in which the board's time does not advance here. A program sends telemetry
 * every few ten milliseconds, and the boot loader waits for a second before it starts the program.
 */
const SILENCE_MS = 2000;

/** The boot loader of a board with USB of its own waits this long before it starts the program, and a bit more. */
const RETURN_MS = 10_000;
const RETURN_INTERVAL_MS = 100;

export interface SerialBoardOptions {
  /** The program that uses the board, as other programs name it: `polyloop run`. */
  readonly user: string;
  readonly ports: Ports;
  readonly write?: typeof writeBoard;
}

/** `waiting`: the port is open, and the program has not sent anything yet. */
type Phase = 'new' | 'uploading' | 'waiting' | 'running' | 'ended';

export class SerialBoard implements Device {
  readonly id: string;
  readonly board: Board;
  readonly features = SERIAL_FEATURES;
  readonly isShared = false;
  /** Changes when the board comes back at another port. */
  #path: string;
  readonly #options: SerialBoardOptions;
  #find: FindBoard = async () => this.#path;
  #returnsUntilMs = 0;
  readonly #abort = new AbortController();
  readonly #clock = new TelemetryClock();
  #phase: Phase = 'new';
  #events: DeviceEvents | null = null;
  #lock: Lock | null = null;
  #port: SerialPort | null = null;
  #hasStarted = false;
  #lastByteMs = 0;
  #watch: NodeJS.Timeout | null = null;
  #isLost = false;
  #ticker: NodeJS.Timeout | null = null;
  /** Resolves when the upload has ended in any way. */
  #uploaded: Promise<void> = Promise.resolve();
  #end: { readonly atNs: number; readonly resolve: () => void } | null = null;

  constructor(id: string, path: string, board: Board, options: SerialBoardOptions) {
    this.id = id;
    this.board = board;
    this.#path = path;
    this.#options = options;
  }

  async start(firmware: FirmwareImage, events: DeviceEvents): Promise<void> {
    if (this.#phase !== 'new') throw new Error(tr`This device has already been used. Open a new one.`);
    if (firmware.stackProblem != null) throw new StackTooSmall(firmware.stackProblem);
    const problem = await portProblem(this.#path);
    if (problem !== null) throw new Error(problem);
    this.#find = await boardAt(this.#path, this.board, this.#options.ports);
    if (this.#phase !== 'new') throw new Error(tr`The run was stopped.`);
    this.#lock = lockPort(this.#path, this.#options.user);
    this.#phase = 'uploading';
    this.#events = events;
    this.#uploaded = this.#uploadAndOpen(firmware);
  }

  write(bytes: Uint8Array): void {
    this.#port?.write(Buffer.from(bytes));
  }

  setPin(_pin: string, _input: PinInput): void {
    throw new Error(tr`The pins of a real board cannot be set from here. Change what is wired to them.`);
  }

  /** The parts of a real board are on the desk. */
  setParts(): void {}

  setPart(): void {}

  async pause(): Promise<void> {
    if (this.#phase !== 'new') throw new Error(tr`A program on a real board cannot be paused.`);
  }

  async resume(): Promise<void> {}

  setSpeed(_limit: number): void {}

  /** Resolves when the program has run for this time by its own clock, or when the run has ended. */
  async runFor(boardTimeNs: number): Promise<void> {
    await this.#uploaded;
    if (this.#phase !== 'running' && this.#phase !== 'waiting') return;
    await new Promise<void>((resolve) => {
      this.#end = { atNs: boardTimeNs, resolve };
      this.#checkEnd();
    });
  }

  async stop(): Promise<void> {
    const wasRunning = this.#phase !== 'new' && this.#phase !== 'ended';
    this.#phase = 'ended';
    this.#abort.abort();
    await this.#uploaded;
    await this.#close();
    if (wasRunning) this.#note('stopped', null);
  }

  async #uploadAndOpen(firmware: FirmwareImage): Promise<void> {
    try {
      const { write = writeBoard } = this.#options;
      const isWritten = await write({
        firmware: firmware.path,
        tool: firmware.tool ?? 'platformio',
        board: this.board,
        port: this.#path,
        find: this.#find,
        signal: this.#abort.signal,
        onStart: (pid) => this.#lock?.note(pid),
        onStep: (step) => this.#note('starting', null, step),
      });
      if (!isWritten || this.#phase !== 'uploading') return;
      this.#note('starting', null, tr`Resetting the board`);
      this.#returnsUntilMs = performance.now() + RETURN_MS;
      await this.#openWhenThere();
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** The port may be absent for a moment, or not be the user's yet. */
  async #openWhenThere(): Promise<void> {
    let problem = lostWords(this.#path);
    while (this.#phase === 'uploading') {
      const path = await this.#find();
      const port = path === null ? null : await this.#opened(path);
      if (port !== null && typeof port !== 'string') return this.#listen(port);
      problem = port ?? problem;
      if (performance.now() > this.#returnsUntilMs) throw new Error(problem);
      await new Promise((resolve) => setTimeout(resolve, RETURN_INTERVAL_MS));
    }
  }

  /** The open port, or a message for the user. */
  async #opened(path: string): Promise<SerialPort | string> {
    if (path !== this.#path) {
      // Both names may be those of one file.
      this.#lock?.release();
      this.#lock = lockPort(path, this.#options.user);
      this.#path = path;
    }
    const { SerialPort } = await import('serialport');
    const port = new SerialPort({ path, baudRate: this.board.telemetryBaud, autoOpen: false });
    return new Promise((resolve) => {
      port.open((error) => resolve(error ? this.#openWords(error.message) : port));
    });
  }

  async #listen(port: SerialPort): Promise<void> {
    this.#port = port;
    if (this.#phase !== 'uploading') return this.#close();
    this.#phase = 'waiting';
    this.#note('starting', null, tr`Waiting for the program`);
    port.on('data', (bytes: Buffer) => this.#onData(new Uint8Array(bytes)));
    port.on('error', () => this.#lost(port));
    port.on('close', () => this.#lost(port));
    this.#watch = watchPort(this.#path, () => this.#lost(port));
    this.#lastByteMs = performance.now();
    this.#ticker = setInterval(() => {
      // A program that sends nothing runs, too.
      if (performance.now() - this.#lastByteMs > SILENCE_MS) this.#begin();
      if (this.#phase === 'running') this.#note('running', null);
      this.#checkEnd();
    }, STATUS_INTERVAL_MS);
  }

  #begin(): void {
    if (this.#phase !== 'waiting') return;
    this.#phase = 'running';
    this.#hasStarted = true;
    this.#note('running', null);
  }

  #openWords(message: string): string {
    return /denied|busy|lock/i.test(message)
      ? tr`Another program uses the port ${this.#path}. Close the port there, then run again.`
      : tr`The port ${this.#path} could not be opened after the upload (${message}). Plug the board in again, then run again.`;
  }

  #onData(bytes: Uint8Array): void {
    this.#begin();
    if (this.#phase !== 'running') return;
    this.#lastByteMs = performance.now();
    this.#clock.take(bytes, Number.POSITIVE_INFINITY);
    this.#events?.serial(bytes);
    this.#checkEnd();
  }

  /**
   * The time of the last telemetry. While the board is silent, this computer's clock continues it, so
   * that a program that stops sending has run for longer than it says.
   */
  get #boardTimeNs(): number {
    const silentMs = performance.now() - this.#lastByteMs;
    return this.#clock.timeNs + Math.max(0, silentMs - SILENCE_MS) * NS_PER_MS;
  }

  #checkEnd(): void {
    if (this.#end === null || this.#boardTimeNs < this.#end.atNs) return;
    this.#end.resolve();
    this.#end = null;
  }

  #lost(port: SerialPort): void {
    if (port !== this.#port || (this.#phase !== 'running' && this.#phase !== 'waiting')) return;
    if (this.#phase === 'waiting' && performance.now() < this.#returnsUntilMs) {
      this.#reopen();
      return;
    }
    this.#isLost = true;
    this.#fail(lostWords(this.#path));
  }

  /** The port was that of the boot loader, which has ended. */
  #reopen(): void {
    this.#phase = 'uploading';
    const port = this.#stopListening();
    if (port?.isOpen) port.close();
    this.#uploaded = this.#openWhenThere().catch((error: unknown) => {
      this.#isLost = true;
      this.#fail(error instanceof Error ? error.message : String(error));
    });
  }

  #fail(message: string): void {
    if (this.#phase === 'ended') return;
    this.#phase = 'ended';
    this.#note('failed', message);
    void this.#close();
  }

  #stopListening(): SerialPort | null {
    if (this.#ticker !== null) clearInterval(this.#ticker);
    this.#ticker = null;
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
    const port = this.#port;
    this.#port = null;
    return port;
  }

  async #close(): Promise<void> {
    const port = this.#stopListening();
    this.#end?.resolve();
    this.#end = null;
    if (port?.isOpen) await new Promise<void>((resolve) => port.close(() => resolve()));
    this.#lock?.release();
    this.#lock = null;
  }

  #note(state: DeviceStatus['state'], message: string | null, step?: string): void {
    const boardTimeNs = this.#hasStarted ? this.#boardTimeNs : null;
    const facts = this.#isLost ? { wallClock: true, disconnected: true } : { wallClock: true };
    this.#events?.status({ state, boardTimeNs, speed: null, message, step, facts });
  }
}
