/**
 * Watches the stack that grows from the end of RAM towards the variables. In a program without a kernel, all code
 * runs on it. With a kernel, tasks have stacks of their own among the variables, and interrupts use this one. Watching
 * does not change the run.
 *
 * The board asks for `classes` to learn which instructions it must report. While a task runs on its own stack, these
 * are only the few that change stacks, so watching costs nothing there.
 */
import type { StackOverflow } from '../../../../generator/health/device-facts.ts';
import type { ElfSymbols } from '../elf-symbols.ts';
import type { AvrConfig } from './config.ts';
import type { BoardCpu } from './cpu.ts';
import { isCall, isPush, opcodeClasses } from './opcodes.ts';

/** Bit 23 of an address in an AVR ELF file marks a data address. */
const DATA = 0x800000;
const SPH = 0x5e;
/** The register from which the kernel's port takes the low byte of a task's stack pointer (port/freertos/atmega.c). */
const TASK_SP_REGISTER = 26;

export class StackWatch {
  /** The most bytes that the watched stack took since power-up; 0: it is not watched. */
  deepestBytes = 0;
  overflow: StackOverflow | undefined;
  readonly #end: number;
  readonly #sharedStack: boolean;
  /** First address after the variables. 0: the program has no symbols, and its stack is not watched. */
  readonly #variablesEnd: number;
  /** Address of the variable that holds the end of the heap. 0: the program has no heap. */
  readonly #heapEndAt: number;
  readonly #watchedClasses: Uint8Array;
  readonly #otherClasses: Uint8Array;
  /** Called at each new maximum of an overflow. Returns when it began, and the functions on the stack then. */
  readonly #describe: (cpu: BoardCpu) => Pick<StackOverflow, 'atNs' | 'functions'>;
  #isWatched = true;

  constructor(
    config: AvrConfig,
    symbols: ElfSymbols,
    sharedStack: boolean,
    describe: (cpu: BoardCpu) => Pick<StackOverflow, 'atNs' | 'functions'>,
  ) {
    this.#end = config.sramStart + config.sramBytes - 1;
    this.#sharedStack = sharedStack;
    this.#variablesEnd = (symbols.valueOf('_end') ?? 0) % DATA;
    this.#heapEndAt = (symbols.valueOf('__brkval') ?? 0) % DATA;
    this.#describe = describe;
    const { flashBytes } = config;
    const unwatched = opcodeClasses({ flashBytes });
    this.#watchedClasses = this.#variablesEnd === 0 ? unwatched : opcodeClasses({ flashBytes, stack: 'every change' });
    this.#otherClasses = this.#variablesEnd === 0 ? unwatched : opcodeClasses({ flashBytes, stack: 'exchange' });
  }

  /** The classes of the instructions that follow. */
  get classes(): Uint8Array {
    return this.#isWatched ? this.#watchedClasses : this.#otherClasses;
  }

  /** Whether the whole stack, up to the end of RAM, belongs to the running code. */
  get isWatched(): boolean {
    return this.#isWatched && this.#variablesEnd > 0;
  }

  /** The program starts on the watched stack. */
  restart(): void {
    this.#isWatched = true;
  }

  /** Call this before an instruction of the class STACK runs. */
  note(cpu: BoardCpu, opcode: number): void {
    if (isPush(opcode)) this.#check(cpu, cpu.SP - 1);
    else if (isCall(opcode)) this.#check(cpu, cpu.SP - cpu.returnAddressBytes);
    else this.#moved(cpu, (opcode >> 4) & 0x1f);
  }

  /** Call this when an interrupt has pushed its return address. */
  check(cpu: BoardCpu): void {
    if (this.#isWatched) this.#check(cpu, cpu.SP);
  }

  /** The stack pointer has left RAM. */
  noteOutOfRam(cpu: BoardCpu): void {
    const bytes = this.isWatched ? this.#limit(cpu) - (cpu.SP + 1) : 0;
    this.#noteOverflow(cpu, Math.max(bytes, this.overflow?.bytes ?? 0));
  }

  /** OUT SPL. The high byte has been written before it. */
  #moved(cpu: BoardCpu, register: number): void {
    const sp = ((cpu.data[SPH] as number) << 8) | (cpu.data[register] as number);
    if (sp === this.#end) this.#isWatched = true;
    else if (register === TASK_SP_REGISTER && !this.#sharedStack) this.#isWatched = false;
    if (this.#isWatched) this.#check(cpu, sp);
  }

  #check(cpu: BoardCpu, sp: number): void {
    if (this.#variablesEnd === 0) return;
    const used = this.#end - sp;
    if (used > this.deepestBytes) this.deepestBytes = used;
    const bytes = this.#limit(cpu) - (sp + 1);
    if (bytes > (this.overflow?.bytes ?? 0)) this.#noteOverflow(cpu, bytes);
  }

  /** Returns the lowest address that the stack may use. */
  #limit({ data }: BoardCpu): number {
    const heapEnd =
      this.#heapEndAt === 0 ? 0 : (data[this.#heapEndAt] as number) | ((data[this.#heapEndAt + 1] as number) << 8);
    return Math.max(this.#variablesEnd, heapEnd);
  }

  #noteOverflow(cpu: BoardCpu, bytes: number): void {
    const stack = this.#sharedStack ? 'shared' : this.isWatched ? 'interrupts' : 'task';
    this.overflow = { ...(this.overflow ?? { ...this.#describe(cpu), stack }), bytes };
  }
}
