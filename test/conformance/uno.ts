/**
 * A virtual AVR chip for tests and benchmarks, by default the Uno's: cycle counts and bytes of the serial line, without
 * display and real time. A step over SLEEP takes one cycle and does not stop the processor, as in
 * avr8js, so cycle counts of steps are upper bounds. In a run, SLEEP ends at the next interrupt.
 */
import { AVREEPROM, AVRIOPort, AVRTimer, AVRUSART, avrInstruction, EEPROMMemoryBackend } from 'avr8js';
import intelHex from 'nrf-intel-hex';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { BoardCpu } from '../../app/host/devices/avr/cpu.ts';
import { keepInterruptFlags } from '../../app/host/devices/avr/interrupt-flags.ts';
import { DELAYS_INTERRUPTS, opcodeClasses, SLEEP } from '../../app/host/devices/avr/opcodes.ts';
import { keepOtherFlags } from '../../app/host/devices/avr/timer-flags.ts';

export const CLOCK_HZ = 16_000_000;
/** General purpose registers, in data space; see programs/conform_uno.c. */
const GPIOR0 = 0x3e;
const GPIOR1 = 0x4a;
const GPIOR2 = 0x4b;
const WORDS_PER_VECTOR = 2;
/** Cycles that avr8js counts for the entry into an interrupt. */
const ENTRY_COUNTED = 2;
/** Sleep mode control: its bit 0 allows SLEEP. */
const SMCR = 0x53;

export class VirtualUno {
  readonly cpu: BoardCpu;
  readonly chip: AvrConfig;
  /** In the order of the chip's configuration: ports B, C and D of the Uno. */
  readonly ports: readonly AVRIOPort[];
  readonly #classes: Uint8Array;
  readonly #usart: AVRUSART;
  readonly #received: number[] = [];

  constructor(hex: string, chip: AvrConfig = ATMEGA328P) {
    const program = new Uint8Array(chip.flashBytes);
    for (const [address, bytes] of intelHex.fromHex(hex)) program.set(bytes, address);
    this.chip = chip;
    this.#classes = opcodeClasses(chip);
    this.cpu = new BoardCpu(program, chip);
    this.ports = chip.ports.map((config) => new AVRIOPort(this.cpu, config));
    keepInterruptFlags(this.cpu, this.ports);
    for (const config of chip.timers) {
      this.cpu.stretch(new AVRTimer(this.cpu, config));
      keepOtherFlags(this.cpu, config.TIFR);
    }
    new AVREEPROM(this.cpu, new EEPROMMemoryBackend(chip.eepromBytes), chip.eeprom);
    const [usart] = chip.usarts;
    if (usart === undefined) throw new Error(`The ${chip.mcu} has no serial line.`);
    this.#usart = new AVRUSART(this.cpu, usart, CLOCK_HZ);
    this.#usart.onByteTransmit = (byte) => this.#received.push(byte);
  }

  /**
   * The interrupt whose vector is at this word address, by its number in the table of the ATmega328P:
   * the tests name the interrupts of all chips by these numbers. Null: no vector, or none that the
   * ATmega328P has.
   */
  vectorAt(pc: number): number | null {
    if (pc % WORDS_PER_VECTOR !== 0) return null;
    const name = this.chip.interrupts[pc / WORDS_PER_VECTOR];
    const number = name === undefined ? -1 : ATMEGA328P.interrupts.indexOf(name);
    return number < 0 ? null : number;
  }

  /** The first word address after the vectors. */
  get vectorsEnd(): number {
    return this.chip.interrupts.length * WORDS_PER_VECTOR;
  }

  /** Cycles of the entry into an interrupt that avr8js does not count. */
  get entryRest(): number {
    return this.chip.interruptEntryCycles - ENTRY_COUNTED;
  }

  /** Bytes that the program has sent so far. */
  get serial(): Uint8Array {
    return Uint8Array.from(this.#received);
  }

  /** Sends a byte to the program. Returns false while the previous byte is still on the line. */
  send(byte: number): boolean {
    return this.#usart.writeByte(byte) === true;
  }

  /**
   * After an instruction that enables interrupts, the chip executes one more instruction before it
   * serves an interrupt. Compiled code relies on this when it writes the stack pointer.
   */
  step(): void {
    if (this.execute()) this.serve();
  }

  /** Executes an instruction. Returns whether an interrupt may be served after it. */
  execute(): boolean {
    const { cpu } = this;
    const opcode = cpu.progMem[cpu.pc] ?? 0;
    avrInstruction(cpu);
    return this.#classes[opcode] !== DELAYS_INTERRUPTS;
  }

  /**
   * Fires all events of timers and of the serial line that are due, and enters an interrupt that is
   * due. The emulator's tick() fires one event only, so others would come instructions late.
   */
  serve(): void {
    const { cpu } = this;
    cpu.fireEvents();
    cpu.tick();
  }

  /** Runs for this much board time. Unit: ms. */
  run(ms: number): void {
    const end = this.cpu.cycles + (ms * CLOCK_HZ) / 1000;
    while (this.cpu.cycles < end) this.#stepOrSleep(end);
  }

  /** A step, or all steps until an interrupt ends a SLEEP. */
  #stepOrSleep(end: number): void {
    const { cpu } = this;
    const sleeps = this.#classes[cpu.progMem[cpu.pc] ?? 0] === SLEEP && (cpu.data[SMCR] ?? 0) % 2 === 1;
    const next = cpu.pc + 1;
    this.step();
    while (sleeps && cpu.pc === next && cpu.cycles < end) {
      cpu.cycles = Math.max(cpu.cycles, Math.min(end, cpu.nextEventCycle));
      this.serve();
    }
  }

  /**
   * Runs a conformance program and returns its verdict: "passed", "failed in line n", or "no
   * result" after `patienceMs` of board time.
   */
  runUntilResult(patienceMs: number): string {
    const end = this.cpu.cycles + (patienceMs * CLOCK_HZ) / 1000;
    const { data } = this.cpu;
    while (this.cpu.cycles < end && data[GPIOR2] === 0) this.#stepOrSleep(end);
    if (data[GPIOR2] === 0) return 'no result';
    return data[GPIOR2] === 1 ? 'passed' : `failed in line ${(data[GPIOR1] ?? 0) * 256 + (data[GPIOR0] ?? 0)}`;
  }
}
