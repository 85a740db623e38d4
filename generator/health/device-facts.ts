/**
 * What a device knows of its program beside the bytes that it sends. An emulator knows much, a real board nothing: every member is
 * absent where the device cannot know it.
 */
export interface DeviceFacts {
  /** The time that the device reports passes on the wall, not in an emulator: what the board sent may be on its way. */
  readonly wallClock?: boolean | undefined;
  /** Resets since power-up that nothing outside the chip asked for. */
  readonly resets?: number | undefined;
  readonly lastReset?: ChipReset | undefined;
  /** How long interrupts have been switched off until now while one is pending; 0: they are on. Unit: ns. */
  readonly interruptsOffNs?: number | undefined;
  /** The longest time for which interrupts have been off while one was pending, now included. Unit: ns. */
  readonly longestInterruptsOffNs?: number | undefined;
  /** The interrupt whose routine has run since then, by the chip's name for it; absent: none, or not known. */
  readonly routine?: string | undefined;
  /** The function that the processor is in now, as in the source, and then those that called it; absent without symbols. */
  readonly functions?: readonly string[] | undefined;
  readonly stackOverflow?: StackOverflow | undefined;
  /** The processor stands in a fault handler, by its architecture's name: "HardFault". */
  readonly fault?: string | undefined;
  /** How the program has set the serial line that carries its telemetry. */
  readonly serial?: SerialSettings | undefined;
}

export interface ChipReset {
  /** The watchdog, or a jump to the program's first instruction. */
  readonly cause: 'watchdog' | 'jump';
  /** As above, when it happened. */
  readonly functions: readonly string[];
}

export interface StackOverflow {
  /** Since power-up. Unit: ns. */
  readonly atNs: number;
  /** By how much the stack has grown beyond its limit at most; 0: not known. Unit: bytes. */
  readonly bytes: number;
  /** As above, when the stack crossed its limit. */
  readonly functions?: readonly string[] | undefined;
}

export interface SerialSettings {
  /** Whether the transmitter is on. */
  readonly transmits: boolean;
  /** Bits a second that the program has set, and that the other side listens at. */
  readonly rate: number;
  readonly expectedRate: number;
}
