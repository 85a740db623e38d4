/** Runs firmware on a device and measures what its telemetry says. */

import type { DeviceFacts } from '../../generator/health/device-facts.ts';
import { LineMonitor } from '../../generator/health/line-monitor.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import type { Device, DeviceStatus, FirmwareImage } from '../host/devices/device.ts';
import { Recording } from './recording.ts';

export interface Measurement {
  /** failed: the program or the device gave up, see `message`. interrupted: by the signal. */
  readonly outcome: 'finished' | 'interrupted' | 'failed';
  readonly message: string | null;
  /** Why the device gave up while the program ran; null: it did not. */
  readonly failure: string | null;
  /** How long the program ran in its own time; the time of its last event where the device cannot tell. */
  readonly boardTimeNs: number;
  readonly wallMs: number;
  readonly recording: Recording;
  readonly decoder: TelemetryDecoder;
  readonly line: LineMonitor;
  /** What the device knew of the program in the end. */
  readonly facts: DeviceFacts;
  /** Everything that the program sent. */
  readonly serial: readonly Uint8Array[];
}

export interface MeasureRequest {
  readonly device: Device;
  readonly firmware: FirmwareImage;
  readonly durationNs: number;
  readonly signal: AbortSignal;
}

/** Runs for a time of the board; resolves with what there is, whatever happens to the run. */
export async function measure(request: MeasureRequest): Promise<Measurement> {
  const recorder = new Recorder();
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
      // Held until the run begins, so that it lasts exactly as long as asked for and is the same every time.
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

/** Takes what a device tells and makes a trace and statistics of it as it comes. */
class Recorder {
  readonly #recording = new Recording();
  readonly #decoder = new TelemetryDecoder(this.#recording.store);
  readonly #serial: Uint8Array[] = [];
  readonly #line = new LineMonitor();
  #facts: DeviceFacts = {};
  #failure: string | null = null;
  #boardTimeNs: number | null = null;

  events(onFailure: (message: string) => void) {
    return {
      serial: (bytes: Uint8Array) => this.#onSerial(bytes),
      status: (status: DeviceStatus) => {
        this.#boardTimeNs = status.boardTimeNs ?? this.#boardTimeNs;
        this.#facts = status.facts ?? this.#facts;
        if (status.state !== 'failed') return;
        this.#failure = status.message ?? 'The device failed.';
        onFailure(this.#failure);
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
      failure: this.#failure,
      serial: this.#serial,
    };
  }

  #onSerial(bytes: Uint8Array): void {
    // The device may use its buffer again.
    this.#serial.push(bytes.slice());
    this.#decoder.push(bytes);
    this.#line.push(bytes, this.#decoder.statistics);
    this.#recording.count();
  }
}
