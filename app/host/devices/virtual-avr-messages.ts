/** Messages between a virtual board's worker and the device in the host's thread. */

import type { DeviceFacts } from '../../../generator/health/device-facts.ts';
import type { PinReport } from '../../../generator/trace/pins/pin-record.ts';
import type { ShownLanguage } from '../../words/language.ts';
import type { PartState, PinInput, PinState } from './device.ts';
import type { WiredPart } from './parts/wired-part.ts';

/** Data that the worker receives when it is created. */
export interface WorkerStart {
  readonly mcu: string;
  readonly clockHz: number;
  /** The pins that the board leads out, of those of the chip. */
  readonly pins: readonly string[];
  /** Text of the Intel HEX file. */
  readonly hex: string;
  /** The program's ELF file, or null. */
  readonly elf: Uint8Array | null;
  readonly sharedStack: boolean;
  /** Language of the messages about the program. */
  readonly language: ShownLanguage;
  /** Bit rate of the other end of the serial line. Unit: bits per second. */
  readonly listensAt: number;
  readonly paused: boolean;
  readonly speed: number;
  readonly parts: readonly WiredPart[];
  /** Whether to report edges of pins. */
  readonly recordsEdges: boolean;
}

export type ToWorker =
  | { readonly kind: 'serial'; readonly bytes: Uint8Array }
  /** The receiver has taken this many of the bytes sent. */
  | { readonly kind: 'taken'; readonly bytes: number }
  /** Whether the board waits for its receiver. */
  | { readonly kind: 'hold'; readonly isHeld: boolean }
  | { readonly kind: 'pin'; readonly pin: string; readonly input: PinInput }
  | { readonly kind: 'parts'; readonly parts: readonly WiredPart[] }
  | { readonly kind: 'part'; readonly name: string; readonly value: number }
  | { readonly kind: 'speed'; readonly limit: number }
  | { readonly kind: 'pause' | 'resume'; readonly request: number }
  | { readonly kind: 'run-for'; readonly request: number; readonly boardTimeNs: number };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'serial'; readonly bytes: Uint8Array }
  | { readonly kind: 'pins'; readonly pins: readonly PinState[] }
  | { readonly kind: 'parts'; readonly parts: readonly PartState[] }
  | { readonly kind: 'edges'; readonly report: PinReport }
  | {
      readonly kind: 'status';
      readonly state: 'running' | 'paused' | 'failed';
      readonly boardTimeNs: number;
      readonly speed: number;
      readonly message: string | null;
      readonly facts: DeviceFacts;
    }
  /** A request has completed. */
  | { readonly kind: 'done'; readonly request: number };
