/**
 * Runs a built sketch on its virtual board, with edges on its pins, and passes on the bytes of its
 * serial line.
 */
import { readFile } from 'node:fs/promises';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { avrConfig } from '../../app/host/devices/avr/config.ts';
import { readIntelHex } from '../../app/host/devices/avr/intel-hex.ts';
import type { FirmwareImage } from '../../app/host/devices/device.ts';
import { listDevices, openDevice } from '../../app/host/devices/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import type { Stimulus } from './compose.ts';

export interface RunRequest {
  readonly board: Board;
  readonly firmware: FirmwareImage;
  readonly runUs: number;
  readonly stimuli: readonly Stimulus[];
  readonly onBytes: (bytes: Uint8Array) => void;
}

/** The reason why a run ended early. Null if the run was complete. */
export type RunFailure = string | null;

export function runFirmware(request: RunRequest): Promise<RunFailure> {
  return request.firmware.format === 'intel-hex' ? runOnAvr(request) : runOnDevice(request);
}

/** The successive level changes of a pin. */
class Turns {
  readonly pin: string;
  level: 0 | 1 = 0;
  atUs: number;
  readonly #stimulus: Stimulus;
  #made = 0;

  constructor(stimulus: Stimulus) {
    this.pin = stimulus.pin;
    this.atUs = stimulus.fromUs;
    this.#stimulus = stimulus;
  }

  turn(): void {
    const { burst, gapUs, everyUs, fromUs } = this.#stimulus;
    this.level = this.level === 0 ? 1 : 0;
    this.#made += 1;
    // Each edge takes two level changes.
    const turns = burst * 2;
    this.atUs =
      burst === 0
        ? fromUs + (this.#made * gapUs) / 2
        : fromUs +
          Math.floor(this.#made / turns) * Math.max(everyUs, burst * gapUs) +
          ((this.#made % turns) * gapUs) / 2;
  }
}

async function runOnAvr({ board, firmware, runUs, stimuli, onBytes }: RunRequest): Promise<RunFailure> {
  const config = avrConfig(board.mcu);
  const bytes: number[] = [];
  const image = readIntelHex(await readFile(firmware.path), config.flashBytes);
  const avr = new AvrBoard(image, { onSerialByte: (byte) => bytes.push(byte) }, config);
  const cyclesPerUs = config.clockHz / 1e6;
  const turns = stimuli.map((stimulus) => new Turns(stimulus));
  for (const { pin, level } of turns) avr.setPin(pin, { kind: 'digital', level });
  for (;;) {
    const next = turns.reduce<Turns | null>(
      (first, one) => (first === null || one.atUs < first.atUs ? one : first),
      null,
    );
    if (next === null || next.atUs >= runUs) break;
    avr.runUntil(Math.round(next.atUs * cyclesPerUs));
    next.turn();
    avr.setPin(next.pin, { kind: 'digital', level: next.level });
    if (avr.crash !== null) break;
  }
  avr.runUntil(runUs * cyclesPerUs);
  onBytes(Uint8Array.from(bytes));
  return avr.crash?.message ?? null;
}

async function runOnDevice({ board, firmware, runUs, onBytes }: RunRequest): Promise<RunFailure> {
  const [info] = await listDevices(board);
  const device = await openDevice(info?.id ?? '', board);
  let failure: RunFailure = null;
  await device.pause();
  await device.start(firmware, {
    serial: (bytes) => onBytes(bytes),
    status: ({ state, message }) => {
      if (state === 'failed') failure = message ?? 'The board failed.';
    },
    pins: () => {},
  });
  await device.runFor(runUs * 1000);
  await device.stop();
  return failure;
}
