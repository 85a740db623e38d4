/** Follows a program on the emulated ATmega328P instruction by instruction and assigns its cycles to ranges. */
import type { VirtualUno } from '../../test/conformance/uno.ts';

/** Interrupt vectors of the ATmega328P that the runtime uses, by word address. */
const VECTORS: ReadonlyMap<number, string> = new Map([
  [0x16, 'release'],
  [0x1a, 'overflow'],
  [0x26, 'transmit'],
  [0x20, 'millis'],
]);
/** The processor takes four cycles to enter an interrupt, and the emulator counts two. */
const ENTRY_CYCLES = 4;
const CALL_CYCLES = 4;
const SLEEP = 0x9588;

export interface Range {
  count: number;
  total: number;
  max: number;
  min: number;
}

export class Profile {
  readonly ranges = new Map<string, Range>();
  readonly #uno: VirtualUno;
  readonly #body: number;
  /** By word address. */
  readonly #routines: ReadonlyMap<number, string>;
  #routine: { name: string; sp: number; entered: number } | null = null;

  /** Addresses are byte addresses, as in the linker's output. */
  constructor(uno: VirtualUno, bodyAddress: number, routines: ReadonlyMap<number, string> = new Map()) {
    this.#uno = uno;
    this.#body = bodyAddress / 2;
    this.#routines = new Map([...routines].map(([address, name]) => [address / 2, name]));
  }

  #add(name: string, cycles: number): void {
    const range = this.ranges.get(name) ?? { count: 0, total: 0, max: 0, min: Infinity };
    range.count++;
    range.total += cycles;
    range.max = Math.max(range.max, cycles);
    range.min = Math.min(range.min, cycles);
    this.ranges.set(name, range);
  }

  /** Measures watched routines from call to return, including the functions that they call. They are never interrupted. */
  #follow(): void {
    const { cpu } = this.#uno;
    if (this.#routine) {
      if (cpu.SP !== this.#routine.sp) return;
      this.#add(this.#routine.name, cpu.cycles - this.#routine.entered);
      this.#routine = null;
    }
    const name = this.#routines.get(cpu.pc);
    if (name !== undefined) this.#routine = { name, sp: cpu.SP + 2, entered: cpu.cycles - CALL_CYCLES };
  }

  /**
   * Runs for `ms` milliseconds. Ranges: each interrupt by name, without those nested in it; `dispatch`, from a body's end
   * to the next body's start; `from idle`, from the interrupt's end to the body; `idle pass`, from SLEEP to SLEEP with
   * no interrupt between; `to sleep`, from a body's end to SLEEP.
   */
  run(ms: number): void {
    const { cpu } = this.#uno;
    const end = cpu.cycles + ms * 16_000;
    const open: { name: string; sp: number; cycles: number }[] = [];
    let last = cpu.cycles;
    let outside = 0;
    let mark = '';
    let bodySp = -1;
    let interrupted = false;
    while (cpu.cycles < end) {
      const sleeping = cpu.progMem[cpu.pc] === SLEEP;
      this.#uno.step();
      const spent = cpu.cycles - last;
      last = cpu.cycles;
      this.#follow();
      const current = open.at(-1);
      if (current) current.cycles += spent;
      else outside += spent;
      const entered = VECTORS.get(cpu.pc);
      if (entered !== undefined) {
        if (current) current.cycles -= 2;
        else outside -= 2;
        open.push({ name: entered, sp: cpu.SP + 2, cycles: ENTRY_CYCLES });
        interrupted = true;
        if (mark === 'sleep' && entered === 'release') {
          mark = 'release';
        }
        continue;
      }
      if (current && cpu.SP === current.sp) {
        open.pop();
        this.#add(current.name, current.cycles);
        if (mark === 'release' && current.name === 'release') outside = 0;
        continue;
      }
      if (open.length > 0) continue;
      if (sleeping) {
        if (mark === 'body') this.#add('to sleep', outside);
        else if (mark === 'sleep' && !interrupted) this.#add('idle pass', outside);
        mark = 'sleep';
        outside = 0;
        interrupted = false;
      } else if (cpu.pc === this.#body) {
        if (mark === 'body') this.#add('dispatch', outside);
        else if (mark === 'release') this.#add('from idle', outside);
        bodySp = cpu.SP;
        mark = 'in body';
      } else if (mark === 'in body' && cpu.SP === bodySp + 2) {
        mark = 'body';
        outside = 0;
      }
    }
  }
}
