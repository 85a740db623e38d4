/**
 * Watches an emulated program for errors that a chip does not report: resets by the program itself,
 * a stack that overwrites variables (stack-watch.ts), and interrupts that stay disabled. Watching does not change
 * the run. The board calls this class at interrupts and resets.
 */
import type { ChipReset, DeviceFacts } from '../../../../generator/health/device-facts.ts';
import { NS_PER_S } from '../../../../generator/sketch/time.ts';
import { type ElfSymbols, NO_SYMBOLS } from '../elf-symbols.ts';
import type { AvrConfig } from './config.ts';
import type { BoardCpu } from './cpu.ts';
import { isCall, LONG_CALL, LONG_CALL_MASK } from './opcodes.ts';
import { StackWatch } from './stack-watch.ts';

const SREG = 0x5f;
const SREG_I = 0x80;
/**
 * How much of a task's own stack is searched for return addresses (in bytes), and how many
 * functions are named.
 */
const SEARCHED_BYTES = 256;
const MOST_FUNCTIONS = 8;

export interface WatchOptions {
  readonly symbols?: ElfSymbols | undefined;
  /**
   * True when all code runs on one stack, which grows towards the variables. Otherwise tasks have
   * stacks of their own among the variables.
   */
  readonly sharedStack?: boolean | undefined;
}

export class ProgramWatch {
  resets = 0;
  readonly stack: StackWatch;
  readonly #config: AvrConfig;
  readonly #symbols: ElfSymbols;
  #lastReset: ChipReset | undefined;
  #servedCycle = 0;
  /**
   * Longest time that an interrupt was pending while no other interrupt was being served. Unit:
   * cycles.
   */
  #longestWait = 0;
  /** Number of the interrupt that is being served, or -1. */
  #routine = -1;

  constructor(config: AvrConfig, { symbols = NO_SYMBOLS, sharedStack = false }: WatchOptions) {
    this.#config = config;
    this.#symbols = symbols;
    this.stack = new StackWatch(config, symbols, sharedStack, (cpu) => ({
      atNs: this.#toNs(cpu.cycles),
      functions: this.#functions(cpu),
    }));
  }

  /** Call this while registers and memory are as the program left them. */
  noteReset(cause: ChipReset['cause'], cpu: BoardCpu): void {
    this.resets++;
    this.#lastReset = { cause, functions: this.#functions(cpu) };
    this.#routine = -1;
  }

  /** The chip serves an interrupt. Its return address has been pushed. */
  noteInterrupt(cpu: BoardCpu): void {
    const waited = cpu.cycles - Math.max(this.#servedCycle, cpu.pendingSinceCycle);
    if (waited > this.#longestWait) this.#longestWait = waited;
    this.#servedCycle = cpu.cycles;
    this.#routine = cpu.pc >> 1;
    this.stack.check(cpu);
  }

  /** The chip has run RETI. */
  noteReturn(): void {
    this.#routine = -1;
  }

  facts(cpu: BoardCpu): DeviceFacts {
    const isOff = ((cpu.data[SREG] as number) & SREG_I) === 0 && cpu.nextInterrupt >= 0;
    return {
      resets: this.resets,
      lastReset: this.#lastReset,
      interruptsOffNs: isOff ? this.#toNs(cpu.cycles - this.#servedCycle) : 0,
      longestInterruptsOffNs: this.#toNs(this.#longestWait),
      routine: isOff && this.#routine >= 0 ? this.#config.interrupts[this.#routine] : undefined,
      functions: this.#functions(cpu),
      stackOverflow: this.stack.overflow,
    };
  }

  /**
   * Returns the running function, followed by the functions that return addresses on the stack
   * point to. Return addresses are recognized by a heuristic, because data can look the same.
   */
  #functions(cpu: BoardCpu): string[] {
    const names: string[] = [];
    const note = (word: number) => {
      const name = this.#symbols.functionAt(word * 2);
      if (name !== undefined && !names.includes(name) && names.length < MOST_FUNCTIONS) names.push(name);
    };
    note(cpu.pc);
    const { sramStart, sramBytes } = this.#config;
    const end = sramStart + sramBytes - 1;
    const top = this.stack.isWatched ? end : Math.min(end, cpu.SP + SEARCHED_BYTES);
    for (let at = Math.max(sramStart, cpu.SP + 1); at + cpu.returnAddressBytes <= top + 1; at++) {
      const word = returnAddressAt(cpu, at);
      if (isReturnAddress(cpu.progMem, word)) note(word);
    }
    return names;
  }

  #toNs(cycles: number): number {
    return (cycles / this.#config.clockHz) * NS_PER_S;
  }
}

/** The most significant byte has the lowest address. */
function returnAddressAt({ data, returnAddressBytes }: BoardCpu, at: number): number {
  let word = 0;
  for (let index = 0; index < returnAddressBytes; index++) word = (word << 8) | (data[at + index] ?? 0);
  return word;
}

/** CALL is two words long, the other calls are one. */
function isReturnAddress(flash: Uint16Array, word: number): boolean {
  const before = flash[word - 1] ?? 0;
  return (
    ((flash[word - 2] ?? 0) & LONG_CALL_MASK) === LONG_CALL ||
    ((before & LONG_CALL_MASK) !== LONG_CALL && isCall(before))
  );
}
