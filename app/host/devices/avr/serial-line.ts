/**
 * The buffers of the AVR's USART, which avr8js omits (data sheet, 19.6 and 19.7). A byte to send
 * waits in UDR while the previous byte is shifted out, so the register is free again immediately
 * after the first byte. Two received bytes wait to be read while a third is being received. Without
 * these buffers, a program would wait or lose input where it would not on a real chip.
 */
import type { AVRUSART, usart0Config } from 'avr8js';
import type { BoardCpu } from './cpu.ts';
import { insideUsart, type UsartInside } from './internals.ts';

/** Number of received bytes that the hardware buffers. */
const RECEIVED_LIMIT = 2;
/**
 * Bits of UCSRnA: data overrun, the bits that the program cannot write, the bits that writing a one
 * clears, and the bits that the program sets.
 */
const DOR = 0x08;
const READ_ONLY = 0xbc;
const TXC = 0x40;
const CONTROL = 0x03;

export class SerialLine {
  readonly #cpu: BoardCpu;
  readonly #usart: UsartInside;
  readonly #statusRegister: number;
  readonly #onSent: (byte: number) => void;
  readonly #onFree: () => void;
  /** The byte in UDR that waits for the shift register, or -1. */
  #waiting = -1;
  #sending = false;
  #receiving = false;
  readonly #received: number[] = [];

  /**
   * `onSent`: the program has written a byte. `onFree`: the line can accept another byte for the
   * program.
   */
  constructor(
    cpu: BoardCpu,
    usart: AVRUSART,
    config: typeof usart0Config,
    onSent: (byte: number) => void,
    onFree: () => void,
  ) {
    this.#cpu = cpu;
    this.#usart = insideUsart(usart);
    this.#statusRegister = config.UCSRA;
    this.#onSent = onSent;
    this.#onFree = onFree;
    // The flag means that the register is empty. Serving its interrupt does not fill the register,
    // so the flag stays set.
    this.#usart.UDRE.constant = true;
    cpu.writeHooks[config.UDR] = (value) => this.#write(value);
    cpu.readHooks[config.UDR] = () => this.#read();
    this.#keepFlags(config.UCSRA);
    usart.onConfigurationChange = () => this.#onFree();
  }

  /** Starts to receive a byte. Returns false while the line is busy or the receiver is off. */
  receive(byte: number): boolean {
    if (this.#receiving || !this.#usart.rxEnable) return false;
    this.#receiving = true;
    this.#cpu.addClockEvent(() => this.#arrive(byte), this.#usart.cyclesPerChar);
    return true;
  }

  /** Writing the status register keeps its read-only flags. avr8js would clear them. */
  #keepFlags(register: number): void {
    const { data, writeHooks } = this.#cpu;
    const write = writeHooks[register];
    writeHooks[register] = (value, before, address, mask) => {
      const flags = (data[register] as number) & (READ_ONLY | (TXC & ~value));
      write?.(value, before, address, mask);
      data[register] = flags | (value & CONTROL);
      return true;
    };
  }

  #write(value: number): boolean {
    if (!this.#usart.txEnable) return true;
    this.#onSent(value);
    this.#cpu.clearInterrupt(this.#usart.TXC);
    if (this.#sending) {
      this.#waiting = value;
      this.#cpu.clearInterrupt(this.#usart.UDRE);
    } else this.#shiftOut();
    return true;
  }

  #shiftOut(): void {
    this.#sending = true;
    this.#cpu.addClockEvent(() => this.#shiftedOut(), this.#usart.cyclesPerChar);
  }

  #shiftedOut(): void {
    if (this.#waiting < 0) {
      this.#sending = false;
      this.#cpu.setInterruptFlag(this.#usart.TXC);
      return;
    }
    this.#waiting = -1;
    this.#cpu.setInterruptFlag(this.#usart.UDRE);
    this.#shiftOut();
  }

  #arrive(byte: number): void {
    this.#receiving = false;
    if (this.#usart.rxEnable) {
      if (this.#received.length < RECEIVED_LIMIT) this.#received.push(byte);
      else this.#setStatus(DOR);
      this.#cpu.setInterruptFlag(this.#usart.RXC);
    }
    this.#onFree();
  }

  #read(): number {
    const byte = this.#received.shift() ?? 0;
    if (this.#received.length === 0) this.#cpu.clearInterrupt(this.#usart.RXC);
    this.#setStatus(0);
    return byte;
  }

  #setStatus(overrun: number): void {
    const { data } = this.#cpu;
    data[this.#statusRegister] = ((data[this.#statusRegister] as number) & ~DOR) | overrun;
  }
}
