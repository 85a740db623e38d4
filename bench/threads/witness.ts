/** Measures, on an emulated AVR chip, the time between two instructions of the witness: the time that it lost. */
import { TIMER1_COMPA, TIMER1_COMPB } from '../../test/conformance/interrupt-witness.ts';
import type { VirtualUno } from '../../test/conformance/uno.ts';

const SREG = 0x5f;
const INTERRUPTS = 0x80;
/** Three times `nop` and a jump. */
const WITNESS_WORDS = 4;
const SETTLED_CYCLES = 800_000;
const RUN_CYCLES = 24_000_000;

/** Longest gaps; null: not seen. Unit: cycles. */
export interface Gaps {
  /** From the witness to the start of `fast`, and from the end of `fast` to the witness. */
  before: number | null;
  after: number | null;
  /** With a release of `fast` but without a job, and with only the kernel's tick. */
  release: number | null;
  tick: number | null;
  /** Time with interrupts disabled. */
  locked: number | null;
  /** Average of all lost time per job. */
  perJob: number | null;
  /** Lost time as a share of the total time. */
  share: number;
}

/** A preemption: the switch to the job and the switch back. */
export const preemptionOf = ({ before, after }: Gaps): number | null =>
  before === null || after === null ? null : before + after;

interface Gap {
  since: number;
  started: number;
  ended: number;
  encoded: number;
  released: boolean;
  ticked: boolean;
  others: boolean;
  /** It began with a call of the witness, or with an interrupt at the first instruction of that call. */
  readonly called: boolean;
}

function wordAddress(symbols: ReadonlyMap<string, number>, name: string): number {
  const address = symbols.get(name);
  if (address === undefined) throw new Error(`the program has no function ${name}`);
  return address / 2;
}

const larger = (most: number | null, value: number) => Math.max(most ?? 0, value);

/** @param settledCycles gaps before this time are ignored */
export function gapsOfWitness(
  uno: VirtualUno,
  symbols: ReadonlyMap<string, number>,
  settledCycles = SETTLED_CYCLES,
  runCycles = RUN_CYCLES,
): Gaps {
  const from = wordAddress(symbols, 'bench_witness');
  const fast = wordAddress(symbols, 'bench_fast');
  return gapsOf(
    uno,
    { witness: { from, to: from + WITNESS_WORDS }, fast, encodedAt: null, apart: false, runCycles },
    settledCycles,
  );
}

/** What is followed. Code addresses are word addresses. */
export interface Followed {
  /** The code of the witness, from the first instruction to the one behind the last. */
  readonly witness: { readonly from: number; readonly to: number };
  readonly fast: number;
  /** RAM address that changes when telemetry is prepared: such gaps are ignored. Null: none are. */
  readonly encodedAt: number | null;
  /** The two parts of a preemption count by themselves: another interrupt in one does not exclude the other. */
  readonly apart: boolean;
  readonly runCycles: number;
}

export function gapsOf(uno: VirtualUno, followed: Followed, settledCycles: number): Gaps {
  const { witness, fast, encodedAt, apart, runCycles } = followed;
  const { cpu } = uno;
  const isInside = (pc: number) => pc >= witness.from && pc < witness.to;
  const encoded = () => (encodedAt === null ? 0 : (cpu.data[encodedAt] ?? 0));
  const gaps: Gaps = { before: null, after: null, release: null, tick: null, locked: null, perJob: null, share: 0 };
  let gap: Gap | null = null;
  let fastSp = -1;
  let lockedSince = -1;
  let jobs = 0;
  let taken = 0;
  while (cpu.cycles < settledCycles + runCycles) {
    const { pc, cycles } = cpu;
    const inside = isInside(pc);
    const settled = cycles > settledCycles;
    if (settled && inside && gap !== null) {
      if (Number.isFinite(gap.since)) taken += cycles - gap.since;
      if (gap.encoded === encoded()) note(gaps, gap, cycles);
      gap = null;
    } else if (settled && !inside) {
      const vector = pc > 0 && pc < uno.vectorsEnd ? uno.vectorAt(pc) : null;
      // The witness may also call a function of its own, which is no work of the runtime.
      gap ??= {
        ...{ since: cycles - uno.entryRest, started: -1, ended: -1, encoded: encoded() },
        ...{ released: false, ticked: false, others: false, called: vector === null || !isInside(returnAddress(cpu)) },
      };
      if (pc === fast && fastSp < 0) {
        gap.started = cycles;
        if (apart) noteBefore(gaps, gap, encoded());
        fastSp = cpu.SP + cpu.returnAddressBytes;
        jobs++;
      } else if (fastSp >= 0 && cpu.SP === fastSp) {
        gap.ended = cycles;
        fastSp = -1;
      }
      if (vector === TIMER1_COMPA) gap.released = true;
      else if (vector === TIMER1_COMPB) gap.ticked = true;
      else if (vector !== null) gap.others = true;
    }
    uno.step();
    const open = ((cpu.data[SREG] ?? 0) & INTERRUPTS) !== 0;
    if (open) {
      if (lockedSince >= 0 && settled) gaps.locked = larger(gaps.locked, cpu.cycles - lockedSince);
      lockedSince = -1;
    } else if (lockedSince < 0) lockedSince = cpu.cycles;
  }
  gaps.share = taken / runCycles;
  if (jobs > 0) gaps.perJob = Math.round(taken / jobs);
  return gaps;
}

/** Where the processor goes on after the interrupt that it has just entered. Word address. */
function returnAddress({ data, SP, returnAddressBytes }: VirtualUno['cpu']): number {
  return data.subarray(SP + 1, SP + 1 + returnAddressBytes).reduce((address, byte) => address * 0x100 + byte, 0);
}

/** Notes the part before a job, and begins the part after it. */
function noteBefore(gaps: Gaps, gap: Gap, encoded: number): void {
  const isAlone = !gap.called && !gap.others && !gap.ticked && gap.encoded === encoded;
  if (isAlone) gaps.before = larger(gaps.before, gap.started - gap.since);
  gap.others = false;
  gap.ticked = false;
  gap.encoded = encoded;
  gap.since = Number.POSITIVE_INFINITY;
}

/** Ignores gaps with other interrupts, because their parts cannot be separated. */
function note(gaps: Gaps, gap: Gap, now: number): void {
  if (gap.called || gap.others) return;
  if (gap.started >= 0 && !gap.ticked) {
    if (Number.isFinite(gap.since)) gaps.before = larger(gaps.before, gap.started - gap.since);
    gaps.after = larger(gaps.after, now - gap.ended);
  } else if (gap.started < 0 && gap.released && !gap.ticked) gaps.release = larger(gaps.release, now - gap.since);
  else if (gap.started < 0 && gap.ticked && !gap.released) gaps.tick = larger(gaps.tick, now - gap.since);
}

/** Longest time from the end of a task's job to the start of the next, without interrupts. Unit: cycles; null: not seen. */
export function turnOfTasks(uno: VirtualUno, symbols: ReadonlyMap<string, number>): number | null {
  const { cpu } = uno;
  const fast = wordAddress(symbols, 'bench_fast');
  let most: number | null = null;
  let fastSp = -1;
  let ended = -1;
  while (cpu.cycles < SETTLED_CYCLES) {
    const { pc, cycles } = cpu;
    if (pc === fast) {
      if (ended >= 0) most = larger(most, cycles - ended);
      fastSp = cpu.SP + cpu.returnAddressBytes;
    } else if (fastSp >= 0 && cpu.SP === fastSp) {
      ended = cycles;
      fastSp = -1;
    } else if (pc > 0 && pc < uno.vectorsEnd) ended = -1;
    uno.step();
  }
  return most;
}

/**
 * Longest call of a function from its first instruction to its return, without interrupts and without a job of
 * `fast`, to which the end of a section can switch. Word addresses. Unit: cycles; null: not seen.
 */
export function longestCall(uno: VirtualUno, address: number, fast: number, endCycle: number): number | null {
  const { cpu } = uno;
  let most: number | null = null;
  let call: { readonly sp: number; readonly since: number } | null = null;
  while (cpu.cycles < endCycle) {
    if (cpu.pc === address) call = { sp: cpu.SP + cpu.returnAddressBytes, since: cpu.cycles };
    else if (cpu.pc === fast || (cpu.pc > 0 && cpu.pc < uno.vectorsEnd)) call = null;
    else if (call !== null && cpu.SP === call.sp) {
      most = larger(most, cpu.cycles - call.since);
      call = null;
    }
    uno.step();
  }
  return most;
}
