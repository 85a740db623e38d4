/** Actions at cycles to come, which a reset of the chip does not cancel. */
import type { BoardCpu } from './cpu.ts';

interface Entry {
  readonly cycle: number;
  /** The function that the CPU's clock calls. */
  readonly fire: () => void;
}

export class Agenda {
  readonly #entries = new Set<Entry>();
  #cpu!: BoardCpu;

  /** Moves all actions to a chip that was just reset. Its cycles continue. */
  attach(cpu: BoardCpu): void {
    this.#cpu = cpu;
    for (const entry of this.#entries) this.#schedule(entry);
  }

  /** Returns a function that cancels the action. */
  at(cycle: number, action: () => void): () => void {
    const entry: Entry = {
      cycle,
      fire: () => {
        this.#entries.delete(entry);
        action();
      },
    };
    this.#entries.add(entry);
    this.#schedule(entry);
    return () => {
      if (this.#entries.delete(entry)) this.#cpu.clearClockEvent(entry.fire);
    };
  }

  #schedule({ cycle, fire }: Entry): void {
    this.#cpu.addClockEvent(fire, cycle - this.#cpu.cycles);
  }
}
