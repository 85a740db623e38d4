/**
 * Measures how much longer than the declared length a task waits for a critical section if the
 * holder does not leave the section. The excess is the time of the lock, of the runtime's
 * revocation of the section, and of the switch to the task. The program is
 * test/conformance/programs/accounts.c.
 */
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { buildCortex } from '../../test/conformance/cortex.ts';
import { type Moment, momentsOf } from '../../test/conformance/cortex-accounts.ts';
import { freertosOnCortexUnchecked, freertosOnUno } from '../../test/conformance/freertos.ts';
import { TIMER1_COMPA } from '../../test/conformance/interrupt-witness.ts';
import { buildUno, type Config, PROGRAMS, type UnoImage, withScratch } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';

const DECLARED_US = 1000;
const DECLARED_CYCLES = DECLARED_US * 16;
const DECLARED_INSTRUCTIONS = (DECLARED_US * 1000) / 64;
const UNO_RUN_CYCLES = 40_000_000;
/** 77 ms. */
const CORTEX_RUN_INSTRUCTIONS = 1_200_000;
const FILES = [path.join(PROGRAMS, 'accounts.c')];
/** Position of the holder. */
const HOLDER = 1;

/**
 * `raised`: the holder is a background task, raised to the ceiling. `usual`: a task; two less
 * urgent tasks wait.
 */
export type Holder = 'raised' | 'usual';

/**
 * The holder declares 1 ms and holds the resource of task 0 for 3 ms. Telemetry is off, because it
 * has its own overheads.
 */
function configOf(holder: Holder, policy: 'FIXED' | 'EDF', more: Config): Config {
  const raised = holder === 'raised';
  return {
    ...{ PL_PREEMPTIVE: 1, PL_INTERRUPT_COUNT: 0, PL_USES_RESOURCES: 1, STORM_US: 0, PL_POLICY: `PL_POLICY_${policy}` },
    ...{ PL_TELEMETRY: 0, PL_TASK_COUNT: raised ? 3 : 4, MORE_ROWS: raised ? '' : 'WAITING(3),' },
    ...{ SECTION: `US(${DECLARED_US})`, QUICK_US: '30000000', PL_USES_BACKGROUND: raised ? 1 : 0 },
    BODY_ROW: raised
      ? 'ROW(accounts_body, PL_BACKGROUND, 0, 0, PL_NONE, PL_NONE, 1)'
      : 'ROW(accounts_body, PL_PERIODIC, US(7100), 0, US(60000), US(7000), 1)',
    ...more,
  };
}

/**
 * Times from the interrupt that releases the urgent task to the start of its job. `held`: another
 * task holds the resource; the rest of the declared length is subtracted. `free`: no task holds it.
 */
interface Waits {
  readonly held: number[];
  readonly free: number[];
}

/** The longest `held` time minus the shortest `free` time. Null if one of the two did not occur. */
function beyond({ held, free }: Waits): number | null {
  return held.length === 0 || free.length === 0 ? null : Math.max(...held) - Math.min(...free);
}

function addressOf(image: UnoImage, name: string): number {
  for (const [symbol, address] of image.symbols) if (symbol === name || symbol.startsWith(`${name}.`)) return address;
  throw new Error(`the program has no ${name}`);
}

/** Observes each wait of the urgent task on an Uno. */
class UnoWaits {
  readonly waits: Waits = { held: [], free: [] };
  readonly #uno: VirtualUno;
  readonly #inside: { readonly from: number; readonly to: number };
  readonly #urgent: number;
  /** RAM addresses of the urgent task's release and of the holder's position. */
  readonly #release: number;
  readonly #holder: number;
  /** The holder's execution time in the section. */
  #own = 0;
  #alarm = { at: 0, left: 0, held: false };
  #released = 0;
  #waiting: { readonly at: number; readonly left: number; readonly held: boolean } | null = null;

  constructor(image: UnoImage, chip: AvrConfig) {
    this.#uno = new VirtualUno(image.hex, chip);
    const from = addressOf(image, 'accounts_inside') / 2;
    const to = Math.min(...[...image.symbols.values()].map((next) => next / 2).filter((next) => next > from));
    this.#inside = { from, to };
    this.#urgent = addressOf(image, 'accounts_urgent') / 2;
    // The first field of the task's state is the next release, the second the release of the
    // current job.
    this.#release = addressOf(image, 'pl_state') + 4;
    this.#holder = addressOf(image, 'pl_holder');
  }

  run(): void {
    const { cpu } = this.#uno;
    while (cpu.cycles < UNO_RUN_CYCLES) {
      const { pc, cycles } = cpu;
      this.#uno.step();
      const isAlarm = cpu.pc !== pc && cpu.pc < this.#uno.vectorsEnd && this.#uno.vectorAt(cpu.pc) === TIMER1_COMPA;
      if (isAlarm) this.#interrupt(cycles);
      else if (pc >= this.#inside.from && pc < this.#inside.to) this.#own += cpu.cycles - cycles;
      this.#look();
    }
  }

  #interrupt(at: number): void {
    const held = this.#uno.cpu.data[this.#holder] === HOLDER;
    this.#alarm = { at, left: held ? Math.max(0, DECLARED_CYCLES - this.#own) : 0, held };
  }

  #look(): void {
    const { pc, cycles, data, dataView } = this.#uno.cpu;
    if (data[this.#holder] !== HOLDER) this.#own = 0;
    const released = dataView.getUint32(this.#release, true);
    // The program writes the word byte by byte. Only the first change starts a wait.
    if (released !== this.#released && this.#waiting === null) this.#waiting = this.#alarm;
    this.#released = released;
    if (pc !== this.#urgent || this.#waiting === null) return;
    const { at, left, held } = this.#waiting;
    (held ? this.waits.held : this.waits.free).push(cycles - at - left);
    this.#waiting = null;
  }
}

/** Longest wait beyond the declared length on an AVR chip. Unit: cycles. */
export async function waitOnUno(
  holder: Holder,
  policy: 'FIXED' | 'EDF',
  chip: AvrConfig = ATMEGA328P,
): Promise<number | null> {
  const config = configOf(holder, policy, { LOOPS: '6000U', CONFORM_STACK_BYTES: 120 });
  const image = await buildUno(config, FILES, ['-flto', '-fuse-linker-plugin'], freertosOnUno, chip);
  const follower = new UnoWaits(image, chip);
  follower.run();
  return beyond(follower.waits);
}

/** The function that records a release, which the compiler can include in its caller. */
const RELEASING: ReadonlySet<string> = new Set(['pl_thread_released', 'release']);

/** Finds each wait of the urgent task in a trace of the Cortex-M3. */
function waitsIn(moments: readonly Moment[]): Waits {
  const waits: Waits = { held: [], free: [] };
  let own = 0;
  let [locks, holds] = [false, false];
  let alarm = { at: 0, left: 0, held: false };
  let waiting: typeof alarm | null = null;
  for (const [index, { at, kind, name }] of moments.entries()) {
    const next = moments[index + 1];
    if (kind === 'enter' && name === 'pl_resource_lock_for') locks = true;
    // The runtime stores the holder before it checks the levels.
    if (kind === 'enter' && name === 'pl_level_check' && locks) [holds, locks, own] = [true, false, 0];
    if (kind === 'enter' && (name === 'pl_section_revoke' || name === 'pl_resource_unlock')) holds = false;
    if (name === 'accounts_inside' && next !== undefined) own += next.at - at;
    if (kind === 'enter' && name === 'pl_m3_timer_handler') {
      alarm = { at, left: holds ? Math.max(0, DECLARED_INSTRUCTIONS - own) : 0, held: holds };
    }
    if (kind === 'enter' && RELEASING.has(name)) waiting = alarm;
    if (kind !== 'enter' || name !== 'accounts_urgent' || waiting === null) continue;
    (waiting.held ? waits.held : waits.free).push(at - waiting.at - waiting.left);
    waiting = null;
  }
  return waits;
}

/** Longest wait beyond the declared length. Unit: instructions. */
export async function waitOnCortex(holder: Holder, policy: 'FIXED' | 'EDF'): Promise<number | null> {
  const config = configOf(holder, policy, { LOOPS: '12000U', CONFORM_STACK_BYTES: 1024 });
  return withScratch(async (directory) => {
    const elf = await buildCortex(directory, config, FILES, freertosOnCortexUnchecked);
    return beyond(waitsIn(await momentsOf(elf, CORTEX_RUN_INSTRUCTIONS)));
  });
}
