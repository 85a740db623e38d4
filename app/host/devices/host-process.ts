/**
 * The board `host`: the program is a process on this computer, and its serial line is standard
 * input and output.
 *
 * By default the program runs by the computer's clock until it is stopped. If `pause()` is called
 * before `start()`, the program waits for `runFor()`. It then runs by a virtual clock that advances
 * only with its own work and idle time, so it runs as fast as possible and every run is the same.
 * The runtime's host port reads this choice from environment variables (port/host/pl_host.h).
 */
import type { ChildProcessByStdio } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import type { Board } from '../../../generator/platform/board.ts';
import { NS_PER_MS, usOfNs } from '../../../generator/sketch/time.ts';
import { tr } from '../../../generator/words/tr.ts';
import { killMarked, newMark, spawnGuarded } from '../../../platformio/setup/guarded.mjs';
import { killGroup } from '../../../platformio/setup/run.mjs';
import type { Device, DeviceEvents, DeviceFeatures, DeviceStatus, FirmwareImage, PinInput } from './device.ts';
import { HostPins } from './host-pins.ts';
import { OutputFlow } from './output-flow.ts';
import { causeOf, sandboxed } from './sandbox.ts';

export const HOST_FEATURES: DeviceFeatures = { pause: false, speedControl: false, pins: false };

const IS_WINDOWS = process.platform === 'win32';
/** How much of the program's standard error is kept for the message when it fails. */
const ERROR_TAIL = 2000;

/** The program writes changes of its pins to this file descriptor. */
const PINS_PIPE = 3;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export class HostProcess implements Device {
  readonly id: string;
  readonly board: Board;
  readonly features = HOST_FEATURES;
  readonly isShared = true;
  readonly isNative = true;
  #path = '';
  #events: DeviceEvents | null = null;
  #child: Child | null = null;
  #flow: OutputFlow | null = null;
  #exited: Promise<void> = Promise.resolve();
  #held = false;
  #stopped = false;
  #startedMs = 0;
  /** How long the program runs by its virtual clock. Null when it runs by the computer's clock. */
  #ownTimeNs: number | null = null;
  #status: DeviceStatus = { state: 'starting', boardTimeNs: 0, speed: null, message: null };

  constructor(id: string, board: Board) {
    this.id = id;
    this.board = board;
  }

  async start(firmware: FirmwareImage, events: DeviceEvents): Promise<void> {
    if (this.#events !== null || this.#stopped) throw new Error(tr`This device has already been used. Open a new one.`);
    if (firmware.format !== 'executable') {
      throw new Error(tr`This computer runs executables, but the firmware is ${firmware.format}.`);
    }
    await access(firmware.path, constants.X_OK).catch(() => {
      throw new Error(tr`The program file can no longer be run. Build the sketch again.`);
    });
    this.#events = events;
    this.#path = firmware.path;
    if (this.#held) this.#note('paused', 0, null);
    else await this.#spawn({ PL_HOST_CLOCK: 'real' });
  }

  write(bytes: Uint8Array): void {
    this.#child?.stdin.write(bytes);
  }

  setPin(_pin: string, _input: PinInput): void {
    throw new Error(tr`This computer has no pins. Run the sketch on a virtual or a real board to use them.`);
  }

  /** No part is wired to a device without pins. */
  setParts(): void {}

  setPart(): void {}

  /**
   * Before `start`, this makes the program wait for `runFor`. After `start` it rejects, because not
   * every system can pause a process.
   */
  async pause(): Promise<void> {
    if (this.#events !== null) throw new Error(tr`A program on this computer cannot be paused.`);
    this.#held = true;
  }

  async resume(): Promise<void> {
    if (!this.#held) return;
    this.#held = false;
    if (this.#events !== null && this.#child === null) await this.#spawn({ PL_HOST_CLOCK: 'real' });
  }

  setSpeed(_limit: number): void {}

  /** The program waits when it has printed much more. */
  hold(isHeld: boolean): void {
    this.#flow?.hold(isHeld);
  }

  /** The program ends when the time is over and cannot continue afterwards. */
  async runFor(boardTimeNs: number): Promise<void> {
    if (this.#events === null) throw new Error(tr`Start a program before running it.`);
    if (this.#held) {
      this.#held = false;
      await this.#spawn({ PL_HOST_CLOCK: 'virtual', PL_HOST_RUN_US: String(Math.ceil(usOfNs(boardTimeNs))) });
      this.#ownTimeNs = boardTimeNs;
      await this.#exited;
      return;
    }
    const over = new Promise((resolve) => setTimeout(resolve, boardTimeNs / NS_PER_MS));
    await Promise.race([over, this.#exited]);
    await this.stop();
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    // The group, because a sandbox that is still starting has a second process that would stay.
    if (this.#child !== null) killGroup(this.#child);
    this.#child?.kill('SIGKILL');
    await this.#exited;
    if (this.#events !== null && this.#status.state !== 'failed') this.#note('stopped', this.#elapsedNs(), null);
  }

  async #spawn(environment: Readonly<Record<string, string>>): Promise<void> {
    const recordsPins = this.#events?.edges !== undefined;
    const own = { ...environment, ...(recordsPins ? { PL_HOST_PINS: String(PINS_PIPE) } : {}) };
    const { command, env, isConfined, signalOf } = await sandboxed(resolve(this.#path), own);
    if (this.#stopped) return;
    const stdio: ('pipe' | 'ignore')[] = ['pipe', 'pipe', 'pipe', recordsPins ? 'pipe' : 'ignore'];
    // The end of a sandbox ends all that is in it.
    const mark = isConfined ? undefined : newMark();
    const child = spawnGuarded<Child>(command, { env, stdio, detached: !IS_WINDOWS, ...(mark && { mark }) });
    this.#child = child;
    const names = this.board.pins.map(({ name }) => name);
    const pins = new HostPins(names, (report) => this.#events?.edges?.(report));
    const pinsPipe = child.stdio[PINS_PIPE];
    pinsPipe?.on('data', (bytes: Buffer) => pins.take(bytes));
    const flow = new OutputFlow([child.stdout, child.stderr, ...(pinsPipe instanceof Readable ? [pinsPipe] : [])]);
    this.#flow = flow;
    let left = Promise.resolve();
    child.once('exit', () => {
      flow.end();
      // What the program has left, which may keep its streams open.
      killGroup(child);
      left = killMarked(mark);
    });
    let errors = '';
    child.stdout.on('data', (bytes: Buffer) => this.#events?.serial(new Uint8Array(bytes)));
    child.stderr.on('data', (bytes: Buffer) => {
      errors = (errors + bytes.toString('utf8')).slice(-ERROR_TAIL);
    });
    // The program may have ended, or may never read. Bytes written to it then are lost, as on a
    // board.
    child.stdin.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        this.#child = null;
        pins.report();
        this.#onExit(code, signal ?? signalOf(code), errors);
        left.then(resolve, resolve);
      });
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => reject(new Error(tr`The program could not be started: ${error.message}.`)));
    });
    this.#startedMs = performance.now();
    this.#note('running', 0, null);
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null, errors: string): void {
    if (this.#stopped || code === 0) {
      if (!this.#stopped) this.#note('stopped', this.#elapsedNs(), null);
      return;
    }
    const how =
      signal === null ? tr`The program ended with status ${code ?? ''}.` : tr`The program was ended by ${signal}.`;
    const cause = signal === null ? null : causeOf(signal);
    // The time of the virtual clock at a stop is unknown.
    const lived = this.#ownTimeNs === null ? this.#elapsedNs() : null;
    this.#note('failed', lived, [how, cause, errors.trim()].filter(Boolean).join(' '));
  }

  #elapsedNs(): number {
    return this.#ownTimeNs ?? Math.round((performance.now() - this.#startedMs) * NS_PER_MS);
  }

  #note(state: DeviceStatus['state'], boardTimeNs: number | null, message: string | null): void {
    const facts = { wallClock: this.#ownTimeNs === null };
    this.#status = { state, boardTimeNs, speed: null, message, facts };
    this.#events?.status(this.#status);
  }
}
