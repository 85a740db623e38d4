/**
 * A board that QEMU emulates, its clock one of instructions. Its time is known from the program's telemetry.
 *
 * Started as it is, it is held to real time, takes input and can be paused. When `pause()` was called before `start()`, it
 * waits for `runFor()` and then runs as fast as it goes, the same every time: its serial line is a file, which never makes
 * it wait, and what it sends after its time is left out, to the frame.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { access, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { DeviceFacts } from '../../../generator/health/device-facts.ts';
import type { Board } from '../../../generator/platform/board.ts';
import { describeMissing, findTools } from '../../../platformio/setup/tools.ts';
import { boardClockNs, cortexFacts } from './cortex-m-state.ts';
import type { Device, DeviceEvents, DeviceFeatures, DeviceStatus, FirmwareImage, PinInput } from './device.ts';
import { type ElfSymbols, NO_SYMBOLS, readElfSymbols } from './elf-symbols.ts';
import { guarded } from './guard.ts';
import { QemuMonitor } from './qemu-monitor.ts';
import { TelemetryClock } from './telemetry-clock.ts';

export const QEMU_FEATURES: DeviceFeatures = { pause: true, speedControl: false, pins: false };

const NS_PER_MS = 1_000_000;
const POLL_MS = 10;
const STATUS_MS = 500;
/** How far the program's time may be ahead of real time before it is made to wait: telemetry tells it in steps. */
const LEAD_NS = 40e6;
/** A host that was too slow for this long is not made up for. */
const LAG_NS = 250e6;
const CHUNK_BYTES = 65_536;
/** While nothing comes, the board's own clock is asked each time that nothing came so often. */
const POLLS = 10;
/** So often that the clock stood still before the processor counts as halted. */
const HALTED = 100;
/** What was sent within this time before the end may be read a little later. */
const DRAIN_NS = 20e6;
const ERROR_TAIL = 2000;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export class QemuBoard implements Device {
  readonly id: string;
  readonly board: Board;
  readonly features = QEMU_FEATURES;
  readonly #clock = new TelemetryClock();
  #elf = '';
  #events: DeviceEvents | null = null;
  #child: Child | null = null;
  #monitor: QemuMonitor | null = null;
  #symbols: ElfSymbols = NO_SYMBOLS;
  #facts: DeviceFacts = {};
  #exited: Promise<void> = Promise.resolve();
  #line: Socket | null = null;
  #server: Server | null = null;
  readonly #tickers: NodeJS.Timeout[] = [];
  /** Wall time at which the program's time was 0, had it always kept pace. */
  #originNs = 0;
  /** Stopped for a moment because it is ahead. */
  #ahead = false;
  #held = false;
  #stopped = false;
  #errors = '';
  /** The board's own clock, as it was read last, and how often in a row it stood still. Unit: ns. */
  #clockNs = 0;
  #stood = 0;
  #state: DeviceStatus['state'] = 'starting';
  readonly #killAtExit = () => void this.#child?.kill('SIGKILL');

  constructor(id: string, board: Board) {
    this.id = id;
    this.board = board;
  }

  async start(firmware: FirmwareImage, events: DeviceEvents): Promise<void> {
    if (this.#events !== null || this.#stopped) throw new Error('This device has been used. Open another one.');
    if (firmware.format !== 'elf') {
      throw new Error(`The ${this.board.label} runs ELF files, but the firmware is ${firmware.format}.`);
    }
    await access(firmware.path).catch(() => {
      throw new Error('The firmware file could not be read. Build the sketch again.');
    });
    this.#events = events;
    this.#elf = firmware.path;
    this.#symbols = readElfSymbols(await readFile(firmware.path));
    if (this.#held) this.#note('paused', null);
    else await this.#startPaced();
  }

  write(bytes: Uint8Array): void {
    this.#line?.write(bytes);
  }

  setPin(_pin: string, _input: PinInput): void {
    throw new Error(`The ${this.board.label} has no pins. Choose a board with pins to use them.`);
  }

  /** Before `start`: the program waits for `runFor`. */
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

  /** The program ends when the time is up: it cannot go on afterwards. */
  async runFor(boardTimeNs: number): Promise<void> {
    if (this.#events === null) throw new Error('Start a program before running it.');
    if (!this.#held) {
      const end = this.#clock.timeNs + boardTimeNs;
      while (this.#clock.timeNs < end && this.#child !== null) await wait(POLL_MS);
      return this.stop();
    }
    this.#held = false;
    const folder = await mkdtemp(path.join(tmpdir(), 'polyloop-qemu-'));
    try {
      const file = path.join(folder, 'serial');
      await writeFile(file, '');
      await this.#spawn(`file,id=line,path=${optionText(file)}`, 'align=off,sleep=off');
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
    this.#child?.kill('SIGKILL');
    this.#line?.destroy();
    this.#server?.close();
    await this.#exited;
    process.off('exit', this.#killAtExit);
  }

  /** Hands on what comes in the file, frame by frame, until a frame tells of a later time. */
  async #follow(file: string, endNs: number): Promise<void> {
    const handle = await open(file, 'r');
    const buffer = new Uint8Array(CHUNK_BYTES);
    let idle = 0;
    try {
      while (!this.#stopped) {
        const alive = this.#child !== null;
        const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
        if (bytesRead > 0) {
          idle = 0;
          const { bytes, over } = this.#clock.take(buffer.subarray(0, bytesRead), endNs);
          if (bytes.length > 0) this.#events?.serial(bytes);
          if (over) return;
        } else if (!alive) return;
        else if (await this.#isOver(++idle, endNs)) return;
        else await wait(POLL_MS);
      }
    } finally {
      await handle.close();
    }
  }

  /** Whether a board that says nothing is at the end of its time: by its own clock, so that no computer is too slow for it. */
  async #isOver(idle: number, endNs: number): Promise<boolean> {
    if (idle % POLLS !== 0) return false;
    const before = this.#clockNs;
    await this.#look();
    this.#stood = this.#clockNs === before ? this.#stood + 1 : 0;
    if (this.#stood < HALTED) return this.#clockNs > endNs + DRAIN_NS;
    this.#note('failed', 'The processor stands still: it waits for an interrupt that does not come.');
    return true;
  }

  /** Reads the board's clock, and what the processor does. */
  async #look(): Promise<void> {
    const { virtual } = this.board;
    if (this.#monitor === null || virtual?.emulator !== 'qemu') return;
    this.#clockNs = (await boardClockNs(this.#monitor, virtual.counterAddress)) ?? this.#clockNs;
    this.#facts = await cortexFacts(this.#monitor, this.#symbols);
  }

  /** For a program that is held to real time, and may say nothing. */
  async #tick(): Promise<void> {
    if (this.#state !== 'running') return;
    await this.#look();
    this.#clock.timeNs = Math.max(this.#clock.timeNs, this.#clockNs);
    if (this.#state === 'running') this.#note('running', null);
  }

  /** Held to real time, its serial line a connection of this computer with itself. */
  async #startPaced(): Promise<void> {
    const server = createServer((socket) => {
      server.close();
      this.#line = socket;
      socket.on('error', () => {});
      socket.on('data', (bytes: Buffer) => {
        this.#clock.take(bytes, Number.POSITIVE_INFINITY);
        this.#events?.serial(new Uint8Array(bytes));
      });
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await this.#spawn(`socket,id=line,host=127.0.0.1,port=${port},nodelay=on`, 'align=off,sleep=on');
    this.#originNs = wallNs();
    this.#tickers.push(
      setInterval(() => this.#keepPace(), POLL_MS),
      setInterval(() => void this.#tick(), STATUS_MS),
    );
  }

  /**
   * Holds the program to real time by stopping and continuing it. QEMU's own `align=on` is of no use here: a program
   * that goes round while idle makes it wait after every few instructions.
   */
  #keepPace(): void {
    if (this.#state !== 'running') return;
    const leadNs = this.#clock.timeNs - (wallNs() - this.#originNs);
    if (leadNs < -LAG_NS) this.#originNs -= leadNs + LAG_NS;
    if (this.#ahead === leadNs > (this.#ahead ? 0 : LEAD_NS)) return;
    this.#ahead = !this.#ahead;
    this.#command(this.#ahead ? 'stop' : 'cont');
  }

  async #spawn(line: string, pace: string): Promise<void> {
    const { qemuArm } = findTools();
    const { virtual } = this.board;
    if (virtual?.emulator !== 'qemu') throw new Error(`QEMU does not emulate the ${this.board.label}.`);
    if (!qemuArm.installed) throw new Error(`${describeMissing(qemuArm)}.`);
    const icount = `shift=${virtual.icountShift},${pace}`;
    const args = ['-M', virtual.machine, '-nodefaults', '-display', 'none', '-icount', icount, '-rtc', 'clock=vm'];
    const ports = ['-chardev', line, '-serial', 'chardev:line', '-chardev', 'stdio,id=control,signal=off'];
    const control = ['-mon', 'chardev=control,mode=control', '-kernel', this.#elf];
    const [program, ...before] = qemuArm.command;
    const all = [...before, ...args, ...ports, ...control];
    const child = guarded(() => spawn(program, all, { stdio: 'pipe', windowsHide: true }));
    this.#child = child;
    process.on('exit', this.#killAtExit);
    this.#monitor = new QemuMonitor(child.stdin, child.stdout);
    child.stderr.on('data', (bytes: Buffer) => {
      this.#errors = (this.#errors + bytes.toString('utf8')).slice(-ERROR_TAIL);
    });
    this.#exited = new Promise((resolve) => {
      child.on('close', () => {
        this.#child = null;
        if (this.#state === 'running' && !this.#stopped && !child.killed) this.#note('failed', this.#endWords());
        resolve();
      });
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => reject(new Error(`QEMU could not be started: ${error.message}.`)));
    });
    this.#note('running', null);
  }

  #command(execute: 'stop' | 'cont'): void {
    this.#monitor?.command(execute);
  }

  #endWords(): string {
    if (/\bLockup\b/i.test(this.#errors)) return 'The processor locked up: a fault occurred in its fault handler.';
    return `QEMU ended. ${this.#errors}`.trim();
  }

  #note(state: DeviceStatus['state'], message: string | null): void {
    this.#state = state;
    const speed = state === 'running' ? this.#clock.speed(wallNs()) : null;
    this.#events?.status({ state, boardTimeNs: this.#clock.timeNs, speed, message, facts: this.#facts });
  }
}

const wallNs = () => performance.now() * NS_PER_MS;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** In QEMU's options a comma is written twice. */
const optionText = (text: string) => text.replaceAll(',', ',,');
