/**
 * Runs an emulated board in slices between messages. The board runs at a limited speed or as fast
 * as possible, pauses at an exact cycle, and sends its output a few dozen times per second. The
 * runner is used in the worker thread but does not depend on threads.
 *
 * The program's behaviour depends only on the cycles of its inputs, never on where the slices begin
 * and end.
 */
import type { DeviceFacts } from '../../../generator/health/device-facts.ts';
import type { AvrBoard, AvrHooks } from './avr/board.ts';
import { LineReceiver } from './avr/line-receiver.ts';
import type { FromWorker, ToWorker } from './virtual-avr-messages.ts';

/**
 * Longest time without checking for messages, and the longest run between two readings of the
 * clock.
 */
const SLICE_MS = 8;
const STEP_CYCLES = 40_000;
/** Length of a pause when the board is as far as its speed limit allows. */
const REST_MS = 4;
/** A board that falls further behind than this does not catch up later. */
const LONGEST_LAG_MS = 100;
const SERIAL_MS = 16;
const SERIAL_BYTES = 16_384;
const PINS_MS = 33;
const STATUS_MS = 250;
/** Number of bytes that may be unacknowledged before the board waits for the receiver. */
const MOST_UNTAKEN = 1 << 20;

export class BoardRunner {
  readonly #board: AvrBoard;
  readonly #receiver: LineReceiver;
  readonly #listensAt: number;
  readonly #post: (message: FromWorker) => void;
  #paused: boolean;
  #held = false;
  #speed: number;
  /** Cycle at which to pause, and the request that set it. */
  #goal = Number.POSITIVE_INFINITY;
  #goalRequest: number | null = null;
  #scheduled = false;
  /** Pacing measures cycles from this cycle on. */
  #anchorCycle = 0;
  #anchorMs = 0;

  #serial = new Uint8Array(SERIAL_BYTES);
  #serialLength = 0;
  #untaken = 0;
  #serialAt = 0;
  #pinsAt = 0;
  #statusAt = 0;
  #statusCycle = 0;
  #measuredSpeed = 0;

  constructor(
    make: (hooks: AvrHooks) => AvrBoard,
    post: (message: FromWorker) => void,
    options: {
      readonly paused: boolean;
      readonly speed: number;
      readonly listensAt: number;
    },
  ) {
    this.#board = make({
      onSerialByte: (byte, cycle) =>
        this.#receiver.take(byte, cycle, this.#board.config.clockHz / this.#board.baudRate),
    });
    this.#listensAt = options.listensAt;
    this.#receiver = new LineReceiver(this.#board.config.clockHz, options.listensAt, (byte) => this.#collect(byte));
    this.#post = post;
    this.#paused = options.paused;
    this.#speed = options.speed;
  }

  begin(): void {
    this.#statusAt = performance.now();
    this.#anchor();
    this.#status();
    this.#sendPins();
    this.#schedule(0);
  }

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'serial':
        this.#board.serialWrite(message.bytes);
        break;
      case 'taken':
        this.#untaken -= message.bytes;
        break;
      case 'hold':
        this.#held = message.isHeld;
        break;
      case 'pin':
        this.#board.setPin(message.pin, message.input);
        break;
      case 'parts':
        this.#board.parts.replace(message.parts);
        this.#sendParts();
        break;
      case 'part':
        this.#board.parts.setValue(message.name, message.value);
        break;
      case 'speed':
        this.#speed = message.limit;
        this.#anchor();
        break;
      case 'pause':
        this.#pause();
        this.#post({ kind: 'done', request: message.request });
        break;
      case 'resume':
        this.#resume();
        this.#post({ kind: 'done', request: message.request });
        break;
      case 'run-for':
        this.#runFor(message.boardTimeNs, message.request);
        break;
    }
    this.#schedule(0);
  }

  #runFor(boardTimeNs: number, request: number): void {
    this.#dropGoal();
    const { clockHz } = this.#board.config;
    this.#goal = this.#board.cycles + Math.round((boardTimeNs * clockHz) / 1e9);
    this.#goalRequest = request;
    this.#resume();
  }

  /**
   * Abandons a goal that was not reached, and notifies its requester that the board has paused or
   * continues.
   */
  #dropGoal(): void {
    if (this.#goalRequest !== null) this.#post({ kind: 'done', request: this.#goalRequest });
    this.#goal = Number.POSITIVE_INFINITY;
    this.#goalRequest = null;
  }

  #pause(): void {
    this.#paused = true;
    this.#flush();
    this.#dropGoal();
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#statusAt = performance.now();
    this.#statusCycle = this.#board.cycles;
    this.#anchor();
    this.#status();
  }

  #anchor(): void {
    this.#anchorCycle = this.#board.cycles;
    this.#anchorMs = performance.now();
  }

  #schedule(delayMs: number): void {
    if (this.#scheduled || this.#paused || this.#held || this.#board.crash !== null) return;
    this.#scheduled = true;
    if (delayMs > 0) setTimeout(() => this.#slice(), delayMs);
    else setImmediate(() => this.#slice());
  }

  #slice(): void {
    this.#scheduled = false;
    if (this.#paused || this.#held) return;
    const board = this.#board;
    const start = performance.now();
    const allowed = this.#allowedCycle(start);
    while (board.cycles < allowed && performance.now() - start < SLICE_MS && this.#untaken < MOST_UNTAKEN) {
      board.runUntil(Math.min(allowed, board.cycles + STEP_CYCLES));
      if (board.edges?.isDue === true) this.#sendEdges();
      if (board.crash !== null) break;
    }
    this.#report();
    if (board.crash !== null) this.#fail();
    else if (board.cycles >= this.#goal) this.#pause();
    else this.#schedule(board.cycles >= allowed || this.#untaken >= MOST_UNTAKEN ? REST_MS : 0);
  }

  /** Returns the cycle up to which the board may run now. */
  #allowedCycle(nowMs: number): number {
    const perMs = (this.#board.config.clockHz / 1000) * this.#speed;
    if (!Number.isFinite(perMs)) return this.#goal;
    const due = this.#anchorCycle + (nowMs - this.#anchorMs) * perMs;
    if (due - this.#board.cycles > LONGEST_LAG_MS * perMs) {
      this.#anchor();
      this.#anchorMs = nowMs - LONGEST_LAG_MS / 2;
    }
    return Math.min(this.#goal, Math.floor(due));
  }

  #fail(): void {
    this.#flush();
    this.#dropGoal();
  }

  #collect(byte: number): void {
    if (this.#serialLength === SERIAL_BYTES) this.#sendSerial();
    this.#serial[this.#serialLength++] = byte;
  }

  /** Sends all reports that are due. */
  #report(): void {
    const now = performance.now();
    if (now - this.#serialAt >= SERIAL_MS) this.#sendSerial();
    if (now - this.#pinsAt >= PINS_MS) this.#sendPins();
    if (now - this.#statusAt >= STATUS_MS) this.#status();
  }

  #flush(): void {
    this.#sendSerial();
    this.#sendPins();
    this.#status();
  }

  #sendSerial(): void {
    this.#serialAt = performance.now();
    if (this.#serialLength === 0) return;
    const bytes = this.#serial.slice(0, this.#serialLength);
    this.#untaken += bytes.length;
    this.#serialLength = 0;
    this.#post({ kind: 'serial', bytes });
  }

  #sendPins(): void {
    this.#pinsAt = performance.now();
    const pins = this.#board.pinChanges();
    if (pins.length > 0) this.#post({ kind: 'pins', pins });
    this.#sendEdges();
    this.#sendParts();
  }

  #sendEdges(): void {
    const report = this.#board.edges?.take() ?? null;
    if (report !== null) this.#post({ kind: 'edges', report });
  }

  #sendParts(): void {
    const parts = this.#board.parts.changes();
    if (parts.length > 0) this.#post({ kind: 'parts', parts });
  }

  #status(): void {
    const now = performance.now();
    const { crash, cycles, config, timeNs } = this.#board;
    const wallMs = now - this.#statusAt;
    if (wallMs >= 1) this.#measuredSpeed = ((cycles - this.#statusCycle) / config.clockHz / wallMs) * 1000;
    this.#statusAt = now;
    this.#statusCycle = cycles;
    const halted = crash !== null || this.#paused;
    this.#post({
      kind: 'status',
      state: crash !== null ? 'failed' : this.#paused ? 'paused' : 'running',
      boardTimeNs: timeNs,
      speed: halted ? 0 : this.#measuredSpeed,
      message: crash?.message ?? null,
      facts: this.#facts(),
    });
  }

  #facts(): DeviceFacts {
    const { transmits, baudRate } = this.#board;
    return { ...this.#board.facts(), serial: { transmits, rate: baudRate, expectedRate: this.#listensAt } };
  }
}
