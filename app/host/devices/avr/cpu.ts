/**
 * Extends avr8js' CPU for accurate timing. Clock events fire exactly when due. Interrupt entry takes
 * the cycles of the chip's data sheet, where avr8js counts two. Timers run only when their state
 * changes visibly.
 */
import { type AVRTimer, avrInterrupt, CPU } from 'avr8js';
import type { AvrConfig } from './config.ts';
import { type AVRInterruptConfig, insideCpu, insideTimer, type TimerInside } from './internals.ts';
import { ticksToNextEvent } from './timer-events.ts';

/** Cycles that avr8js counts for the entry into an interrupt. */
const ENTRY_COUNTED = 2;
/** avr8js assumes that the registers occupy the addresses below this one, and adds the SRAM. */
const REGISTERS_COUNTED = 0x100;
const SREG = 95;
const SREG_I = 0x80;

export class BoardCpu extends CPU {
  /** True when the watchdog has requested a reset of the whole chip, not only of the CPU. */
  resetRequested = false;
  /** Called before a reset, while registers and memory are as the program left them. */
  beforeReset: (() => void) | undefined;
  /**
   * The cycle since which some interrupt has been pending without a break. Valid only while an
   * interrupt is pending or just after.
   */
  pendingSinceCycle = 0;
  readonly #timers = new Map<() => void, TimerInside>();
  readonly #inside = insideCpu(this);
  readonly #entryRest: number;

  constructor(
    flash: Uint8Array,
    { sramStart, sramBytes, interruptEntryCycles }: Pick<AvrConfig, 'sramStart' | 'sramBytes' | 'interruptEntryCycles'>,
  ) {
    super(
      new Uint16Array(flash.buffer, flash.byteOffset, flash.byteLength >> 1),
      sramStart + sramBytes - REGISTERS_COUNTED,
    );
    this.#entryRest = interruptEntryCycles - ENTRY_COUNTED;
    this.resetRequested = false;
  }

  /** Bytes that a call pushes. */
  get returnAddressBytes(): number {
    return this.pc22Bits ? 3 : 2;
  }

  override reset(): void {
    this.beforeReset?.();
    super.reset();
    this.resetRequested = true;
  }

  /**
   * After this call, the timer's events come only when a counter wraps or matches, not at every
   * tick.
   */
  stretch(timer: AVRTimer): void {
    const inside = insideTimer(timer);
    this.#timers.set(inside.count, inside);
    const { TCNT, TCCRA, TCCRB, OCRA, OCRB, OCRC, ICR } = inside.config;
    for (const register of [TCNT, TCCRA, TCCRB, OCRA, OCRB, OCRC, ICR]) if (register) this.#follow(inside, register);
  }

  /**
   * Handles a write that changes the behaviour of a timer: updates the timer's counter first, and
   * its next event after the write.
   */
  #follow(timer: TimerInside, register: number): void {
    const write = this.writeHooks[register];
    if (!write) return;
    this.writeHooks[register] = (value, oldValue, address, mask) => {
      if (!timer.tcntUpdated && !timer.updateDivider) timer.count(false);
      const done = write(value, oldValue, address, mask);
      if (!timer.tcntUpdated && !timer.updateDivider) {
        this.updateClockEvent(timer.count, timer.lastCycle + timer.divider - this.cycles);
      }
      return done;
    };
  }

  override addClockEvent(callback: () => void, cycles: number): () => void {
    const timer = this.#timers.get(callback);
    if (timer === undefined || timer.tcntUpdated || timer.updateDivider) return super.addClockEvent(callback, cycles);
    return super.addClockEvent(callback, cycles + (ticksToNextEvent(timer) - 1) * timer.divider);
  }

  /** Cycle of the next clock event, or Infinity. */
  get nextEventCycle(): number {
    const next = this.#inside.nextClockEvent;
    return next === null ? Number.POSITIVE_INFINITY : next.cycles;
  }

  /** Fires all events that are due. */
  fireEvents(): void {
    const inside = this.#inside;
    for (let next = inside.nextClockEvent; next !== null && next.cycles <= this.cycles; next = inside.nextClockEvent) {
      inside.nextClockEvent = next.next;
      next.callback();
      if (this.resetRequested) return;
    }
  }

  override queueInterrupt(interrupt: AVRInterruptConfig): void {
    if (this.nextInterrupt < 0) this.pendingSinceCycle = this.cycles;
    super.queueInterrupt(interrupt);
  }

  get interruptDue(): boolean {
    return this.nextInterrupt >= 0 && ((this.data[SREG] as number) & SREG_I) !== 0;
  }

  enterInterrupt(): void {
    const interrupt = this.#inside.pendingInterrupts[this.nextInterrupt];
    if (!interrupt) return;
    avrInterrupt(this, interrupt.address);
    this.cycles += this.#entryRest;
    if (!interrupt.constant) this.clearInterrupt(interrupt);
  }
}
