/**
 * Traces programs/accounts.c on an AVR chip with FreeRTOS instruction by instruction, and measures each
 * span that a constant of the port represents in the accounting of budgets. Clock readings are
 * observed at the timer's register, and the accounts in RAM, so inlining by the compiler does not
 * matter.
 */
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { TIMER0_OVF, TIMER1_COMPA, TIMER1_COMPB, TIMER1_OVF, USART_UDRE } from './interrupt-witness.ts';
import type { UnoImage } from './toolchain.ts';
import { CLOCK_HZ, VirtualUno } from './uno.ts';

/**
 * entry: from the interrupt entry to the first reading of the clock. exit: from the last credited
 * reading to the body's next instruction. leaving: from the last credited reading to the reading at
 * a switch. yield: the same for a thread that yields. return: from the last reading of a switch to
 * the body's next instruction. section: the return of a lock and the call of its unlock.
 */
export type Span = 'entry' | 'exit' | 'leaving' | 'yield' | 'return' | 'start' | 'end' | 'section' | Counted;
/** Interrupts that the port credits with a constant instead of a measured time. */
export type Counted = 'tick' | 'byte' | 'clock' | 'overflow' | 'rearmed';

/** The interruption between two instructions of the body. Unit: cycles. */
export interface Gap {
  readonly taken: number;
  /** Vector numbers of the gap's interrupts. */
  readonly vectors: readonly number[];
  /** Number of jobs that preempt the body, and number of instants at which tasks were released. */
  readonly jobs: number;
  readonly releases: number;
  /** The gap's spans that no pair of clock readings measures. */
  readonly spans: readonly (readonly [span: Span, cycles: number])[];
}

export interface Followed {
  /** Longest time of each span. Unit: cycles. */
  readonly longest: ReadonlyMap<Span, number>;
  readonly gaps: readonly Gap[];
}

const CYCLES_PER_MS = CLOCK_HZ / 1000;
const TCNT1L = 0x84;
const RET = 0x9508;
const RETI = 0x9518;
/** Cycles that avr8js counts for the entry into an interrupt. */
const ENTRY_COUNTED = 2;
/** A reading is rounded down to a tick of eight cycles, so a credit may end up to eight cycles earlier. */
const ROUNDED = 7;
const RAISE_CYCLES = 4000;
/** Longer than it takes to store a word, shorter than a release. */
const WORD_CYCLES = 40;
/** Position of the followed task. */
const TASK = 1;
const COUNTED: ReadonlyMap<number, Counted> = new Map([
  [TIMER1_COMPB, 'tick'],
  [USART_UDRE, 'byte'],
  [TIMER0_OVF, 'clock'],
  // Only without telemetry. The interrupt of the telemetry beat is measured.
  [TIMER1_OVF, 'overflow'],
]);

interface OpenGap {
  readonly from: number;
  readonly spans: [Span, number][];
  readonly vectors: number[];
  jobs: number;
  releases: number;
}

/** A call of a function, and the time of its last return. */
interface Call {
  readonly entry: number;
  sp: number | null;
  returned: number | null;
}

/** Offsets of the fields of `pl_account_t` in runtime-c/src/account.h. */
const ACCOUNT = { paid: 0, credit: 4, pauses: 12 };

class Follower {
  readonly gaps: Gap[] = [];
  readonly longest = new Map<Span, number>();
  readonly #uno: VirtualUno;
  readonly #image: UnoImage;
  readonly #ram: Readonly<Record<'credit' | 'paid' | 'pauses' | 'running' | 'earliest', number>>;
  /**
   * Word addresses: the end of `accounts_inside`, the urgent task, and the function that yields.
   */
  readonly #insideEnd: number;
  readonly #urgent: number;
  readonly #yield: number;
  readonly #body: Call;
  readonly #inside: Call;
  readonly #locks: boolean;
  /**
   * Times of the last clock reading, of the reading for the account's current value, and of the
   * reading for the charged time. Unit: cycles.
   */
  #read = 0;
  #credited = 0;
  #paid = 0;
  #interrupted = 0;
  #account = { credit: 0, paid: 0, pauses: 0 };
  #gap: OpenGap | null = null;
  /** An alarm that no account includes yet, and the stack pointer of the interrupted code. */
  #alarm: { readonly from: number; readonly sp: number } | null = null;
  /** The earliest next release, and the time at which it changed. */
  #earliest = 0;
  #released = 0;
  /** The end of an interrupt or the yield of a thread, after which a switch may follow. */
  #leaving: { readonly span: 'leaving' | 'yield'; readonly since: number } | null = null;
  #returnsBy: 'exit' | 'return' | null = null;
  /**
   * Time from the clock reading in a lock to the section's first instruction. Null if an interrupt
   * came in between.
   */
  #locked: number | null = null;

  constructor(image: UnoImage, chip: AvrConfig) {
    this.#uno = new VirtualUno(image.hex, chip);
    this.#image = image;
    const address = (name: string) => this.#address(name);
    this.#ram = {
      paid: address('pl_account') + ACCOUNT.paid,
      credit: address('pl_account') + ACCOUNT.credit,
      pauses: address('pl_account') + ACCOUNT.pauses,
      running: address('pl_running'),
      earliest: address('earliest'),
    };
    const call = (name: string): Call => ({ entry: address(name) / 2, sp: null, returned: null });
    [this.#body, this.#inside] = [call('accounts_body'), call('accounts_inside')];
    this.#insideEnd = this.#after(address('accounts_inside')) / 2;
    [this.#urgent, this.#yield] = [address('accounts_urgent') / 2, address('pl_kernel_yield') / 2];
    this.#locks = [...image.symbols.keys()].some((name) => name.startsWith('shared'));
    this.#watchTimer();
  }

  /** @param raise called every 250 µs */
  run(ms: number, raise: (uno: VirtualUno) => void): void {
    const { cpu } = this.#uno;
    const last = ms * CYCLES_PER_MS;
    let nextRaise = RAISE_CYCLES;
    while (cpu.cycles < last) {
      if (cpu.cycles >= nextRaise) {
        nextRaise += RAISE_CYCLES;
        raise(this.#uno);
      }
      this.#step();
    }
  }

  #address(name: string): number {
    for (const [symbol, address] of this.#image.symbols) {
      if (symbol === name || symbol.startsWith(`${name}.`)) return address;
    }
    throw new Error(`the program has no ${name}`);
  }

  /** Start address of the next function. */
  #after(address: number): number {
    return Math.min(...[...this.#image.symbols.values()].filter((next) => next > address));
  }

  #watchTimer(): void {
    const { cpu } = this.#uno;
    const readTimer = cpu.readHooks[TCNT1L];
    if (readTimer === undefined) throw new Error('the emulator has no timer 1');
    cpu.readHooks[TCNT1L] = (address) => {
      this.#read = cpu.cycles;
      return readTimer(address);
    };
  }

  #step(): void {
    const { cpu } = this.#uno;
    const before = cpu.pc;
    const returns = cpu.progMem[before] === RET;
    const resumes = cpu.progMem[before] === RETI;
    this.#uno.step();
    const { vectorsEnd } = this.#uno;
    const interrupted = before >= vectorsEnd && cpu.pc < vectorsEnd && this.#uno.vectorAt(cpu.pc) !== null;
    if (interrupted) this.#interrupt(before, cpu.cycles - ENTRY_COUNTED);
    this.#lookAtAccount();
    if (resumes) this.#endAlarm();
    if (returns) for (const call of [this.#body, this.#inside]) this.#return(call);
    this.#lookAtPlace();
  }

  #isInside(pc: number): boolean {
    return pc >= this.#inside.entry && pc < this.#insideEnd;
  }

  #isRunning(): boolean {
    return this.#uno.cpu.data[this.#ram.running] === TASK;
  }

  #note(span: Span, cycles: number): void {
    this.longest.set(span, Math.max(this.longest.get(span) ?? 0, cycles));
    this.#gap?.spans.push([span, cycles]);
  }

  #interrupt(before: number, at: number): void {
    this.#interrupted = at;
    const { pc, SP, returnAddressBytes } = this.#uno.cpu;
    const vector = this.#uno.vectorAt(pc) ?? 0;
    if (vector === TIMER1_COMPA && this.#isRunning()) this.#alarm = { from: at, sp: SP + returnAddressBytes };
    if (this.#gap === null && this.#isInside(before))
      this.#gap = { from: at, spans: [], vectors: [], jobs: 0, releases: 0 };
    this.#gap?.vectors.push(vector);
  }

  #lookAtAccount(): void {
    const { dataView, data } = this.#uno.cpu;
    const credit = dataView.getUint32(this.#ram.credit, true);
    const paid = dataView.getUint32(this.#ram.paid, true);
    const pauses = data[this.#ram.pauses] ?? 0;
    const before = this.#account;
    if (credit === before.credit && paid === before.paid && pauses === before.pauses) return;
    this.#account = { credit, paid, pauses };
    if (pauses !== before.pauses) this.#alarm = null;
    if (pauses > before.pauses && pauses === 1) this.#pause();
    if (pauses < before.pauses && pauses === 0) this.#resume();
    // The program writes the word byte by byte.
    if (paid !== before.paid && pauses === 0 && this.#paid !== this.#read) this.#pay();
    this.#credited = this.#read;
  }

  /** One that nothing was due at: an old match has brought it. */
  #endAlarm(): void {
    const { SP, cycles } = this.#uno.cpu;
    if (this.#alarm?.sp === SP) this.#note('rearmed', cycles - this.#alarm.from + this.#uno.entryRest);
    this.#alarm = null;
  }

  #pause(): void {
    const gap = this.#gap;
    if (gap?.vectors.length === 1) this.#note('entry', this.#read - gap.from + this.#uno.entryRest);
  }

  #resume(): void {
    if (this.#gap === null || !this.#isRunning()) return;
    this.#leaving = { span: 'leaving', since: this.#read - ROUNDED };
    this.#returnsBy = 'exit';
  }

  /** The account of a thread, or of one that is switched to or from, goes up to the last reading. */
  #pay(): void {
    this.#paid = this.#read;
    const leaving = this.#leaving;
    if (leaving !== null) {
      // What is credited after an interrupt begins with a reading.
      this.#note(leaving.span, this.#read - leaving.since);
      this.#leaving = null;
      if (this.#gap !== null) this.#returnsBy = 'return';
    }
    const { returned: bodyEnd } = this.#body;
    const { returned: sectionEnd } = this.#inside;
    if (this.#locks && sectionEnd !== null) {
      if (this.#locked !== null && this.#interrupted < sectionEnd) {
        this.#note('section', this.#locked + this.#read - sectionEnd);
      }
    } else if (bodyEnd !== null && this.#interrupted < bodyEnd) this.#note('end', this.#read - bodyEnd);
    this.#body.returned = null;
    this.#inside.returned = null;
  }

  #return(call: Call): void {
    const { cpu } = this.#uno;
    if (cpu.SP !== call.sp) return;
    call.sp = null;
    call.returned = cpu.cycles;
  }

  #lookAtPlace(): void {
    const { pc, cycles, SP } = this.#uno.cpu;
    if (pc === this.#urgent && this.#gap !== null) this.#gap.jobs++;
    this.#lookAtReleases();
    if (pc === this.#yield && this.#isRunning() && this.#body.sp !== null) {
      this.#leaving = { span: 'yield', since: cycles };
    }
    if (pc === this.#body.entry && this.#body.sp === null) {
      this.#body.sp = SP + this.#uno.cpu.returnAddressBytes;
      if (this.#interrupted < this.#credited) this.#note('start', cycles - this.#credited + ROUNDED);
    }
    if (pc === this.#inside.entry && this.#inside.sp === null) {
      this.#inside.sp = SP + this.#uno.cpu.returnAddressBytes;
      this.#locked = this.#interrupted < this.#read ? cycles - this.#read + ROUNDED : null;
    }
    if (this.#gap !== null && this.#isInside(pc)) this.#close(this.#gap, cycles);
  }

  /** The next release is put off by each one. A word changes byte by byte, within some cycles. */
  #lookAtReleases(): void {
    const { cycles, dataView } = this.#uno.cpu;
    const earliest = dataView.getUint32(this.#ram.earliest, true);
    if (earliest === this.#earliest) return;
    this.#earliest = earliest;
    if (this.#gap !== null && cycles - this.#released > WORD_CYCLES) this.#gap.releases++;
    this.#released = cycles;
  }

  #close(gap: OpenGap, now: number): void {
    const { vectors, from, jobs, releases } = gap;
    const counted = vectors.length === 1 ? COUNTED.get(vectors[0] ?? 0) : undefined;
    const taken = now - from + vectors.length * this.#uno.entryRest;
    if (this.#returnsBy !== null) this.#note(this.#returnsBy, now - this.#credited + ROUNDED);
    else if (counted !== undefined) this.#note(counted, taken);
    this.gaps.push({ taken, vectors, jobs, releases, spans: gap.spans });
    this.#gap = null;
    this.#leaving = null;
    this.#returnsBy = null;
  }
}

/**
 * Runs the program for so long.
 * @param ms of the board's time
 * @param raise called every 250 µs
 */
export function followUno(
  image: UnoImage,
  ms: number,
  raise: (uno: VirtualUno) => void = () => {},
  chip: AvrConfig = ATMEGA328P,
): Followed {
  const follower = new Follower(image, chip);
  follower.run(ms, raise);
  return follower;
}
