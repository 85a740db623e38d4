/**
 * Interrupts. Each runs above all tasks of its core, top and bottom half in one go, and its I/O
 * server pays for it. While the server cannot pay for the most expensive of its interrupts, its
 * lines are masked. The same as in the runtime (runtime-c/src/interrupt.c, io_server.c): a line
 * stores one arrival while it is masked or busy, and while one interrupt runs, the others of its
 * server wait.
 *
 * On a kernel with I/O VCPUs only the top half runs above all tasks. It masks the lines of its VCPU
 * and wakes the VCPU's thread, which runs the bottom half and unmasks the lines. Quest's driver of
 * the Galileo's pins works in this way.
 */
import { KIND_INTERRUPT_ENTER, KIND_INTERRUPT_EXIT, KIND_INTERRUPT_MASK } from '../../trace/kinds.ts';
import type { SimulatedInterrupt, SimulationModel } from '../model.ts';
import { Random } from '../random.ts';
import type { Recorder } from '../recorder.ts';
import type { BudgetServer } from '../server.ts';
import { createServer } from '../servers/index.ts';
import { ArrivalCursor } from './arrivals.ts';
import type { Channels } from './channels.ts';
import type { Processors } from './processors.ts';

const NONE = -1;

/** One I/O server and its lines. */
interface Line {
  readonly server: BudgetServer;
  /** Numbers of its interrupts. */
  readonly interrupts: readonly number[];
  /** Budget that is required to unmask the lines. Unit: ns. */
  readonly needNs: number;
  busy: boolean;
  masked: boolean;
  /** When the lines are unmasked. */
  dueNs: number;
}

export interface InterruptParts {
  readonly processors: Processors;
  readonly channels: Channels;
  readonly recorder: Recorder;
  /** Releases a job of a handler. */
  readonly trigger: (task: number, nowNs: number) => void;
  /** A top half has run for an I/O VCPU. Its thread pays for that, and has a bottom half to run. */
  readonly wake: (vcpu: number, interrupt: number, sinceNs: number, nowNs: number) => void;
}

export class Interrupts {
  readonly #interrupts: readonly SimulatedInterrupt[];
  readonly #arrivals: readonly ArrivalCursor[];
  readonly #lines: readonly Line[];
  /**
   * For each I/O VCPU, the interrupt between its top half and the end of its bottom half; NONE: its
   * lines are unmasked.
   */
  readonly #vcpuServes: Int32Array;
  /** For each interrupt, the number of waiting arrivals. */
  readonly #pending: Int32Array;
  /** For each core, the interrupt that is running; −1: none. */
  readonly #serving: Int32Array;
  readonly #parts: InterruptParts;

  /** @param seed of the simulation @param stream the first unused random stream */
  constructor(
    { interrupts, ioServers, ioVcpus = [], cores }: SimulationModel,
    seed: number,
    stream: number,
    parts: InterruptParts,
  ) {
    this.#interrupts = interrupts;
    this.#vcpuServes = new Int32Array(ioVcpus.length).fill(NONE);
    this.#arrivals = interrupts.map(
      ({ arrivals }, index) => new ArrivalCursor(arrivals, new Random(seed, stream + index)),
    );
    this.#lines = ioServers.map((parameters, index) => lineOf(createServer(parameters), index, interrupts));
    this.#pending = new Int32Array(interrupts.length);
    this.#serving = new Int32Array(cores).fill(NONE);
    this.#parts = parts;
  }

  /** Records which lines are masked from the start. */
  begin(): void {
    for (const line of this.#lines) this.#decide(line, 0);
  }

  /** The time of an interrupt's next arrival. */
  arrivalNs(interrupt: number): number {
    return (this.#arrivals[interrupt] as ArrivalCursor).nextNs;
  }

  /** When the lines of a server are unmasked; Infinity: they are not masked, or masked forever. */
  unmaskNs(server: number): number {
    return (this.#lines[server] as Line).dueNs;
  }

  /** An arrival has occurred. */
  arrive(interrupt: number, nowNs: number): void {
    const { arrivals, core } = this.#interrupts[interrupt] as SimulatedInterrupt;
    (this.#arrivals[interrupt] as ArrivalCursor).advance();
    const waiting = this.#pending[interrupt]!;
    this.#pending[interrupt] = arrivals.kind === 'bursty' ? waiting + 1 : 1;
    this.#deliver(core, nowNs);
  }

  /** The server's budget is replenished. */
  unmask(server: number, nowNs: number): void {
    const line = this.#lines[server] as Line;
    this.#decide(line, nowNs);
    if (!line.masked) this.#deliverAll(line, nowNs);
  }

  /** The interrupt level of this core has ended, and with it the interrupt that ran there. */
  end(core: number, nowNs: number): void {
    const interrupt = this.#serving[core]!;
    if (interrupt !== NONE) {
      this.#serving[core] = NONE;
      this.#exit(interrupt, nowNs);
    }
    this.#deliver(core, nowNs);
  }

  /** The thread of an I/O VCPU has completed its bottom half. */
  bottomHalfEnded(vcpu: number, nowNs: number): void {
    const interrupt = this.#vcpuServes[vcpu]!;
    this.#vcpuServes[vcpu] = NONE;
    this.#handOn(this.#interrupts[interrupt] as SimulatedInterrupt, nowNs);
    this.#maskVcpu(vcpu, 0, nowNs);
    for (const { ioVcpu, core } of this.#interrupts) if (ioVcpu === vcpu) this.#deliver(core, nowNs);
  }

  #maskVcpu(vcpu: number, masked: number, nowNs: number): void {
    this.#interrupts.forEach(({ ioVcpu }, interrupt) => {
      if (ioVcpu === vcpu) this.#parts.recorder.event(nowNs, KIND_INTERRUPT_MASK, interrupt, masked);
    });
  }

  #handOn({ writes, handler }: SimulatedInterrupt, nowNs: number): void {
    const { channels, trigger } = this.#parts;
    for (const channel of writes) channels.write(channel, nowNs);
    if (handler !== null) trigger(handler, nowNs);
  }

  #exit(interrupt: number, nowNs: number): void {
    const { recorder, wake } = this.#parts;
    const served = this.#interrupts[interrupt] as SimulatedInterrupt;
    if (served.ioVcpu === undefined) this.#handOn(served, nowNs);
    recorder.event(nowNs, KIND_INTERRUPT_EXIT, interrupt, 0);
    if (served.ioVcpu !== undefined) {
      wake(served.ioVcpu, interrupt, nowNs - aboveTasksNs(served), nowNs);
      return;
    }
    if (served.ioServer === null) return;
    const line = this.#lines[served.ioServer] as Line;
    line.server.charge(nowNs - aboveTasksNs(served), nowNs);
    line.server.sleep(nowNs);
    line.busy = false;
    this.#decide(line, nowNs);
    this.#deliverAll(line, nowNs);
  }

  /** Decides whether the lines are masked, and until when. */
  #decide(line: Line, nowNs: number): void {
    const readyNs = line.server.readyAt(nowNs, line.needNs);
    const masked = readyNs > nowNs;
    line.dueNs = masked ? readyNs : Number.POSITIVE_INFINITY;
    if (masked === line.masked) return;
    line.masked = masked;
    for (const interrupt of line.interrupts) {
      this.#parts.recorder.event(nowNs, KIND_INTERRUPT_MASK, interrupt, masked ? 1 : 0);
    }
  }

  #deliverAll(line: Line, nowNs: number): void {
    for (const interrupt of line.interrupts)
      this.#deliver((this.#interrupts[interrupt] as SimulatedInterrupt).core, nowNs);
  }

  /**
   * Runs the interrupts that wait for this core, in the order of their numbers, until the core is
   * at interrupt level.
   */
  #deliver(core: number, nowNs: number): void {
    for (let interrupt = 0; interrupt < this.#interrupts.length; interrupt++) {
      if (this.#parts.processors.isInterrupted(core)) return;
      if (this.#interrupts[interrupt]?.core === core && this.#canServe(interrupt)) this.#enter(interrupt, nowNs);
    }
  }

  #canServe(interrupt: number): boolean {
    if (this.#pending[interrupt] === 0) return false;
    const { ioServer, ioVcpu } = this.#interrupts[interrupt] as SimulatedInterrupt;
    if (ioVcpu !== undefined) return this.#vcpuServes[ioVcpu] === NONE;
    const line = ioServer === null ? undefined : this.#lines[ioServer];
    return line === undefined || (!line.masked && !line.busy);
  }

  #enter(interrupt: number, nowNs: number): void {
    const served = this.#interrupts[interrupt] as SimulatedInterrupt;
    this.#pending[interrupt] = this.#pending[interrupt]! - 1;
    if (served.ioVcpu !== undefined) {
      this.#vcpuServes[served.ioVcpu] = interrupt;
      this.#maskVcpu(served.ioVcpu, 1, nowNs);
      if (aboveTasksNs(served) === 0) {
        this.#parts.wake(served.ioVcpu, interrupt, nowNs, nowNs);
        return;
      }
    }
    this.#serving[served.core] = interrupt;
    this.#parts.recorder.event(nowNs, KIND_INTERRUPT_ENTER, interrupt, 0);
    if (served.ioServer !== null) {
      const line = this.#lines[served.ioServer] as Line;
      line.busy = true;
      line.server.wake(nowNs);
    }
    this.#parts.processors.interrupt(served.core, nowNs, aboveTasksNs(served));
  }
}

/** Execution time above all tasks. */
const aboveTasksNs = ({ topHalfNs, bottomHalfNs, deliveryNs = 0, ioVcpu }: SimulatedInterrupt): number =>
  topHalfNs + deliveryNs + (ioVcpu === undefined ? bottomHalfNs : 0);

function lineOf(server: BudgetServer, index: number, all: readonly SimulatedInterrupt[]): Line {
  const interrupts = all.flatMap(({ ioServer }, interrupt) => (ioServer === index ? interrupt : []));
  const needs = interrupts.map((interrupt) => {
    const { topHalfNs, bottomHalfNs } = all[interrupt] as SimulatedInterrupt;
    return topHalfNs + bottomHalfNs;
  });
  return {
    server,
    interrupts,
    needNs: Math.max(1, ...needs),
    busy: false,
    masked: false,
    dueNs: Number.POSITIVE_INFINITY,
  };
}
