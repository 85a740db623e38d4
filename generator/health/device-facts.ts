/**
 * What a device knows about its program in addition to the received bytes. An emulator knows much,
 * a real board nothing. A member is undefined if the device cannot know it.
 */
export interface DeviceFacts {
  /**
   * Whether the device's time is real time, so that bytes of the board may not have arrived yet.
   * False in an emulator.
   */
  readonly wallClock?: boolean | undefined;
  /** The connection to a real board was lost. */
  readonly disconnected?: boolean | undefined;
  /** Resets since power-up without an external cause. */
  readonly resets?: number | undefined;
  readonly lastReset?: ChipReset | undefined;
  /** How long interrupts have been off until now while one is pending; 0: they are on. Unit: ns. */
  readonly interruptsOffNs?: number | undefined;
  /**
   * The longest time for which interrupts were off while one was pending, including now. Unit: ns.
   */
  readonly longestInterruptsOffNs?: number | undefined;
  /**
   * The interrupt whose service routine has kept interrupts off until now, by the chip's name;
   * undefined: none, or unknown.
   */
  readonly routine?: string | undefined;
  /**
   * The function that the processor executes now, as in the source, followed by its callers;
   * undefined without symbols.
   */
  readonly functions?: readonly string[] | undefined;
  /** How long the processor has slept since power-up, because nothing was to do. Unit: ns. */
  readonly asleepNs?: number | undefined;
  /**
   * By pin: the edges of its external interrupt that the chip forgot since power-up, because an earlier one was still
   * pending. A pin that is missing is not watched.
   */
  readonly lostEdges?: Readonly<Record<string, number>> | undefined;
  /** By pin: how often the chip served its external interrupt since power-up. A pin that is missing is not watched. */
  readonly deliveries?: Readonly<Record<string, number>> | undefined;
  readonly stackOverflow?: StackOverflow | undefined;
  /** The fault handler that the processor executes, by its architecture's name: "HardFault". */
  readonly fault?: string | undefined;
  /** The program's configuration of the serial line that carries its telemetry. */
  readonly serial?: SerialSettings | undefined;
}

export interface ChipReset {
  /** The watchdog, or a jump to the program's first instruction. */
  readonly cause: 'watchdog' | 'jump';
  /** The functions of the call stack at the time of the reset. */
  readonly functions: readonly string[];
}

export interface StackOverflow {
  /** Since power-up. Unit: ns. */
  readonly atNs: number;
  /** Maximum excess of the stack beyond its limit; 0: unknown. Unit: bytes. */
  readonly bytes: number;
  /** `shared`: all code runs on it. `interrupts`: tasks have stacks of their own. `task`: it is not known which one. */
  readonly stack: 'shared' | 'interrupts' | 'task';
  /** As above, when the stack exceeded its limit. */
  readonly functions?: readonly string[] | undefined;
}

export interface SerialSettings {
  /** Whether the transmitter is on. */
  readonly transmits: boolean;
  /** Bits per second: the rate that the program has set, and the rate that the receiver expects. */
  readonly rate: number;
  readonly expectedRate: number;
}
