/** Follows a program on an emulated AVR chip instruction by instruction and assigns its cycles to ranges. */
import { TIMER0_OVF, TIMER1_COMPA, TIMER1_OVF, USART_UDRE } from '../../test/conformance/interrupt-witness.ts';
import type { VirtualUno } from '../../test/conformance/uno.ts';

/** The interrupts that the runtime uses. */
const VECTORS: ReadonlyMap<number | null, string> = new Map([
  [TIMER1_COMPA, 'release'],
  [TIMER1_OVF, 'overflow'],
  [USART_UDRE, 'transmit'],
  [TIMER0_OVF, 'millis'],
]);
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
  /** Word addresses; NaN: none. */
  readonly #beside: ReadonlySet<number>;
  readonly #between: number;
  #routine: { name: string; sp: number; entered: number } | null = null;

  /**
   * Addresses are byte addresses, as in the linker's output.
   *
   * @param apart routines that do not count for `dispatch alone`, and one that no dispatch calls: a body that calls it is
   * in two parts, and the time between them does not count
   */
  constructor(
    uno: VirtualUno,
    bodyAddress: number,
    routines: ReadonlyMap<number, string> = new Map(),
    apart: { readonly beside?: readonly number[]; readonly between?: number } = {},
  ) {
    this.#beside = new Set(apart.beside?.map((address) => address / 2));
    this.#between = (apart.between ?? Number.NaN) / 2;
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
    if (name !== undefined) {
      // A call takes as long as the entry into an interrupt.
      const entered = cpu.cycles - this.#uno.chip.interruptEntryCycles;
      this.#routine = { name, sp: cpu.SP + cpu.returnAddressBytes, entered };
    }
  }

  /**
   * Runs for `ms` milliseconds. Ranges: each interrupt has its name, and excludes the interrupts nested in
   * it. `dispatch` is from a body's end to the next body's start, and `from idle` from the interrupt's end to
   * the body. `dispatch alone` is a dispatch without the routines beside it. `idle pass` is from SLEEP
   * to SLEEP with no interrupt between, and `to sleep` from a body's end to SLEEP.
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
    /** Time outside interrupts in routines beside the dispatch, since the body's end, and in such a routine: its start. */
    let besides = 0;
    let beside: { readonly sp: number; readonly since: number } | null = null;
    while (cpu.cycles < end) {
      const sleeping = cpu.progMem[cpu.pc] === SLEEP;
      this.#uno.step();
      const spent = cpu.cycles - last;
      last = cpu.cycles;
      this.#follow();
      const current = open.at(-1);
      if (current) current.cycles += spent;
      else outside += spent;
      // A pending interrupt is entered at once.
      if (sleeping && !current) {
        if (mark === 'body') this.#add('to sleep', outside);
        else if (mark === 'sleep' && !interrupted) this.#add('idle pass', outside);
        mark = 'sleep';
        outside = 0;
        interrupted = false;
      }
      const entered = cpu.pc < this.#uno.vectorsEnd ? VECTORS.get(this.#uno.vectorAt(cpu.pc)) : undefined;
      if (entered !== undefined) {
        if (current) current.cycles -= 2;
        else outside -= 2;
        open.push({
          name: entered,
          sp: cpu.SP + cpu.returnAddressBytes,
          cycles: this.#uno.chip.interruptEntryCycles,
        });
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
        // An interrupt can come at the first instruction of a body: the body starts after it.
      }
      if (open.length > 0 || sleeping) continue;
      if (cpu.pc === this.#body) {
        if (mark === 'body') this.#add('dispatch', outside);
        if (mark === 'body') this.#add('dispatch alone', outside - besides);
        else if (mark === 'release') this.#add('from idle', outside);
        bodySp = cpu.SP;
        mark = 'in body';
      } else if (mark === 'in body' && cpu.SP === bodySp + cpu.returnAddressBytes) {
        mark = 'body';
        outside = 0;
        besides = 0;
      } else if (cpu.pc === this.#between) {
        mark = '';
      } else if (beside === null && this.#beside.has(cpu.pc)) {
        beside = { sp: cpu.SP + cpu.returnAddressBytes, since: outside };
      } else if (beside !== null && cpu.SP === beside.sp) {
        besides += outside - beside.since;
        beside = null;
      }
    }
  }
}
