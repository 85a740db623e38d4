/**
 * A board that QEMU emulates with a clock that counts instructions. The device reads the program's
 * time from its telemetry.
 *
 * By default the program is paced to real time, accepts input and can be paused. If `pause()` is
 * called before `start()`, the program waits for `runFor()`. It then runs as fast as possible and
 * identically every time: its serial line is a file, which never blocks it, and frames that it
 * sends after the end of the time are dropped.
 */
import { access, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { DeviceFacts } from '../../../generator/health/device-facts.ts';
import type { Board } from '../../../generator/platform/board.ts';
import { NS_PER_MS } from '../../../generator/sketch/time.ts';
import { tr } from '../../../generator/words/tr.ts';
import { makeTemporary } from '../../../platformio/setup/temporary.mjs';
import { BoardClock } from './board-clock.ts';
import { cortexFacts } from './cortex-m-state.ts';
import type { Device, DeviceEvents, DeviceFeatures, DeviceStatus, FirmwareImage, PinInput } from './device.ts';
import { type ElfSymbols, NO_SYMBOLS, readElfSymbols } from './elf-symbols.ts';
import { KernelLine } from './kernel-line.ts';
import { QemuConsole } from './qemu-console.ts';
import { type QemuLine, QemuProcess } from './qemu-process.ts';
import { TelemetryClock } from './telemetry-clock.ts';

export const QEMU_FEATURES: DeviceFeatures = { pause: true, speedControl: false, pins: false };

const POLL_MS = 10;
const STATUS_MS = 500;
/**
 * How far the program's time may be ahead of real time before the program is stopped. Telemetry
 * reports the time in steps.
 */
const LEAD_NS = 40e6;
/** If the host falls further behind than this, the program does not catch up. */
const LAG_NS = 250e6;
const CHUNK_BYTES = 65_536;
/**
 * While the program does not tell its time, the board's own clock is read after each series of this
 * many polls.
 */
const POLLS = 10;
/** A program that sends this many bytes without a time does not tell it. Much longer than all metadata. */
const TIMELESS_BYTES = 32_768;
/** If the clock has not advanced in this many readings, the processor counts as halted. */
const HALTED = 100;
/** Output sent within this time before the end may still be unread when the time is over. */
const DRAIN_NS = 20e6;

export class QemuBoard implements Device {
  readonly id: string;
  readonly board: Board;
  readonly features = QEMU_FEATURES;
  readonly isShared = true;
  readonly #clock = new TelemetryClock();
  #elf = '';
  #cores = 1;
  #events: DeviceEvents | null = null;
  #process: QemuProcess | null = null;
  readonly #console: QemuConsole | null;
  /** Undoes what a kernel does to the line of telemetry; null: nothing. */
  readonly #kernelLine: KernelLine | null;
  readonly #boardClock: BoardClock | null;
  #symbols: ElfSymbols = NO_SYMBOLS;
  #facts: DeviceFacts = {};
  #line: Duplex | null = null;
  #server: Server | null = null;
  readonly #tickers: NodeJS.Timeout[] = [];
  /**
   * Wall-clock time at which the program's time would have been 0 if it had always kept real time.
   */
  #originNs = 0;
  /** True while the program is stopped because it is ahead of real time. */
  #ahead = false;
  #held = false;
  #stopped = false;
  /**
   * Last reading of the board's own clock (unit: ns), and how many readings in a row it has not
   * advanced.
   */
  #readNs = 0;
  /** The reading at the start of the program; null: its kernel is still starting. Unit: ns. */
  #startNs: number | null;
  #stood = 0;
  #state: DeviceStatus['state'] = 'starting';

  constructor(id: string, board: Board) {
    this.id = id;
    this.board = board;
    const virtual = board.virtual?.emulator === 'qemu' ? board.virtual : null;
    this.#console = virtual?.consoleEnds ? new QemuConsole(virtual.consoleEnds) : null;
    this.#kernelLine = virtual?.lineEnds ? new KernelLine(virtual.lineEnds) : null;
    this.#startNs = this.#kernelLine === null ? 0 : null;
    this.#boardClock = virtual === null ? null : new BoardClock(virtual.counter);
  }

  async start(firmware: FirmwareImage, events: DeviceEvents): Promise<void> {
    if (this.#events !== null || this.#stopped) throw new Error(tr`This device has already been used. Open a new one.`);
    if (firmware.format !== 'elf') {
      throw new Error(tr`The ${this.board.label} runs ELF files, but the firmware is ${firmware.format}.`);
    }
    await access(firmware.path).catch(() => {
      throw new Error(tr`The firmware file could not be read. Build the sketch again.`);
    });
    this.#events = events;
    this.#elf = firmware.path;
    this.#cores = firmware.cores ?? 1;
    this.#symbols = readElfSymbols(await readFile(firmware.path));
    if (this.#held) this.#note('paused', null);
    else await this.#startPaced();
  }

  write(bytes: Uint8Array): void {
    this.#line?.write(bytes);
  }

  setPin(_pin: string, _input: PinInput): void {
    throw new Error(tr`The ${this.board.label} has no pins. Choose a board with pins to use them.`);
  }

  /** No part is wired to a device without pins. */
  setParts(): void {}

  setPart(): void {}

  /** Before `start`, this makes the program wait for `runFor`. */
  async pause(): Promise<void> {
    if (this.#events === null) this.#held = true;
    else if (this.#state === 'running') {
      if (!this.#ahead) this.#command('stop');
      this.#note('paused', null);
    }
  }

  async resume(): Promise<void> {
    if (this.#state !== 'paused') return;
    if (this.#held) {
      this.#held = false;
      await this.#startPaced();
    } else {
      this.#ahead = false;
      this.#originNs = wallNs() - this.#clock.timeNs;
      this.#command('cont');
      this.#note('running', null);
    }
  }

  setSpeed(_limit: number): void {}

  /** The program ends when the time is over and cannot continue afterwards. */
  async runFor(boardTimeNs: number): Promise<void> {
    if (this.#events === null) throw new Error(tr`Start a program before running it.`);
    if (!this.#held) {
      const end = this.#clock.timeNs + boardTimeNs;
      while (this.#clock.timeNs < end && this.#process?.isAlive) await wait(POLL_MS);
      return this.stop();
    }
    this.#held = false;
    const folder = await makeTemporary('qemu');
    try {
      const file = path.join(folder, 'serial');
      await writeFile(file, '');
      await this.#spawn({ kind: 'file', path: file }, false);
      await this.#follow(file, boardTimeNs);
    } finally {
      await this.#end();
      await rm(folder, { recursive: true, force: true });
    }
    if (this.#state === 'running') {
      this.#clock.timeNs = boardTimeNs;
      this.#stopped = true;
      this.#note('stopped', null);
    }
  }

  async stop(): Promise<void> {
    const first = !this.#stopped;
    this.#stopped = true;
    await this.#end();
    if (first && this.#events !== null && this.#state !== 'failed') this.#note('stopped', null);
  }

  async #end(): Promise<void> {
    for (const ticker of this.#tickers) clearInterval(ticker);
    const ended = this.#process?.kill();
    this.#line?.destroy();
    this.#server?.close();
    await ended;
  }

  /**
   * Forwards the content of the file frame by frame, until a frame reports a time after `endNs`.
   */
  async #follow(file: string, endNs: number): Promise<void> {
    const handle = await open(file, 'r');
    const buffer = new Uint8Array(CHUNK_BYTES);
    let [idle, timeless] = [0, 0];
    try {
      while (!this.#stopped) {
        const alive = this.#process?.isAlive === true;
        const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
        if (bytesRead > 0) {
          const before = this.#clock.timeNs;
          const { bytes, over } = this.#clock.take(this.#received(buffer.subarray(0, bytesRead)), endNs);
          if (bytes.length > 0) this.#events?.serial(bytes);
          if (over) return;
          timeless = this.#clock.timeNs > before ? 0 : timeless + bytesRead;
          if (timeless < TIMELESS_BYTES) {
            idle = 0;
            continue;
          }
        } else if (!alive) return;
        if (await this.#isOver(++idle, endNs)) return;
        await wait(POLL_MS);
      }
    } finally {
      await handle.close();
    }
  }

  /**
   * Whether the time of a board is over that sends nothing, or nothing readable. The board's own
   * clock decides, so the result does not depend on the speed of the computer.
   */
  async #isOver(idle: number, endNs: number): Promise<boolean> {
    if (idle % POLLS !== 0) return false;
    const before = this.#readNs;
    await this.#look();
    if (this.#state === 'failed') return true;
    this.#stood = this.#readNs === before ? this.#stood + 1 : 0;
    const { virtual } = this.board;
    const bootNs = virtual?.emulator === 'qemu' ? (virtual.bootNs ?? 0) : 0;
    if (this.#stood < HALTED) return this.#startNs === null ? this.#readNs > bootNs : this.#clockNs > endNs + DRAIN_NS;
    this.#note('failed', tr`The processor is halted: it waits for an interrupt that never comes.`);
    return true;
  }

  /** Reads the board's clock and the state of the processor. */
  async #look(): Promise<void> {
    const monitor = this.#process?.monitor;
    if (monitor === undefined || this.#boardClock === null) return;
    this.#readNs = (await this.#boardClock.timeNs(monitor)) ?? this.#readNs;
    if (this.#kernelLine?.begun) this.#startNs ??= Math.max(0, this.#readNs - this.#clock.timeNs);
    this.#facts = await cortexFacts(monitor, this.#symbols);
    const end = await this.#console?.read(monitor);
    if (end) this.#note('failed', end);
  }

  /** The program's time, which counts from its own start. Unit: ns. */
  get #clockNs(): number {
    return this.#startNs === null ? 0 : this.#readNs - this.#startNs;
  }

  /** Checks a paced program, which may send nothing, at regular intervals. */
  async #tick(): Promise<void> {
    if (this.#state !== 'running') return;
    await this.#look();
    this.#clock.timeNs = Math.max(this.#clock.timeNs, this.#clockNs);
    if (this.#state === 'running') this.#note('running', null);
  }

  #connect(line: Duplex): void {
    this.#line = line;
    line.on('error', () => {});
    line.on('data', (data: Buffer) => {
      const bytes = this.#received(new Uint8Array(data));
      this.#clock.take(bytes, Number.POSITIVE_INFINITY);
      this.#events?.serial(bytes);
    });
  }

  /** The bytes that the program sent. */
  #received(bytes: Uint8Array): Uint8Array {
    if (this.#kernelLine === null) return bytes;
    const sent = this.#kernelLine.push(bytes);
    const end = this.#kernelLine.end();
    if (end !== null && this.#state === 'running') this.#note('failed', end);
    return sent;
  }

  /** Starts the program paced to real time. */
  async #startPaced(): Promise<void> {
    if (process.platform !== 'win32') await this.#spawn({ kind: 'inherited' }, true);
    else await this.#spawnWithPort();
    this.#originNs = wallNs();
    this.#tickers.push(
      setInterval(() => this.#keepPace(), POLL_MS),
      setInterval(() => void this.#tick(), STATUS_MS),
    );
  }

  /** On Windows a process cannot inherit a socket of Node's, so the serial line is a connection on this computer. */
  async #spawnWithPort(): Promise<void> {
    const server = createServer((socket) => {
      server.close();
      this.#connect(socket);
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await this.#spawn({ kind: 'port', port }, true);
  }

  /**
   * Paces the program to real time by stopping and continuing it. QEMU's own `align=on` does not
   * help: a program that polls while idle would make QEMU wait after every few instructions.
   */
  #keepPace(): void {
    if (this.#state !== 'running') return;
    const leadNs = this.#clock.timeNs - (wallNs() - this.#originNs);
    if (leadNs < -LAG_NS) this.#originNs -= leadNs + LAG_NS;
    if (this.#ahead === leadNs > (this.#ahead ? 0 : LEAD_NS)) return;
    this.#ahead = !this.#ahead;
    this.#command(this.#ahead ? 'stop' : 'cont');
  }

  async #spawn(line: QemuLine, isPaced: boolean): Promise<void> {
    const program = { board: this.board, elf: this.#elf, cores: this.#cores, line, isPaced };
    const onEnd = (message: string): void => {
      if (this.#state === 'running' && !this.#stopped) this.#note('failed', message);
    };
    this.#process = new QemuProcess(program, onEnd);
    if (this.#process.line !== null) this.#connect(this.#process.line);
    await this.#process.start();
    this.#note('running', null);
  }

  #command(execute: 'stop' | 'cont'): void {
    this.#process?.monitor.command(execute);
  }

  #note(state: DeviceStatus['state'], message: string | null): void {
    this.#state = state;
    const speed = state === 'running' ? this.#clock.speed(wallNs()) : null;
    this.#events?.status({ state, boardTimeNs: this.#clock.timeNs, speed, message, facts: this.#facts });
  }
}

const wallNs = () => performance.now() * NS_PER_MS;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
