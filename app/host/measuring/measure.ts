/** Runs firmware on a device and measures the run from its telemetry. */

import type { DeviceFacts } from '../../../generator/health/device-facts.ts';
import { LineMonitor } from '../../../generator/health/line-monitor.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { decoderOfRun } from '../../../generator/trace/nested-jobs.ts';
import type { TelemetryDecoder } from '../../../generator/trace/wire/decoder.ts';
import { tr } from '../../../generator/words/tr.ts';
import type { Device, DeviceStatus, FirmwareImage } from '../devices/device.ts';
import { Recording } from './recording.ts';

export interface Measurement {
  /**
   * `failed`: the program or the device failed, see `message`. `interrupted`: the signal aborted
   * the run.
   */
  readonly outcome: 'finished' | 'interrupted' | 'failed';
  readonly message: string | null;
  /** Whether the program started. An upload to a real board can fail before. */
  readonly started: boolean;
  /** Why the device failed while the program was running. Null when it did not fail. */
  readonly failure: string | null;
  /**
   * How long the program ran by its own clock. Where the device does not know, the time of the
   * program's last event.
   */
  readonly boardTimeNs: number;
  readonly wallMs: number;
  readonly recording: Recording;
  readonly decoder: TelemetryDecoder;
  readonly line: LineMonitor;
  /** Facts that the device knew about the program at the end. */
  readonly facts: DeviceFacts;
  /** All bytes that the program sent, if they were to be kept. */
  readonly serial: readonly Uint8Array[];
}

/** How long the processor slept, and of what time. Null: the device does not measure it. Unit: ns. */
export const asleepOf = ({ facts, boardTimeNs }: Measurement): { ns: number; ofNs: number } | null =>
  facts.asleepNs === undefined ? null : { ns: facts.asleepNs, ofNs: boardTimeNs };

export interface MeasureRequest {
  readonly device: Device;
  readonly firmware: FirmwareImage;
  readonly durationNs: number;
  readonly signal: AbortSignal;
  /** What runs, for reports about its channels. */
  readonly sketch?: Sketch;
  /** How many bytes of the program are kept. A run with more ends. Absent: none are kept, and the run may send any. */
  readonly keptBytes?: number;
  /** Called with what the device does before the program starts. */
  readonly onStep?: (step: string) => void;
}

/**
 * Runs for a given board time. Resolves with the collected data, whatever happens during the run.
 */
export async function measure(request: MeasureRequest): Promise<Measurement> {
  const recorder = new Recorder(request);
  const started = performance.now();
  const { outcome, message } = await runDevice(request, recorder);
  return { outcome, message, wallMs: performance.now() - started, ...recorder.finish() };
}

type Ending = Pick<Measurement, 'outcome' | 'message'>;

async function runDevice(
  { device, firmware, durationNs, signal }: MeasureRequest,
  recorder: Recorder,
): Promise<Ending> {
  const ending = await new Promise<Ending>((resolve) => {
    const end = (outcome: Measurement['outcome'], message: string | null = null) => resolve({ outcome, message });
    if (signal.aborted) return end('interrupted');
    signal.addEventListener('abort', () => end('interrupted'), { once: true });
    const run = async () => {
      // Paused until the run begins, so that the run lasts exactly the requested time and is the
      // same every time.
      await device.pause();
      if (device.features.speedControl) device.setSpeed(Number.POSITIVE_INFINITY);
      await device.start(
        firmware,
        recorder.events((message) => end('failed', message)),
      );
      await device.runFor(durationNs);
    };
    run().then(
      () => end('finished'),
      (error: unknown) => end('failed', error instanceof Error ? error.message : String(error)),
    );
  });
  await device.stop();
  return ending;
}

/** Builds a trace and statistics from the device's events as they arrive. */
class Recorder {
  readonly #recording: Recording;
  readonly #decoder: TelemetryDecoder;
  readonly #serial: Uint8Array[] = [];
  readonly #line = new LineMonitor();
  #facts: DeviceFacts = {};
  #failure: string | null = null;
  #started = false;
  #boardTimeNs: number | null = null;
  #step: string | undefined;
  readonly #onStep: (step: string) => void;
  readonly #mostBytes: number | null;
  #bytes = 0;

  constructor({ onStep = () => {}, sketch, keptBytes }: MeasureRequest) {
    this.#mostBytes = keptBytes ?? null;
    this.#recording = new Recording(sketch ?? null);
    this.#decoder = decoderOfRun(this.#recording.store);
    this.#onStep = onStep;
  }

  events(onFailure: (message: string) => void) {
    return {
      serial: (bytes: Uint8Array) => this.#onSerial(bytes, onFailure),
      status: (status: DeviceStatus) => {
        this.#boardTimeNs = status.boardTimeNs ?? this.#boardTimeNs;
        this.#facts = status.facts ?? this.#facts;
        if (status.step !== undefined && status.step !== this.#step) this.#onStep(status.step);
        this.#step = status.step;
        if (status.state === 'running' || status.state === 'paused') this.#started = true;
        if (status.state !== 'failed') return;
        const message = status.message ?? tr`The device failed.`;
        if (this.#started) this.#failure = message;
        onFailure(message);
      },
      pins: () => {},
    };
  }

  finish(): Omit<Measurement, 'outcome' | 'message' | 'wallMs'> {
    this.#decoder.end();
    this.#recording.count();
    const boardTimeNs = this.#boardTimeNs ?? this.#recording.store.endNs;
    return {
      boardTimeNs,
      recording: this.#recording,
      decoder: this.#decoder,
      line: this.#line,
      facts: this.#facts,
      started: this.#started,
      failure: this.#failure,
      serial: this.#serial,
    };
  }

  #onSerial(bytes: Uint8Array, onFailure: (message: string) => void): void {
    if (this.#mostBytes !== null) this.#keep(bytes, this.#mostBytes, onFailure);
    this.#decoder.push(bytes);
    this.#line.push(bytes, this.#decoder.statistics);
    this.#recording.count();
  }

  #keep(bytes: Uint8Array, mostBytes: number, onFailure: (message: string) => void): void {
    this.#bytes += bytes.length;
    // Copies the bytes, because the device may reuse its buffer.
    if (this.#bytes <= mostBytes) this.#serial.push(bytes.slice());
    else onFailure(tr`The program sent more than the ${mostBytes / 2 ** 20} MiB that a trace can hold.`);
  }
}
