/** Counts the external interrupts of an AVR board: how often each was served, and the edges that the chip forgot. */
import type { DeviceFacts } from '../../../../generator/health/device-facts.ts';
import type { AvrConfig } from './config.ts';

/** Since power-up, across resets by the watchdog. */
export class PinInterrupts {
  readonly #config: AvrConfig;
  /** By the name of a pin with an external interrupt: the edges that the chip forgot. */
  readonly #lostEdges = new Map<string, number>();
  /** By the address of an external interrupt's vector, in words: its pin, and how often it was served. */
  readonly #served = new Map<number, { readonly pin: string; count: number }>();

  constructor(config: AvrConfig) {
    this.#config = config;
    for (const { name, port, bit } of config.pins) {
      const external = port === null ? null : config.ports[port]?.externalInterrupts[bit];
      if (!external) continue;
      this.#lostEdges.set(name, 0);
      this.#served.set(external.interrupt, { pin: name, count: 0 });
    }
  }

  /** The chip forgot an edge, because an earlier one still waited. */
  readonly noteLost = (port: number, bit: number): void => {
    const name = this.#config.pins.find((pin) => pin.port === port && pin.bit === bit)?.name;
    if (name !== undefined) this.#lostEdges.set(name, (this.#lostEdges.get(name) ?? 0) + 1);
  };

  /** The chip has gone to a vector. Unit of its address: words. */
  noteServed(vector: number): void {
    const served = this.#served.get(vector);
    if (served !== undefined) served.count++;
  }

  facts(): Pick<DeviceFacts, 'lostEdges' | 'deliveries'> {
    const deliveries = Object.fromEntries([...this.#served.values()].map(({ pin, count }) => [pin, count]));
    return { lostEdges: Object.fromEntries(this.#lostEdges), deliveries };
  }
}
