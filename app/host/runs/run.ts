/**
 * One program on one device, and the windows that watch it. A run without a window continues for a
 * short time, so that a reloaded window can find it again. Then the run is stopped.
 */
import type { Part } from '../../../generator/sketch/model.ts';
import type { PinReport } from '../../../generator/trace/pins/pin-record.ts';
import {
  type CurrentRun,
  type EdgeReport,
  EVENTS_AHEAD,
  type PartState,
  type PinState,
  type RunStatus,
} from '../../contract/runs.ts';
import type { Device, PartState as DevicePartState, DeviceStatus, FirmwareImage } from '../devices/device.ts';
import { type PartValues, RunParts } from './run-parts.ts';
import { SerialLog } from './serial-log.ts';

/** How long a run continues without a window. */
export const GRACE_MS = 10_000;
/**
 * Shortest interval between two messages with serial bytes, so that a fast board does not flood a
 * window with small messages.
 */
const FLUSH_MS = 16;
/** A message with so many bytes is sent at once, so the events that a window has not handled have a bound in bytes. */
const MOST_EVENT_BYTES = 1 << 20;

/** A window's side of a run. */
export interface RunWatcher {
  status(runId: string, status: RunStatus): void;
  serial(runId: string, offset: number, bytes: Uint8Array): void;
  pins(runId: string, pins: PinState[]): void;
  parts(runId: string, parts: PartState[]): void;
  edges(runId: string, report: EdgeReport): void;
}

export interface RunSubject {
  readonly runId: string;
  readonly windowId: string;
  readonly firmwareId: string;
  readonly sketchText: string;
  readonly device: Device;
  /** The parts of the sketch, and the values that the user has set on them before. */
  readonly parts: readonly Part[];
  readonly partValues: PartValues;
}

/** The device may modify its status object, so the run passes on a copy. */
const toContract = (status: DeviceStatus): RunStatus => structuredClone(status) as RunStatus;

const toContractState = (state: DevicePartState): PartState => structuredClone(state) as PartState;

const STARTING: RunStatus = { state: 'starting', boardTimeNs: null, speed: null, message: null };

export class Run {
  readonly subject: RunSubject;
  readonly parts: RunParts;
  readonly #onEnd: () => void;
  readonly #graceMs: number;
  readonly #watchers = new Set<RunWatcher>();
  readonly #log = new SerialLog();
  readonly #pins = new Map<string, PinState>();
  #status: RunStatus = STARTING;
  #unsent: Uint8Array[] = [];
  #unsentBytes = 0;
  #sent = 0;
  /** Events that no window has handled yet. */
  #untaken = 0;
  #isHeld = false;
  #flushTimer: NodeJS.Timeout | null = null;
  #graceTimer: NodeJS.Timeout | null = null;
  #stopping: Promise<void> | null = null;

  /** Calls `onEnd` once, when the run has ended for any reason. */
  constructor(subject: RunSubject, onEnd: () => void, graceMs: number = GRACE_MS) {
    this.subject = subject;
    this.parts = new RunParts(subject.device);
    this.#onEnd = onEnd;
    this.#graceMs = graceMs;
  }

  get ended(): boolean {
    return this.#status.state === 'stopped' || this.#status.state === 'failed';
  }

  /** False when its window is gone and has not come back yet. */
  get isWatched(): boolean {
    return this.#graceTimer === null;
  }

  /**
   * Rejects with the device's own message when the device does not accept the firmware. The run has
   * then ended.
   */
  async start(firmware: FirmwareImage): Promise<void> {
    this.parts.wire(this.subject.parts, this.subject.partValues);
    try {
      await this.subject.device.start(firmware, {
        serial: (bytes) => this.#onSerial(bytes),
        status: (status) => this.#onStatus(toContract(status)),
        pins: (pins) => this.#onPins(pins),
        parts: (parts) => this.#onParts(parts),
        edges: (report) => this.#onEdges(report),
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.#end({ ...this.#status, state: 'failed', message });
      throw error;
    }
  }

  /** Sends the watcher all events since the start, and then each new event. */
  watchFromStart(watcher: RunWatcher): void {
    const { runId, status, pins, parts, serialOffset, serial } = this.snapshot();
    watcher.status(runId, status);
    if (pins.length > 0) watcher.pins(runId, pins);
    if (parts.length > 0) watcher.parts(runId, parts);
    if (serial.length > 0) watcher.serial(runId, serialOffset, serial);
    this.watch(watcher);
  }

  watch(watcher: RunWatcher): void {
    this.#watchers.add(watcher);
    this.taken(this.#untaken);
    if (this.#graceTimer) clearTimeout(this.#graceTimer);
    this.#graceTimer = null;
  }

  unwatch(watcher: RunWatcher): void {
    if (!this.#watchers.delete(watcher)) return;
    // A window that is gone handles no more events.
    this.taken(this.#untaken);
    if (this.#watchers.size === 0) this.awaitWindow();
  }

  /** A window has handled this many events. */
  taken(events: number): void {
    this.#untaken = Math.max(0, this.#untaken - events);
    this.#hold();
  }

  #hold(): void {
    const isHeld = this.#untaken >= EVENTS_AHEAD;
    if (isHeld === this.#isHeld || this.ended) return;
    this.#isHeld = isHeld;
    this.subject.device.hold?.(isHeld);
  }

  /** Sends an event to all windows. */
  #tell(send: (watcher: RunWatcher) => void): void {
    for (const watcher of this.#watchers) {
      send(watcher);
      this.#untaken++;
    }
    this.#hold();
  }

  /** Starts the grace period in which a window can come back. */
  awaitWindow(): void {
    if (this.ended || this.#graceTimer) return;
    this.#graceTimer = setTimeout(() => void this.stop(), this.#graceMs);
  }

  snapshot(): CurrentRun {
    this.#flush();
    const { runId, firmwareId, sketchText, device } = this.subject;
    const { offset, bytes } = this.#log.read();
    return {
      runId,
      firmwareId,
      deviceId: device.id,
      features: device.features,
      sketchText,
      status: this.#status,
      pins: [...this.#pins.values()],
      parts: this.parts.states.map(toContractState),
      partValues: { ...this.parts.values },
      serialOffset: offset,
      serial: bytes,
    };
  }

  /** May be called at any time and more than once. Resolves when the device is free. */
  stop(): Promise<void> {
    this.#stopping ??= this.#end({ ...this.#status, state: 'stopped', message: null });
    return this.#stopping;
  }

  /** A device that fails to stop is released anyway, because no further action is possible. */
  async #end(status: RunStatus): Promise<void> {
    await this.subject.device.stop().catch(() => {});
    this.#onStatus(status);
  }

  #onStatus(status: RunStatus): void {
    if (this.ended) return;
    this.#flush();
    this.#status = status;
    this.#tell((watcher) => watcher.status(this.subject.runId, status));
    if (!this.ended) return;
    if (this.#graceTimer) clearTimeout(this.#graceTimer);
    // After a program ends by itself, its device still holds a port or a worker.
    void this.stop();
    this.#onEnd();
  }

  #onSerial(bytes: Uint8Array): void {
    if (this.ended || bytes.length === 0) return;
    // Copies the bytes, because the device may reuse its buffer.
    const own = bytes.slice();
    this.#log.add(own);
    this.#unsent.push(own);
    this.#unsentBytes += own.length;
    if (this.#unsentBytes >= MOST_EVENT_BYTES) this.#flush();
    else this.#flushTimer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  #flush(): void {
    if (this.#flushTimer) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    if (this.#unsent.length === 0) return;
    const bytes = new Uint8Array(Buffer.concat(this.#unsent));
    const offset = this.#sent;
    this.#unsent = [];
    this.#unsentBytes = 0;
    this.#sent += bytes.length;
    this.#tell((watcher) => watcher.serial(this.subject.runId, offset, bytes));
  }

  #onPins(pins: readonly PinState[]): void {
    if (this.ended) return;
    for (const pin of pins) this.#pins.set(pin.pin, pin);
    this.#tell((watcher) => watcher.pins(this.subject.runId, [...pins]));
  }

  #onEdges(report: PinReport): void {
    if (this.ended) return;
    const words = new Uint8Array(report.words.length * 4);
    const view = new DataView(words.buffer);
    for (const [index, word] of report.words.entries()) view.setUint32(index * 4, word, true);
    const sent = { ...report, pins: [...report.pins], high: [...report.high], words };
    this.#tell((watcher) => watcher.edges(this.subject.runId, sent));
  }

  #onParts(states: readonly DevicePartState[]): void {
    if (this.ended) return;
    const known = this.parts.note(states).map(toContractState);
    if (known.length === 0) return;
    this.#tell((watcher) => watcher.parts(this.subject.runId, known));
  }
}
