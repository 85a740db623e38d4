/** The overheads of a board that runs the same code as another board, in more cycles. */
import type { InterruptOverheads, Overheads, RuntimeLoad } from './overheads.ts';

const costlier = (loads: readonly RuntimeLoad[], factor: number): RuntimeLoad[] =>
  loads.map((load) => ({ ...load, costNs: Math.ceil(load.costNs * factor) }));

/** Every time, except periods and loads, multiplied by the factor and rounded up. */
function times<T extends object>(record: T, factor: number): T {
  const grown = Object.entries(record).map(([name, value]) => {
    const isTime = typeof value === 'number' && name !== 'tickPeriodNs';
    return [name, isTime ? Math.ceil(value * factor) : value];
  });
  return Object.fromEntries(grown);
}

const interruptsBy = (interrupts: InterruptOverheads, factor: number): InterruptOverheads => ({
  ...times(interrupts, factor),
  loads: costlier(interrupts.loads, factor),
});

/** The same overheads on a board where each takes `factor` times the time. Periods stay as they are. */
export function slowerBy(factor: number, overheads: Overheads): Overheads {
  const { loads = [], libraryLoads = {}, interrupts } = overheads;
  return {
    ...times(overheads, factor),
    loads: costlier(loads, factor),
    libraryLoads: Object.fromEntries(
      Object.entries(libraryLoads).map(([library, ofLibrary]) => [library, costlier(ofLibrary, factor)]),
    ),
    ...(interrupts === undefined ? {} : { interrupts: interruptsBy(interrupts, factor) }),
  };
}
