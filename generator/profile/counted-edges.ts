/** The edges of interrupts that a device counts, because a program can record only a sample of them. */
import type { Sketch } from '../sketch/model.ts';

/** The counts of one interrupt. Null: the device does not know. */
export interface CountedEdges {
  /** How often the chip served it. */
  readonly delivered: number | null;
  /** Edges that came while an earlier one was pending. */
  readonly lost: number | null;
}

/** The counts of a device, by pin. Undefined: it does not count. */
export interface EdgeFacts {
  readonly deliveries?: Readonly<Record<string, number>> | undefined;
  readonly lostEdges?: Readonly<Record<string, number>> | undefined;
}

const NOTHING_COUNTED: CountedEdges = { delivered: null, lost: null };

/** For each interrupt, in their order. */
export function countedByInterrupt(
  sketch: Pick<Sketch, 'interrupts'>,
  { deliveries, lostEdges }: EdgeFacts,
): readonly CountedEdges[] {
  return sketch.interrupts.map(({ pin, mode }): CountedEdges => {
    if (pin === null) return NOTHING_COUNTED;
    return {
      delivered: deliveries?.[pin] ?? null,
      // A low level is no edge: it stays until it is served.
      lost: mode === 'low' ? null : (lostEdges?.[pin] ?? null),
    };
  });
}
