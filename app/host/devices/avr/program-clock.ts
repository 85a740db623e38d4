/**
 * Finds the cycle at which the program's time was 0. The runtime reads its time from a timer that
 * it starts and never writes, so each tick has an exact cycle.
 */
import type { AVRTimer } from 'avr8js';
import type { BoardCpu } from './cpu.ts';
import { insideTimer, type TimerInside } from './internals.ts';

/** Counts of a round of a 16-bit timer. */
const ROUND = 0x1_0000;
/** A timer that was set up less than this ago may be set up again. */
const SETTLED_CYCLES = 16_000;

export class ProgramClock {
  readonly #cpu: BoardCpu;
  readonly #timer: TimerInside;
  /** The cycle of the last write to the register that starts the timer. Null before the first. */
  #startedAt: number | null = null;

  constructor(cpu: BoardCpu, timer: AVRTimer) {
    this.#cpu = cpu;
    this.#timer = insideTimer(timer);
    const { TCCRB } = this.#timer.config;
    const write = cpu.writeHooks[TCCRB];
    cpu.writeHooks[TCCRB] = (value, oldValue, address, mask) => {
      this.#startedAt = cpu.cycles;
      return write?.(value, oldValue, address, mask) ?? false;
    };
  }

  /** Null while the timer stands, or was set up only just now. */
  zeroCycle(): number | null {
    const { divider, tcnt, lastCycle } = this.#timer;
    if (this.#startedAt === null || divider === 0) return null;
    if (this.#cpu.cycles - this.#startedAt < SETTLED_CYCLES) return null;
    // The counter has made whole rounds since its start, when it was close to 0.
    const round = ROUND * divider;
    const zero = lastCycle - tcnt * divider;
    return zero + Math.round((this.#startedAt - zero) / round) * round;
  }
}
