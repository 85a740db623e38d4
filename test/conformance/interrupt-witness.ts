/**
 * Observes every interrupt of a virtual Uno: when it was served, and its cycles without nested
 * interrupts.
 */
import type { VirtualUno } from './uno.ts';

const RETI = 0x9518;
/** An interrupt that the ATmega328P does not have. */
const UNKNOWN = -1;

export const INT0 = 1;
export const PCINT0 = 3;
export const TIMER2_COMPA = 7;
export const TIMER1_COMPA = 11;
export const TIMER1_COMPB = 12;
export const TIMER1_OVF = 13;
export const TIMER0_COMPA = 14;
export const TIMER0_OVF = 16;
export const USART_UDRE = 19;

export interface Service {
  /** Number of the interrupt in the ATmega328P's table of vectors, from 0 for reset. */
  readonly vector: number;
  /** First cycle of the interrupt's entry, and first cycle after its return. */
  readonly from: number;
  readonly to: number;
  /** Cycles without nested interrupts. */
  readonly ownCycles: number;
  /**
   * Nesting depth: the number of interrupts that this one interrupted. 0: it interrupted the
   * program.
   */
  readonly depth: number;
}

interface Frame {
  readonly vector: number;
  readonly from: number;
  own: number;
}

export class InterruptWitness {
  readonly #uno: VirtualUno;
  readonly #onService: (service: Service) => void;
  readonly #frames: Frame[] = [];

  constructor(uno: VirtualUno, onService: (service: Service) => void) {
    this.#uno = uno;
    this.#onService = onService;
  }

  /** Vector of the interrupt in service that interrupted the program; null if there is none. */
  get outermost(): number | null {
    return this.#frames[0]?.vector ?? null;
  }

  step(): void {
    const { cpu } = this.#uno;
    const from = cpu.cycles;
    const returns = cpu.progMem[cpu.pc] === RETI;
    const mayServe = this.#uno.execute();
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.own += cpu.cycles - from;
    if (returns) this.#leave();
    if (!mayServe) return;
    const { pc, cycles } = cpu;
    this.#uno.serve();
    if (cpu.pc === pc) return;
    const own = cpu.cycles - cycles + this.#uno.entryRest;
    this.#frames.push({ vector: this.#uno.vectorAt(cpu.pc) ?? UNKNOWN, from: cycles, own });
  }

  /** Runs until the board's clock reaches this time. Unit: cycles. */
  runUntil(cycle: number): void {
    while (this.#uno.cpu.cycles < cycle) this.step();
  }

  #leave(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    this.#onService({
      vector: frame.vector,
      from: frame.from,
      to: this.#uno.cpu.cycles,
      ownCycles: frame.own,
      depth: this.#frames.length,
    });
  }
}
