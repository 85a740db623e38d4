/**
 * The interface of a device. A device runs a program and communicates over a serial line. All code
 * above this file treats a virtual board and a real board behind a serial port alike.
 */
import type { DeviceFacts } from '../../../generator/health/device-facts.ts';
import type { PartView } from '../../../generator/parts/part-type.ts';
import type { Board } from '../../../generator/platform/board.ts';
import type { PinReport } from '../../../generator/trace/pins/pin-record.ts';
import type { BuildTool } from '../../contract/builds.ts';
import type { WiredPart } from './parts/wired-part.ts';

export type DeviceState = 'starting' | 'running' | 'paused' | 'stopped' | 'failed';

export interface DeviceStatus {
  readonly state: DeviceState;
  /** How long the program has run, by its own clock. Null before it has started. */
  readonly boardTimeNs: number | null;
  /**
   * Board time divided by wall-clock time over the last interval. 1 is real time. Null where this
   * is unknown.
   */
  readonly speed: number | null;
  /** The cause of a failure, in words for the user. */
  readonly message: string | null;
  /** What the device does before the program starts, in words for the user: "Writing the program". */
  readonly step?: string | undefined;
  /** Other facts that the device knows about the program. Absent when it knows none. */
  readonly facts?: DeviceFacts | undefined;
}

export interface PinState {
  readonly pin: string;
  readonly direction: 'in' | 'out';
  /** Current level of the pin. */
  readonly level: 0 | 1;
  /**
   * Duty cycle from 0 to 1 over the last interval. Equals `level` for a pin that does not switch.
   */
  readonly duty: number;
}

/** What one part shows. */
export interface PartState {
  /** The part's name. */
  readonly part: string;
  readonly view: PartView;
}

export type PinInput =
  | { readonly kind: 'digital'; readonly level: 0 | 1 }
  | { readonly kind: 'analog'; readonly millivolts: number }
  | { readonly kind: 'floating' };

export interface DeviceEvents {
  serial(bytes: Uint8Array): void;
  status(status: DeviceStatus): void;
  /** Reports the pins that changed since the last call, at most about 30 times per second. */
  pins(pins: readonly PinState[]): void;
  /** Reports the parts with a changed view, at most about 30 times per second. */
  parts?(parts: readonly PartState[]): void;
  /** Reports changes of pin levels, about 30 times per second. A device that has no listener records none. */
  edges?(report: PinReport): void;
}

/** Optional abilities of a device. The window hides controls for abilities that are missing. */
export interface DeviceFeatures {
  readonly pause: boolean;
  readonly speedControl: boolean;
  readonly pins: boolean;
}

export interface FirmwareImage {
  readonly format: 'intel-hex' | 'elf' | 'executable';
  readonly path: string;
  /** The program's ELF file, used for names in messages. Null or absent when there is none. */
  readonly elf?: string | null;
  /** True when all code runs on one stack. Otherwise tasks have stacks of their own. */
  readonly sharedStack?: boolean;
  /** Cores that the program uses. Absent: one. */
  readonly cores?: number;
  /** The tool that built the program, and that can write it into a real board. */
  readonly tool?: BuildTool;
  /** Why a stack does not suffice, for the user. A real board does not notice an overflow. */
  readonly stackProblem?: string | null;
}

/** A real board refuses a program with a `stackProblem`. */
export class StackTooSmall extends Error {}

export interface Device {
  readonly id: string;
  readonly board: Board;
  readonly features: DeviceFeatures;
  /**
   * Whether several runs can use the device at once. False for a real board, which runs one program.
   */
  readonly isShared: boolean;
  /** The program runs with the rights of the user's account, so it can read and change the user's files. */
  readonly isNative?: true;
  /** Loads the program and starts it from reset. Rejects with a message for the user. */
  start(firmware: FirmwareImage, events: DeviceEvents): Promise<void>;
  /** Sends bytes to the program's serial input. */
  write(bytes: Uint8Array): void;
  setPin(pin: string, input: PinInput): void;
  /** Replaces the parts that are wired to the pins. May be called before `start`. */
  setParts(parts: readonly WiredPart[]): void;
  /** Sets the value of a part's control. */
  setPart(name: string, value: number): void;
  /**
   * Whether the board waits for its receiver. It stays `running`. Boards that cannot wait do not have this.
   */
  hold?(isHeld: boolean): void;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** 1 is real time, Infinity is as fast as possible. */
  setSpeed(limit: number): void;
  /** Runs for this much board time, then pauses and resolves. For unattended runs. */
  runFor(boardTimeNs: number): Promise<void>;
  /** Ends the run and releases all resources. May be called at any time and more than once. */
  stop(): Promise<void>;
}
