/** The edges that the interrupts of a sketch have lost. */
import type { Sketch } from '../sketch/model.ts';

/**
 * For each interrupt, in their order: the number of edges that came while an earlier one was pending. Null: not known.
 *
 * @param lostEdges the edges that the device counted, by pin
 */
export function lostByInterrupt(
  sketch: Pick<Sketch, 'interrupts'>,
  lostEdges: Readonly<Record<string, number>> | undefined,
): readonly (number | null)[] {
  // A low level is no edge: it stays until it is served.
  return sketch.interrupts.map(({ pin, mode }) => (pin === null || mode === 'low' ? null : (lostEdges?.[pin] ?? null)));
}
