/**
 * An emulated AVR board, run cycle by cycle in the calling thread: for the virtual Uno's worker, for tests that need an
 * independent, cycle-stamped witness, and for benches. Built on avr8js; deterministic: the same program and the same
 * inputs at the same cycles give the same run.
 *
 *   const board = new AvrBoard(readIntelHex(hexText, ATMEGA328P.flashBytes), { onSerialByte: (byte, cycle) => ... });
 *   board.runCycles(16_000_000);            // one second of the board's time
 *
 * Differences from avr8js, all towards the data sheet: interrupt entry takes 4 cycles, not 2; SLEEP halts until an interrupt
 * (jumping to the next event at no cost, then waking in 4 cycles); the instruction after SEI and RETI runs before any
 * interrupt; a watchdog reset resets the whole chip; a timer's flags are cleared one by one; those of external interrupts are
 * set while these are masked, too; the USART has its buffers.
 * Every sleep mode behaves like "idle", and SPM does nothing.
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
import type { PinInput, PinState } from '../device.ts';
import { ATMEGA328P, type AvrConfig } from './config.ts';
import { BoardCpu } from './cpu.ts';
import type { FlashImage } from './intel-hex.ts';
import { keepInterruptFlags } from './interrupt-flags.ts';
import {
  CALLS,
  DELAYS_INTERRUPTS,
  INVALID,
  OPCODE_CLASSES,
  OPCODE_CLASSES_WITH_CALLS,
  ORDINARY,
  RETI,
  SLEEP,
} from './opcodes.ts';
import { AvrPins } from './pins.ts';
import { ProgramWatch, type WatchOptions } from './program-watch.ts';
import { SerialLine } from './serial-line.ts';
import { keepOtherFlags } from './timer-flags.ts';

const WAKE_UP_CYCLES = 4;
const SLEEP_ENABLE = 1;
const NS_PER_SECOND = 1e9;

export interface AvrHooks {
  /** The program wrote a byte to the serial line's data register at this cycle. */
  readonly onSerialByte?: (byte: number, cycle: number) => void;
  /** The level of a pin changed, whoever drives it. */
  readonly onPinChange?: (pin: string, level: 0 | 1, cycle: number) => void;
}

/** `stepTimers` runs avr8js' timers tick by tick, as the package does: slow, for comparison. */
export interface AvrOptions extends WatchOptions {
  readonly stepTimers?: boolean;
}

export interface AvrCrash {
  /** Byte address of the instruction. */
  readonly address: number;
  /** For the user. */
  readonly message: string;
}

const hex = (value: number) => `0x${value.toString(16).padStart(4, '0')}`;

export class AvrBoard {
  readonly config: AvrConfig;
  /** Set once the program cannot go on; running on does nothing then. */
  crash: AvrCrash | null = null;
  /** Resets by the watchdog. */
  watchdogResets = 0;

  readonly #hooks: AvrHooks;
  readonly #flash: Uint8Array;
  /** Words: where the program ends. */
  readonly #codeEnd: number;
  readonly #stepped: boolean;
  readonly #classes: Uint8Array;
  readonly #watch: ProgramWatch;
  readonly #eeprom: EEPROMMemoryBackend;
  readonly #pins: AvrPins;
  /** Bytes on their way in, and how many of them have arrived. */
  #input: number[] = [];
  #arrived = 0;
  #cpu: BoardCpu;
  #usart!: AVRUSART;
  #line!: SerialLine;
  #asleep = false;
  /** The chip has been reset, and its first instruction has not run. */
  #starting = true;

  constructor(program: FlashImage, hooks: AvrHooks = {}, config = ATMEGA328P, options: AvrOptions = {}) {
    this.config = config;
    this.#hooks = hooks;
    this.#flash = program.bytes.slice();
    this.#codeEnd = Math.ceil(program.end / 2);
    this.#stepped = options.stepTimers ?? false;
    this.#watch = new ProgramWatch(config, options);
    this.#classes = this.#watch.watchesStack ? OPCODE_CLASSES_WITH_CALLS : OPCODE_CLASSES;
    this.#eeprom = new EEPROMMemoryBackend(config.eepromBytes);
    this.#pins = new AvrPins(config, (pin, level, cycle) => this.#hooks.onPinChange?.(pin, level, cycle));
    this.#cpu = this.#powerUp(0);
  }

  /** Cycles since power-up. */
  get cycles(): number {
    return this.#cpu.cycles;
  }

  get timeNs(): number {
    return (this.#cpu.cycles / this.config.clockHz) * NS_PER_SECOND;
  }

  /** Rate of the serial line as the program has set it, in bits a second. */
  get baudRate(): number {
    return this.#usart.baudRate;
  }

  /** Whether the serial line's transmitter is on. */
  get transmits(): boolean {
    return this.#usart.txEnable;
  }

  /** What is known of the program from outside. */
  facts(): DeviceFacts {
    return this.#watch.facts(this.#cpu);
  }

  /** The data space, registers included: for tests. */
  get memory(): Uint8Array {
    return this.#cpu.data;
  }

  get stackPointer(): number {
    return this.#cpu.SP;
  }

  runCycles(cycles: number): void {
    this.runUntil(this.#cpu.cycles + cycles);
  }

  /** Runs until the cycle counter reaches `cycle`, or passes it within one instruction; returns at once after a crash. */
  runUntil(cycle: number): void {
    while (this.#cpu.cycles < cycle && this.crash === null) {
      if (this.#asleep) this.#sleep(cycle);
      else this.#run(cycle);
      if (this.#cpu.resetRequested) this.#watchdogReset();
    }
  }

  /** Queues bytes for the program's serial input; they arrive one after the other at the line's rate. */
  serialWrite(bytes: Uint8Array): void {
    for (const byte of bytes) this.#input.push(byte);
    this.#feed();
  }

  /** Wires a pin from outside. Throws a RangeError when the board has no such pin. */
  setPin(pin: string, input: PinInput): void {
    this.#pins.set(pin, input);
  }

  /** All pins, with duty since the last reading. */
  pinStates(): PinState[] {
    return this.#pins.states();
  }

  /** The pins that changed since the last call. */
  pinChanges(): PinState[] {
    return this.#pins.changes();
  }

  #powerUp(cycle: number): BoardCpu {
    const { config } = this;
    const cpu = new BoardCpu(this.#flash, config.sramBytes);
    cpu.cycles = cycle;
    cpu.beforeReset = () => this.#watch.noteReset('watchdog', cpu);
    this.#cpu = cpu;
    const ports = config.ports.map((port) => new AVRIOPort(cpu, port));
    keepInterruptFlags(cpu, ports);
    for (const timerConfig of config.timers) {
      const timer = new AVRTimer(cpu, timerConfig);
      keepOtherFlags(cpu, timerConfig.TIFR);
      if (!this.#stepped) cpu.stretch(timer);
    }
    const [usart] = config.usarts.map((usartConfig) => this.#connectSerial(cpu, usartConfig));
    if (!usart) throw new Error(`The ${config.mcu} has no serial line in its configuration.`);
    [this.#usart, this.#line] = usart;
    const adc = new AVRADC(cpu, config.adc);
    adc.avcc = config.supplyMillivolts / 1000;
    adc.aref = adc.avcc;
    new AVRSPI(cpu, config.spi, config.clockHz);
    // Nothing is on the bus: no address is acknowledged.
    new AVRTWI(cpu, config.twi, config.clockHz);
    new AVREEPROM(cpu, this.#eeprom, config.eeprom);
    new AVRWatchdog(cpu, config.watchdog, new AVRClock(cpu, config.clockHz));
    this.#pins.attach(cpu, ports, adc);
    this.#asleep = false;
    this.#starting = true;
    return cpu;
  }

  /** Only the first USART of the configuration is wired to the hooks; see #powerUp. */
  #connectSerial(cpu: BoardCpu, usartConfig: typeof usart0Config): [AVRUSART, SerialLine] {
    const usart = new AVRUSART(cpu, usartConfig, this.config.clockHz);
    const wired = usartConfig === this.config.usarts[0];
    const line = new SerialLine(
      cpu,
      usart,
      usartConfig,
      (byte) => wired && this.#hooks.onSerialByte?.(byte, cpu.cycles),
      () => wired && this.#feed(),
    );
    return [usart, line];
  }

  /** The next byte goes on the line, if the receiver listens and the line is free. */
  #feed(): void {
    const byte = this.#input[this.#arrived];
    if (byte === undefined || !this.#line.receive(byte)) return;
    this.#arrived++;
    if (this.#arrived < this.#input.length) return;
    this.#input = [];
    this.#arrived = 0;
  }

  #watchdogReset(): void {
    const before = this.#cpu;
    this.#powerUp(before.cycles);
    const { MCUSR } = this.config.watchdog;
    this.#cpu.data[MCUSR] = before.data[MCUSR] as number;
    this.watchdogResets++;
  }

  /** Halts until an interrupt is due or the time is up. */
  #sleep(until: number): void {
    const cpu = this.#cpu;
    while (!cpu.interruptDue) {
      if (cpu.cycles >= until || cpu.resetRequested) return;
      cpu.cycles = Math.max(cpu.cycles, Math.min(until, cpu.nextEventCycle));
      cpu.fireEvents();
    }
    this.#asleep = false;
    cpu.cycles += WAKE_UP_CYCLES;
    cpu.enterInterrupt();
    this.#watch.noteInterrupt(cpu);
  }

  /** Runs instructions until the time is up, the chip sleeps or resets, or the program crashes. */
  #run(until: number): void {
    const cpu = this.#cpu;
    const flash = cpu.progMem;
    const classes = this.#classes;
    const last = this.#codeEnd - 1;
    while (cpu.cycles < until) {
      const opcode = flash[cpu.pc] as number;
      // One comparison for both edges of the code: address 0 and whatever follows the last instruction.
      const special = (cpu.pc - 1) >>> 0 >= last ? this.#atEdge(opcode) : (classes[opcode] as number);
      if (special !== ORDINARY && !this.#special(special, opcode)) break;
      avrInstruction(cpu);
      if (cpu.nextEventCycle <= cpu.cycles) {
        cpu.fireEvents();
        if (cpu.resetRequested) break;
      }
      if (special !== DELAYS_INTERRUPTS && cpu.interruptDue) this.#enterInterrupt();
      if (this.#asleep) break;
    }
  }

  /** The class of an instruction at address 0, to which only a reset leads in a program that works, or behind the code. */
  #atEdge(opcode: number): number {
    if (this.#cpu.pc >= this.#codeEnd) return INVALID;
    if (this.#cpu.pc > 0 || this.#starting) this.#starting = false;
    else this.#watch.noteReset('jump', this.#cpu);
    return this.#classes[opcode] as number;
  }

  /** What an instruction word needs that is not ordinary; false when it must not be run. */
  #special(special: number, opcode: number): boolean {
    if (special === INVALID) {
      this.#fail(opcode);
      return false;
    }
    if (special === CALLS) return this.#call();
    if (opcode === RETI) this.#watch.noteReturn();
    if (special === SLEEP) this.#asleep = ((this.#cpu.data[this.config.smcr] as number) & SLEEP_ENABLE) !== 0;
    return true;
  }

  /** A call pushes its return address: in RAM, while the stack is still there. */
  #call(): boolean {
    this.#watch.checkStack(this.#cpu);
    if (this.#cpu.SP >= this.config.sramStart) return true;
    this.#stackOverflow();
    return false;
  }

  #enterInterrupt(): void {
    this.#asleep = false;
    this.#cpu.enterInterrupt();
    this.#watch.noteInterrupt(this.#cpu);
    if (this.#cpu.SP < this.config.sramStart) this.#stackOverflow();
  }

  #fail(opcode: number): void {
    const { pc, SP } = this.#cpu;
    if (SP < this.config.sramStart) {
      this.#stackOverflow();
      return;
    }
    const address = pc * 2;
    const why =
      pc >= this.#codeEnd
        ? `it jumped to address ${hex(address)}, where there is no code`
        : `the word ${hex(opcode)} at address ${hex(address)} is no instruction`;
    this.crash = { address, message: `The program crashed: ${why}.` };
  }

  #stackOverflow(): void {
    this.#watch.noteOutOfRam(this.#cpu);
    const address = this.#cpu.pc * 2;
    const message =
      `The program crashed: its stack has outgrown the ${this.config.sramBytes} bytes of RAM. ` +
      'Make arrays smaller, or recursion less deep.';
    this.crash = { address, message };
  }
}
