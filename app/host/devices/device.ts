/**
 * A device: anything that runs a program and speaks over a serial line. A virtual board and a real board behind a
 * serial port are the same to everything above this file.
 */
import type { DeviceFacts } from '../../../generator/health/device-facts.ts';
import type { Board } from '../../../generator/platform/board.ts';

export type DeviceState = 'starting' | 'running' | 'paused' | 'stopped' | 'failed';

export interface DeviceStatus {
  readonly state: DeviceState;
  /** Time that the program has lived, in its own clock; null where it cannot be known (real boards). */
  readonly boardTimeNs: number | null;
  /** Board time per wall time over the last interval: 1 is real time; null where it cannot be known. */
  readonly speed: number | null;
  /** Why it failed, in words for the user. */
  readonly message: string | null;
  /** What else it knows of the program; absent: nothing. */
  readonly facts?: DeviceFacts | undefined;
}

export interface PinState {
  readonly pin: string;
  readonly direction: 'in' | 'out';
  /** Level that the pin has now. */
  readonly level: 0 | 1;
  /** Duty cycle 0…1 over the last interval; equals `level` for a pin that does not switch. */
  readonly duty: number;
}

export type PinInput =
  | { readonly kind: 'digital'; readonly level: 0 | 1 }
  | { readonly kind: 'analog'; readonly millivolts: number }
  | { readonly kind: 'floating' };

export interface DeviceEvents {
  serial(bytes: Uint8Array): void;
  status(status: DeviceStatus): void;
  /** Pins that changed since the last call; at most about 30 calls a second. */
  pins(pins: readonly PinState[]): void;
}

/** What a device can do beyond running: asked by the window, which hides what is not there. */
export interface DeviceFeatures {
  readonly pause: boolean;
  readonly speedControl: boolean;
  readonly pins: boolean;
}

export interface FirmwareImage {
  readonly format: 'intel-hex' | 'elf' | 'executable';
  readonly path: string;
  /** Its ELF file, for the names in messages; null or absent: none. */
  readonly elf?: string | null;
  /** All code runs on one stack; else its tasks have stacks of their own. */
  readonly sharedStack?: boolean;
}

export interface Device {
  readonly id: string;
  readonly board: Board;
  readonly features: DeviceFeatures;
  /** Loads the program and starts it from reset. Rejects with a message for the user. */
  start(firmware: FirmwareImage, events: DeviceEvents): Promise<void>;
  /** Bytes for the program's serial input. */
  write(bytes: Uint8Array): void;
  setPin(pin: string, input: PinInput): void;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** 1: real time; Infinity: as fast as it goes. */
  setSpeed(limit: number): void;
  /** Runs for this much board time, then pauses; resolves when it has. For unattended runs. */
  runFor(boardTimeNs: number): Promise<void>;
  /** Ends the run and frees everything; may be called at any time and more than once. */
  stop(): Promise<void>;
}
