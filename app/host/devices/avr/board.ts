/**
 * An emulated AVR board that runs cycle by cycle in the calling thread. The virtual Uno's worker
 * uses it, and so do benchmarks and tests that need independent time stamps in cycles. It is built
 * on avr8js and is deterministic: the same program with the same inputs at the same cycles gives
 * the same run.
 *
 *   const image = readIntelHex(hexText, ATMEGA328P.flashBytes);
 *   const board = new AvrBoard(image, { onSerialByte: (byte, cycle) => ... });
 *   board.runCycles(16_000_000); // one second of board time
 *
 * The board differs from avr8js where avr8js deviates from the data sheet:
 * - Interrupt entry takes 4 or 5 cycles, not 2.
 * - SLEEP halts until an interrupt. The emulator jumps to the next event at no cost, and waking
 *   takes as long as the entry.
 * - The instruction after SEI or RETI runs before any interrupt.
 * - A watchdog reset resets the whole chip.
 * - Clearing one flag of a timer leaves its other flags set.
 * - Flags of external interrupts are set even while the interrupts are masked.
 * - The USART has its buffers.
 *
 * Two simplifications remain: every sleep mode behaves like "idle", and SPM does nothing.
 */
import {
  AVRADC,
  AVRClock,
  AVREEPROM,
  AVRIOPort,
  AVRSPI,
  AVRTimer,
  AVRTWI,
  AVRUSART,
  AVRWatchdog,
  avrInstruction,
  EEPROMMemoryBackend,
  type usart0Config,
} from 'avr8js';
import type { DeviceFacts } from '../../../../generator/health/device-facts.ts';
import { NS_PER_S } from '../../../../generator/sketch/time.ts';
import type { PinInput, PinState } from '../device.ts';
import type { PartBoard, PinSignal, PinWatcher } from '../parts/part.ts';
import { WiredParts } from '../parts/wired-parts.ts';
import { Agenda } from './agenda.ts';
import { ATMEGA328P } from './atmega328p.ts';
import type { AvrConfig } from './config.ts';
import { BoardCpu } from './cpu.ts';
import { type AvrCrash, invalidInstruction, jumpedOutOfCode, stackOverflow } from './crash.ts';
import type { FlashImage } from './intel-hex.ts';
import { keepInterruptFlags } from './interrupt-flags.ts';
import { DELAYS_INTERRUPTS, INVALID, isCall, ORDINARY, RETI, SLEEP, STACK } from './opcodes.ts';
import { PinEdges } from './pin-edges.ts';
import { PinInterrupts } from './pin-interrupts.ts';
import { AvrPins } from './pins.ts';
import { ProgramWatch, type WatchOptions } from './program-watch.ts';
import { SerialInput } from './serial-input.ts';
import { SerialLine } from './serial-line.ts';
import { keepOtherFlags } from './timer-flags.ts';

const SLEEP_ENABLE = 1;

export interface AvrHooks {
  /**
   * Called when the program writes a byte to the data register of the serial line, with the cycle.
   */
  readonly onSerialByte?: (byte: number, cycle: number) => void;
  /** Called when the level of a pin changes, whether the program or the outside drives it. */
  readonly onPinChange?: (pin: string, level: 0 | 1, cycle: number) => void;
}

/**
 * `stepTimers` steps the timers at every tick, as avr8js does. This is slow and serves for
 * comparison.
 */
export interface AvrOptions extends WatchOptions {
  readonly stepTimers?: boolean;
  /** Whether edges of pins are recorded. */
  readonly recordsEdges?: boolean;
}

export class AvrBoard implements PartBoard {
  readonly config: AvrConfig;
  /** The parts that are wired to the board's pins. */
  readonly parts: WiredParts;
  /** The edges of the pins. Null when they are not recorded. */
  readonly edges: PinEdges | null;
  /** Set once the program cannot continue. Running the board after that does nothing. */
  crash: AvrCrash | null = null;
  /** Number of resets by the watchdog. */
  watchdogResets = 0;

  readonly #hooks: AvrHooks;
  readonly #flash: Uint8Array;
  /** End of the program in flash. Unit: words. */
  readonly #codeEnd: number;
  readonly #stepped: boolean;
  readonly #watch: ProgramWatch;
  readonly #eeprom: EEPROMMemoryBackend;
  readonly #pins: AvrPins;
  readonly #agenda = new Agenda();
  readonly #input = new SerialInput();
  #cpu: BoardCpu;
  #usart!: AVRUSART;
  #line!: SerialLine;
  #asleep = false;
  /** Since power-up, without the cycles of waking. */
  #asleepCycles = 0;
  readonly #interrupts: PinInterrupts;
  /** True from a reset until the first instruction runs. */
  #starting = true;

  constructor(program: FlashImage, hooks: AvrHooks = {}, config = ATMEGA328P, options: AvrOptions = {}) {
    this.config = config;
    this.#hooks = hooks;
    this.#flash = program.bytes.slice();
    this.#codeEnd = Math.ceil(program.end / 2);
    this.#stepped = options.stepTimers ?? false;
    this.#watch = new ProgramWatch(config, options);
    this.#eeprom = new EEPROMMemoryBackend(config.eepromBytes);
    this.edges = options.recordsEdges ? new PinEdges(config) : null;
    this.#interrupts = new PinInterrupts(config);
    this.#pins = new AvrPins(config, { changed: hooks.onPinChange, edges: this.edges });
    this.#cpu = this.#powerUp(0);
    this.parts = new WiredParts(this);
  }

  get clockHz(): number {
    return this.config.clockHz;
  }

  get supplyMillivolts(): number {
    return this.config.supplyMillivolts;
  }

  /** Cycles since power-up. */
  get cycles(): number {
    return this.#cpu.cycles;
  }

  get timeNs(): number {
    return (this.#cpu.cycles / this.config.clockHz) * NS_PER_S;
  }

  /** Bit rate of the serial line as the program has configured it. Unit: bits per second. */
  get baudRate(): number {
    return this.#usart.baudRate;
  }

  /** Whether the serial line's transmitter is on. */
  get transmits(): boolean {
    return this.#usart.txEnable;
  }

  /** Facts about the program that only the device can observe. */
  facts(): DeviceFacts {
    const asleepNs = Math.round((this.#asleepCycles * 1e9) / this.config.clockHz);
    return { ...this.#watch.facts(this.#cpu), asleepNs, ...this.#interrupts.facts() };
  }

  /** The data space including registers, for tests. */
  get memory(): Uint8Array {
    return this.#cpu.data;
  }

  get stackPointer(): number {
    return this.#cpu.SP;
  }

  /** The most bytes that the stack at the end of RAM took. 0: the program has no symbols. */
  get deepestStackBytes(): number {
    return this.#watch.stack.deepestBytes;
  }

  runCycles(cycles: number): void {
    this.runUntil(this.#cpu.cycles + cycles);
  }

  /**
   * Runs until the cycle counter reaches `cycle`, or exceeds it by part of one instruction. Returns
   * immediately after a crash.
   */
  runUntil(cycle: number): void {
    while (this.#cpu.cycles < cycle && this.crash === null) {
      if (this.#asleep) this.#sleep(cycle);
      else this.#run(cycle);
      if (this.#cpu.resetRequested) this.#watchdogReset();
    }
  }

  /** Queues bytes for the program's serial input. They arrive one by one at the line's bit rate. */
  serialWrite(bytes: Uint8Array): void {
    this.#input.push(bytes);
    this.#input.feed(this.#line);
  }

  /** Sets the input of a pin from outside. Throws a RangeError when the board has no such pin. */
  setPin(pin: string, input: PinInput): void {
    this.#pins.set(pin, input);
  }

  hasPin(pin: string): boolean {
    return this.#pins.has(pin);
  }

  pinSignal(pin: string): PinSignal {
    return this.#pins.signal(pin);
  }

  watchPin(pin: string, watcher: PinWatcher): () => void {
    return this.#pins.watch(pin, watcher);
  }

  at(cycle: number, action: () => void): () => void {
    return this.#agenda.at(cycle, action);
  }

  /** Returns the states of all pins, with duty cycles since the last call. */
  pinStates(): PinState[] {
    return this.#pins.states();
  }

  /** Returns the pins that changed since the last call. */
  pinChanges(): PinState[] {
    return this.#pins.changes();
  }

  #powerUp(cycle: number): BoardCpu {
    const { config } = this;
    const cpu = new BoardCpu(this.#flash, config);
    cpu.cycles = cycle;
    cpu.beforeReset = () => this.#watch.noteReset('watchdog', cpu);
    this.#cpu = cpu;
    const ports = config.ports.map((port) => new AVRIOPort(cpu, port));
    keepInterruptFlags(cpu, ports, this.#interrupts.noteLost);
    for (const [index, timerConfig] of config.timers.entries()) {
      const timer = new AVRTimer(cpu, timerConfig);
      keepOtherFlags(cpu, timerConfig.TIFR);
      if (!this.#stepped) cpu.stretch(timer);
      if (index === config.programTimer) this.edges?.attach(cpu, timer, this.#pins);
    }
    const [usart] = config.usarts.map((usartConfig) => this.#connectSerial(cpu, usartConfig));
    if (!usart) throw new Error(`The ${config.mcu} has no serial line in its configuration.`);
    [this.#usart, this.#line] = usart;
    const adc = new AVRADC(cpu, config.adc);
    adc.avcc = config.supplyMillivolts / 1000;
    adc.aref = adc.avcc;
    new AVRSPI(cpu, config.spi, config.clockHz);
    // No device is connected to the TWI bus, so no address is acknowledged.
    new AVRTWI(cpu, config.twi, config.clockHz);
    new AVREEPROM(cpu, this.#eeprom, config.eeprom);
    new AVRWatchdog(cpu, config.watchdog, new AVRClock(cpu, config.clockHz));
    this.#pins.attach(cpu, ports, adc);
    this.#agenda.attach(cpu);
    this.#watch.stack.restart();
    this.#asleep = false;
    this.#starting = true;
    return cpu;
  }

  /** Only the first USART of the configuration is connected to the hooks. See #powerUp. */
  #connectSerial(cpu: BoardCpu, usartConfig: typeof usart0Config): [AVRUSART, SerialLine] {
    const usart = new AVRUSART(cpu, usartConfig, this.config.clockHz);
    const wired = usartConfig === this.config.usarts[0];
    const line = new SerialLine(
      cpu,
      usart,
      usartConfig,
      (byte) => wired && this.#hooks.onSerialByte?.(byte, cpu.cycles),
      () => wired && this.#input.feed(line),
    );
    return [usart, line];
  }

  #watchdogReset(): void {
    const before = this.#cpu;
    this.#powerUp(before.cycles);
    const { MCUSR } = this.config.watchdog;
    this.#cpu.data[MCUSR] = before.data[MCUSR] as number;
    this.watchdogResets++;
  }

  /** Halts until an interrupt is due or `until` is reached. */
  #sleep(until: number): void {
    const cpu = this.#cpu;
    while (!cpu.interruptDue) {
      if (cpu.cycles >= until || cpu.resetRequested) return;
      const before = cpu.cycles;
      cpu.cycles = Math.max(cpu.cycles, Math.min(until, cpu.nextEventCycle));
      this.#asleepCycles += cpu.cycles - before;
      cpu.fireEvents();
    }
    this.#asleep = false;
    cpu.cycles += this.config.interruptEntryCycles;
    cpu.enterInterrupt();
    this.#noteServed(cpu);
  }

  /** The chip has gone to the vector of an interrupt. */
  #noteServed(cpu: BoardCpu): void {
    this.#interrupts.noteServed(cpu.pc);
    this.#watch.noteInterrupt(cpu);
  }

  /**
   * Runs instructions until `until` is reached, the chip sleeps or resets, or the program crashes.
   */
  #run(until: number): void {
    const cpu = this.#cpu;
    const flash = cpu.progMem;
    const stack = this.#watch.stack;
    let classes = stack.classes;
    const last = this.#codeEnd - 1;
    while (cpu.cycles < until) {
      const opcode = flash[cpu.pc] as number;
      // One comparison covers both edges of the code: address 0, and the words after the last
      // instruction.
      const special = (cpu.pc - 1) >>> 0 >= last ? this.#atEdge(opcode) : (classes[opcode] as number);
      if (special !== ORDINARY) {
        if (!this.#special(special, opcode)) break;
        classes = stack.classes;
      }
      avrInstruction(cpu);
      if (cpu.nextEventCycle <= cpu.cycles) {
        cpu.fireEvents();
        if (cpu.resetRequested) break;
      }
      if (special !== DELAYS_INTERRUPTS && cpu.interruptDue) this.#enterInterrupt();
      if (this.#asleep) break;
    }
  }

  /**
   * Returns the class of an instruction at address 0 or after the code. In a correct program only a
   * reset leads to address 0.
   */
  #atEdge(opcode: number): number {
    if (this.#cpu.pc >= this.#codeEnd) return INVALID;
    if (this.#cpu.pc > 0 || this.#starting) this.#starting = false;
    else this.#watch.noteReset('jump', this.#cpu);
    return this.#watch.stack.classes[opcode] as number;
  }

  /**
   * Does the extra work that an instruction of a special class needs. Returns false when the
   * instruction must not run.
   */
  #special(special: number, opcode: number): boolean {
    if (special === INVALID) {
      this.#fail(opcode);
      return false;
    }
    if (special === STACK) return this.#moveStack(opcode);
    if (opcode === RETI) this.#watch.noteReturn();
    if (special === SLEEP) this.#asleep = ((this.#cpu.data[this.config.smcr] as number) & SLEEP_ENABLE) !== 0;
    return true;
  }

  /** A call pushes its return address, so the stack must still be in RAM. */
  #moveStack(opcode: number): boolean {
    this.#watch.stack.note(this.#cpu, opcode);
    if (!isCall(opcode) || this.#cpu.SP >= this.config.sramStart) return true;
    this.#stackOverflow();
    return false;
  }

  #enterInterrupt(): void {
    this.#asleep = false;
    this.#cpu.enterInterrupt();
    this.#noteServed(this.#cpu);
    if (this.#cpu.SP < this.config.sramStart) this.#stackOverflow();
  }

  #fail(opcode: number): void {
    const { pc, SP } = this.#cpu;
    if (SP < this.config.sramStart) {
      this.#stackOverflow();
      return;
    }
    this.crash = pc >= this.#codeEnd ? jumpedOutOfCode(pc * 2) : invalidInstruction(pc * 2, opcode);
  }

  #stackOverflow(): void {
    this.#watch.stack.noteOutOfRam(this.#cpu);
    this.crash = stackOverflow(this.#cpu.pc * 2, this.config.sramBytes);
  }
}
