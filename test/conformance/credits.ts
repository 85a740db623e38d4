/**
 * Compares the runtime's credit to a body for each interrupt on an Uno with the cycles that the
 * interrupt took from the body.
 */
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { InterruptWitness, type Service, TIMER0_OVF, TIMER1_COMPA, USART_UDRE } from './interrupt-witness.ts';
import type { UnoImage } from './toolchain.ts';
import { VirtualUno } from './uno.ts';

const CYCLES_PER_TICK = 8;
const CYCLES_PER_MS = 16_000;
const RAISE_CYCLES = 4000;

/**
 * An interrupt of a body: the cycles that it took, and the cycles that the runtime credited for it.
 */
export interface Credit {
  readonly vector: number;
  readonly taken: number;
  readonly credited: number;
}

/** Constant credits of the interrupts that the port does not measure. Unit: cycles. */
export type Counted = Readonly<Record<typeof USART_UDRE | typeof TIMER0_OVF, number>>;

function addressOf(image: UnoImage, name: string): number {
  for (const [symbol, address] of image.symbols) if (symbol === name || symbol.startsWith(`${name}.`)) return address;
  throw new Error(`the program has no ${name}`);
}

/**
 * Runs programs/credits.c and records each interrupt of its long body that is not nested in another
 * interrupt.
 */
class CreditWitness {
  readonly credits: Credit[] = [];
  readonly #uno: VirtualUno;
  readonly #counted: Counted;
  /** RAM address of `pl_begun`. */
  readonly #begun: number;
  /** Word address of `credits_body`. */
  readonly #body: number;
  /**
   * Constant credits since the account was opened that the port has not yet added to `pl_begun`. Unit: cycles.
   */
  #pending = 0;
  #before = 0;
  /** The stack pointer of the body's caller; null outside of the body. */
  #callerSp: number | null = null;

  constructor(image: UnoImage, counted: Counted, chip: AvrConfig) {
    this.#uno = new VirtualUno(image.hex, chip);
    this.#counted = counted;
    this.#begun = addressOf(image, 'pl_begun');
    this.#body = addressOf(image, 'credits_body') / 2;
  }

  /** Unit: ms. `raise` is called every 250 µs. */
  run(ms: number, raise: (uno: VirtualUno) => void): void {
    const { cpu } = this.#uno;
    let nextRaise = RAISE_CYCLES;
    const witness = new InterruptWitness(this.#uno, (service) => this.#credit(service));
    const last = ms * CYCLES_PER_MS;
    while (cpu.cycles < last) {
      if (cpu.cycles >= nextRaise) {
        nextRaise += RAISE_CYCLES;
        raise(this.#uno);
      }
      if (cpu.pc === this.#body && this.#callerSp === null) this.#callerSp = cpu.SP + cpu.returnAddressBytes;
      witness.step();
      if (cpu.SP === this.#callerSp) this.#callerSp = null;
      if (this.#callerSp === null) this.#lookBeforeBody(witness.outermost);
    }
  }

  #read(): number {
    return this.#uno.cpu.dataView.getUint32(this.#begun, true);
  }

  /**
   * The account of a body is opened some instructions before the body. Interrupts in between are
   * credited to the body, too.
   */
  #lookBeforeBody(outermost: number | null): void {
    const begun = this.#read();
    if (begun === this.#before) return;
    this.#before = begun;
    if (outermost !== TIMER1_COMPA) this.#pending = 0;
  }

  #credit({ vector, from, to, depth }: Service): void {
    if (depth > 0) return;
    const taken = to - from + this.#uno.entryRest;
    const inBody = this.#callerSp !== null;
    if (vector === USART_UDRE || vector === TIMER0_OVF) {
      this.#pending += this.#counted[vector];
      if (inBody) this.credits.push({ vector, taken, credited: this.#counted[vector] });
      return;
    }
    if (!inBody) return;
    const begun = this.#read();
    let ticks = (begun - this.#before) >>> 0;
    this.#before = begun;
    // Except for the alarm's, a measured interrupt also adds the pending credits to `pl_begun`.
    if (vector !== TIMER1_COMPA) {
      ticks -= Math.ceil(this.#pending / CYCLES_PER_TICK);
      this.#pending = 0;
    }
    this.credits.push({ vector, taken, credited: ticks * CYCLES_PER_TICK });
  }
}

/**
 * Runs the program and returns the credit of each interrupt of its body.
 * @param ms board time
 * @param raise called every 250 µs
 */
export function creditsOf(
  image: UnoImage,
  counted: Counted,
  ms: number,
  raise: (uno: VirtualUno) => void = () => {},
  chip: AvrConfig = ATMEGA328P,
): Credit[] {
  const witness = new CreditWitness(image, counted, chip);
  witness.run(ms, raise);
  return witness.credits;
}
