/**
 * Runs a built sketch on its virtual board, with edges on its pins, and passes on the bytes of its
 * serial line.
 */
import { readFile } from 'node:fs/promises';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { avrConfig } from '../../app/host/devices/avr/config.ts';
import { readIntelHex } from '../../app/host/devices/avr/intel-hex.ts';
import type { FirmwareImage } from '../../app/host/devices/device.ts';
import { NO_SYMBOLS, readElfSymbols } from '../../app/host/devices/elf-symbols.ts';
import { listDevices, openDevice } from '../../app/host/devices/index.ts';
import type { StackOverflow } from '../../generator/health/device-facts.ts';
import type { Board } from '../../generator/platform/board.ts';
import type { Stimulus } from './compose.ts';

export interface RunRequest {
  readonly board: Board;
  readonly firmware: FirmwareImage;
  readonly runUs: number;
  readonly stimuli: readonly Stimulus[];
  readonly onBytes: (bytes: Uint8Array) => void;
}

export interface RunEnd {
  /** The reason why the run ended early. Null if it was complete. */
  readonly failure: string | null;
  /** The stack at the end of RAM: the most bytes that it took, and whether it overwrote variables. Null: not known. */
  readonly stack: { readonly deepestBytes: number; readonly overflow: StackOverflow | null } | null;
}

export function runFirmware(request: RunRequest): Promise<RunEnd> {
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

async function runOnAvr({ board, firmware, runUs, stimuli, onBytes }: RunRequest): Promise<RunEnd> {
  const config = avrConfig(board.mcu);
  const bytes: number[] = [];
  const image = readIntelHex(await readFile(firmware.path), config.flashBytes);
  const symbols = firmware.elf == null ? NO_SYMBOLS : readElfSymbols(await readFile(firmware.elf));
  const watch = { symbols, sharedStack: firmware.sharedStack };
  const avr = new AvrBoard(image, { onSerialByte: (byte) => bytes.push(byte) }, config, watch);
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
  const stack = { deepestBytes: avr.deepestStackBytes, overflow: avr.facts().stackOverflow ?? null };
  return { failure: avr.crash?.message ?? null, stack };
}

async function runOnDevice({ board, firmware, runUs, onBytes }: RunRequest): Promise<RunEnd> {
  const [info] = await listDevices(board);
  const device = await openDevice(info?.id ?? '', board);
  let failure: string | null = null;
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
  return { failure, stack: null };
}
