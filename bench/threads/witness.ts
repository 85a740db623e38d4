/** Follows the witness on the emulated ATmega328P: what lies between two of its instructions was taken from it. */
import type { VirtualUno } from '../../test/conformance/uno.ts';

/** Word addresses of vectors. */
const COMPARE_A = 0x16;
const COMPARE_B = 0x18;
const SREG = 0x5f;
const INTERRUPTS = 0x80;
/** The processor takes four cycles to enter an interrupt, the emulator two. */
const ENTRY_REST = 2;
/** Three times `nop` and a jump. */
const WITNESS_WORDS = 4;
const SETTLED_CYCLES = 800_000;
const RUN_CYCLES = 24_000_000;

/** Cycles, each at most. */
export interface Gaps {
  /** From the witness to the start of `fast`, and from its end. */
  before: number;
  after: number;
  /** With the release of `fast`, but without a job; and with the kernel's tick alone. */
  release: number;
  tick: number;
  /** With interrupts held off. */
  locked: number;
  /** All that was taken, by jobs, on average. */
  perJob: number;
}

interface Gap {
  since: number;
  started: number;
  ended: number;
  released: boolean;
  ticked: boolean;
  others: boolean;
}

export function gapsOfWitness(uno: VirtualUno, symbols: ReadonlyMap<string, number>): Gaps {
  const { cpu } = uno;
  const witness = (symbols.get('bench_witness') ?? 0) / 2;
  const fast = (symbols.get('bench_fast') ?? 0) / 2;
  const gaps: Gaps = { before: 0, after: 0, release: 0, tick: 0, locked: 0, perJob: 0 };
  let gap: Gap | null = null;
  let fastSp = -1;
  let lockedSince = -1;
  let jobs = 0;
  let taken = 0;
  while (cpu.cycles < SETTLED_CYCLES + RUN_CYCLES) {
    const { pc, cycles } = cpu;
    const inside = pc >= witness && pc < witness + WITNESS_WORDS;
    const settled = cycles > SETTLED_CYCLES;
    if (settled && inside && gap !== null) {
      taken += cycles - gap.since;
      note(gaps, gap, cycles);
      gap = null;
    } else if (settled && !inside) {
      gap ??= { since: cycles - ENTRY_REST, started: -1, ended: -1, released: false, ticked: false, others: false };
      if (pc === fast && fastSp < 0) {
        gap.started = cycles;
        fastSp = cpu.SP + 2;
        jobs++;
      } else if (fastSp >= 0 && cpu.SP === fastSp) {
        gap.ended = cycles;
        fastSp = -1;
      }
      if (pc === COMPARE_A) gap.released = true;
      else if (pc === COMPARE_B) gap.ticked = true;
      else if (pc > 0 && pc < 0x34 && pc % 2 === 0) gap.others = true;
    }
    uno.step();
    const open = ((cpu.data[SREG] ?? 0) & INTERRUPTS) !== 0;
    if (open) {
      if (lockedSince >= 0 && settled) gaps.locked = Math.max(gaps.locked, cpu.cycles - lockedSince);
      lockedSince = -1;
    } else if (lockedSince < 0) lockedSince = cpu.cycles;
  }
  gaps.perJob = Math.round(taken / Math.max(1, jobs));
  return gaps;
}

/** Gaps in which other interrupts came as well say nothing of one of them. */
function note(gaps: Gaps, gap: Gap, now: number): void {
  if (gap.others) return;
  if (gap.started >= 0 && !gap.ticked) {
    gaps.before = Math.max(gaps.before, gap.started - gap.since);
    gaps.after = Math.max(gaps.after, now - gap.ended);
  } else if (gap.started < 0 && gap.released && !gap.ticked) gaps.release = Math.max(gaps.release, now - gap.since);
  else if (gap.started < 0 && gap.ticked && !gap.released) gaps.tick = Math.max(gaps.tick, now - gap.since);
}
