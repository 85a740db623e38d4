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

interface Gap {
  since: number;
  started: number;
  ended: number;
  released: boolean;
  ticked: boolean;
  others: boolean;
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
): Gaps {
  const { cpu } = uno;
  const witness = wordAddress(symbols, 'bench_witness');
  const fast = wordAddress(symbols, 'bench_fast');
  const gaps: Gaps = { before: null, after: null, release: null, tick: null, locked: null, perJob: null, share: 0 };
  let gap: Gap | null = null;
  let fastSp = -1;
  let lockedSince = -1;
  let jobs = 0;
  let taken = 0;
  while (cpu.cycles < settledCycles + RUN_CYCLES) {
    const { pc, cycles } = cpu;
    const inside = pc >= witness && pc < witness + WITNESS_WORDS;
    const settled = cycles > settledCycles;
    if (settled && inside && gap !== null) {
      taken += cycles - gap.since;
      note(gaps, gap, cycles);
      gap = null;
    } else if (settled && !inside) {
      gap ??= { since: cycles - uno.entryRest, started: -1, ended: -1, released: false, ticked: false, others: false };
      if (pc === fast && fastSp < 0) {
        gap.started = cycles;
        fastSp = cpu.SP + cpu.returnAddressBytes;
        jobs++;
      } else if (fastSp >= 0 && cpu.SP === fastSp) {
        gap.ended = cycles;
        fastSp = -1;
      }
      const vector = pc > 0 && pc < uno.vectorsEnd ? uno.vectorAt(pc) : null;
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
  gaps.share = taken / RUN_CYCLES;
  if (jobs > 0) gaps.perJob = Math.round(taken / jobs);
  return gaps;
}

/** Ignores gaps with other interrupts, because their parts cannot be separated. */
function note(gaps: Gaps, gap: Gap, now: number): void {
  if (gap.others) return;
  if (gap.started >= 0 && !gap.ticked) {
    gaps.before = larger(gaps.before, gap.started - gap.since);
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
