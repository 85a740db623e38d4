/**
 * Reads the virtual time of an emulated board from one of its own counters, through QEMU's monitor. It advances while a
 * program sends nothing, too.
 */
import type { VirtualBoard } from '../../../generator/platform/board.ts';
import type { QemuMonitor } from './qemu-monitor.ts';

type Counter = Extract<VirtualBoard, { emulator: 'qemu' }>['counter'];

const NS_PER_HUNDREDTH = 10_000_000;
/** The power management timer of PCs: ACPI specification 6.5, 4.8.3.3. It has 24 bits. */
const PM_TIMER_HZ = 3_579_545;
const PM_TIMER_MODULUS = 2 ** 24;
/** What is read from a port until the firmware has put a device there. */
const NO_DEVICE = 0xffffffff;

export class BoardClock {
  readonly #counter: Counter;
  /** The last reading, and the ticks since the first one. */
  #last: number | null = null;
  #ticks = 0;

  constructor(counter: Counter) {
    this.#counter = counter;
  }

  /** Unit: ns. Null when QEMU has ended. A timer of a PC must be read at least every four seconds of its time. */
  async timeNs(monitor: QemuMonitor): Promise<number | null> {
    if ('address' in this.#counter) {
      const count = numberIn(await monitor.ask(`xp /1wx 0x${this.#counter.address.toString(16)}`));
      return count === null ? null : count * NS_PER_HUNDREDTH;
    }
    const count = numberIn(await monitor.ask(`i /1wx 0x${this.#counter.pmTimerPort.toString(16)}`));
    if (count === null) return null;
    if (count === NO_DEVICE) return 0;
    this.#ticks += this.#last === null ? count : (count - this.#last + PM_TIMER_MODULUS) % PM_TIMER_MODULUS;
    this.#last = count;
    return (this.#ticks * 1e9) / PM_TIMER_HZ;
  }
}

/** Parses `0000000040028014: 0x00000331` and `portl[0x0608] = 0x005c97a6`. */
function numberIn(text: string | null): number | null {
  const digits = /[:=] 0x([0-9a-f]{8})\b/.exec(text ?? '')?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}
